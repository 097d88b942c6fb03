import { formatSol } from '../text.js';
import type { Warning } from '../warnings.js';
import { shorten } from './instruction.js';

/** Warns that an account becomes the property of another program. */
export function warnOfAssign(account: string, program: string, signers: readonly string[]): Warning {
  return {
    code: 'assign',
    level: 'danger',
    text: `This hands the account ${shorten(account)} over to the program ${shorten(program)}, which can then take all its SOL. You can no longer use the account yourself.`,
    signers,
  };
}

/** Warns that somebody else gets a right over an account. Nobody is warned of a right that does not change hands. */
export function warnOfAuthority(
  warning: Pick<Warning, 'code' | 'level' | 'text'>,
  newAuthority: string | undefined,
  signers: readonly string[],
): readonly Warning[] {
  if (newAuthority !== undefined && signers.includes(newAuthority)) return [];
  return [{ ...warning, signers, ...(newAuthority !== undefined && { receiver: newAuthority }) }];
}

/**
 * Warns that SOL leaves an account whose balance the user does not see as an own one, because only its authority is an
 * account of the wallet.
 */
export function warnOfWithdrawal(
  lamports: bigint,
  source: string,
  receiver: string,
  signers: readonly string[],
): readonly Warning[] {
  if (signers.includes(receiver)) return [];
  const text = `This moves ${formatSol(lamports)} out of ${shorten(source)}, which is under your control, to ${shorten(receiver)}.`;
  return [{ code: 'withdrawal', level: 'danger', text, signers, receiver }];
}

/** Warns that an account is closed and that its SOL goes to somebody else than who closes it. */
export function warnOfClose(
  account: string,
  receiver: string,
  signers: readonly string[],
  level: Warning['level'] = 'caution',
): readonly Warning[] {
  if (signers.includes(receiver)) return [];
  const text = `This closes the account ${shorten(account)} for good, and gives all its SOL to ${shorten(receiver)}.`;
  return [{ code: 'close-account', level, text, signers, receiver }];
}
