import type { AccountMeta } from '@solana/kit';
import { say } from '../instructions/instruction.js';
import { fillText, getRightTexts, type Right } from '../rights.js';
import { formatSol } from '../text.js';
import { caution, danger, type Warning } from '../warnings.js';

/**
 * Warns of what the user gives away by an instruction. `signers` are the addresses that allow it; without
 * them, it concerns everybody who signs the transaction. `amount` is the most that can be taken, in words.
 */
export function warnOfRight(right: Right, signers?: readonly string[], amount = ''): Warning {
  const { code, level, warning } = getRightTexts(right);
  const { to, over } = right;
  const text = fillText(warning, { to: say`${to ?? ''}`, over: say`${over}`, amount });
  const warn = level === 'danger' ? danger : caution;
  return warn(code, text, {
    ...(signers && { signers }),
    ...(to !== undefined && { receiver: to }),
    right,
  });
}

/** Warns that SOL leaves an account that the user does not see as an own one, but has the authority over. */
export function warnOfWithdrawal(
  amount: bigint,
  source: AccountMeta,
  receiver: AccountMeta,
  authority: AccountMeta,
): Warning {
  const right: Right = { kind: 'withdrawal', over: source.address, to: receiver.address, amount };
  return warnOfRight(right, [authority.address], formatSol(amount));
}

/** Warns of an instruction that its program's IDL does not describe, for this reason. */
export function warnOfUnreadInstruction(programName: string, reason: string): Warning {
  const text = `The IDL of ${programName} does not fit one of its instructions: ${reason}`;
  return caution('unread-instruction', text);
}

/** Warns of an instruction that neither the wallet nor its program's IDL names. */
export function warnOfUnnamedInstruction(programName: string, hasIdl: boolean): Warning {
  const text = hasIdl
    ? `The IDL of ${programName} does not name one of its instructions, so the wallet cannot say what it does.`
    : `The wallet cannot read an instruction of the ${programName} program, and cannot say what it does.`;
  return caution('unnamed-instruction', text);
}
