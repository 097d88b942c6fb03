import type { AccountMeta } from '@solana/kit';
import { say } from '../instructions/instruction.js';
import { formatSol } from '../text.js';
import { caution, danger, type Warning } from '../warnings.js';

// What the user is warned of in a single instruction. `signers` are the addresses that allow it.

/**
 * Warns that somebody else may spend from a token account. The permission lasts until it is used up, replaced
 * or revoked. Without an `amount`, it is for any amount.
 */
export function warnOfDelegate(
  source: AccountMeta,
  delegate: AccountMeta,
  amount: string | undefined,
  signers: readonly string[],
): Warning {
  const limit = amount === undefined ? 'all that' : `up to ${amount} of what`;
  const text = say`This lets ${delegate} take ${limit} your token account ${source} holds or will hold, at any later time and without asking you again.`;
  const concerned = { signers, receiver: delegate.address };
  return amount === undefined
    ? danger('unlimited-delegate', text, concerned)
    : caution('delegate', text, concerned);
}

/** Warns that a token account, with all that it holds, becomes somebody else's. */
export function warnOfNewOwner(token: string, receiver: string, signers: readonly string[]): Warning {
  const text = say`This makes ${receiver} the owner of your token account ${token}. You lose all that it holds.`;
  return danger('change-owner', text, { signers, receiver });
}

/** Warns that a right goes to somebody else. `change` says who may do what from then on. */
export function warnOfNewAuthority(change: string, receiver: string, signers: readonly string[]): Warning {
  return caution('change-authority', `This lets ${change} instead of you.`, { signers, receiver });
}

/** Warns that nobody has a right any more. */
export function warnOfLostAuthority(right: string, account: string, signers: readonly string[]): Warning {
  const text = say`After this, nobody can ever ${right} again (${account}).`;
  return caution('give-up-authority', text, { signers });
}

/** Warns that the owner of a token loses the right to describe it. */
export function warnOfNewDescriber(token: string, signers: readonly string[]): Warning {
  const text = say`After this, you can no longer change the description or the group of token ${token}.`;
  return caution('change-authority', text, { signers });
}

/** Warns of a transfer whose amount is encrypted. */
export function warnOfSecretAmount(token: string, source: string, signers: readonly string[]): Warning {
  const text = say`This transfers a secret amount of token ${token} out of your token account ${source}. The wallet cannot show how much.`;
  return caution('secret-amount', text, { signers });
}

/** Warns that programs may act for the owner of a token account again (CPI guard). */
export function warnOfGuardRemoval(token: string, signers: readonly string[]): Warning {
  const text = say`This removes the protection of your token account ${token} from programs that act in your name.`;
  return caution('guard-removal', text, { signers });
}

/** Warns that SOL leaves an account that the user does not see as an own one, but has the authority over. */
export function warnOfWithdrawal(
  lamports: bigint,
  source: AccountMeta,
  receiver: AccountMeta,
  authority: AccountMeta,
): Warning {
  const text = say`This moves ${formatSol(lamports)} out of ${source}, which is under your control, to ${receiver}.`;
  return danger('withdrawal', text, { signers: [authority.address], receiver: receiver.address });
}

/** Warns that an account is closed and that its SOL goes to somebody else than who closes it. */
export function warnOfClose(account: string, receiver: string, signers: readonly string[]): Warning {
  const text = say`This closes the account ${account} for good, and gives all its SOL to ${receiver}.`;
  return caution('close-account', text, { signers, receiver });
}

/** Warns that an account becomes the property of another program. */
export function warnOfAssign(account: AccountMeta, program: string, signer: AccountMeta): Warning {
  const text = say`This hands the account ${account} over to the program ${program}, which can then take all its SOL. You can no longer use the account yourself.`;
  return danger('assign', text, { signers: [signer.address] });
}

/** Warns that somebody else gets a nonce. `change` says who gets which one. */
export function warnOfNewNonceAuthority(
  change: string,
  receiver: string,
  signers: readonly string[],
): Warning {
  const text = `This gives ${change}, and of the SOL in it. You lose both.`;
  return danger('nonce-authority', text, { signers, receiver });
}

/** Warns that a right over staked SOL goes to somebody else. `change` says who may do what from then on. */
export function warnOfNewStakeAuthority(
  change: string,
  isWithdrawer: boolean,
  receiver: string,
  signers: readonly string[],
): Warning {
  const text = `This lets ${change} instead of you.${isWithdrawer ? ' You lose all SOL in it.' : ''}`;
  const warn = isWithdrawer ? danger : caution;
  return warn('stake-authority', text, { signers, receiver });
}

/** Warns that staked SOL can be locked. */
export function warnOfStakeLockup(stake: AccountMeta, authority: AccountMeta): Warning {
  const text = say`This can lock the stake account ${stake}, so that nobody can withdraw from it for a long time.`;
  return caution('stake-lockup', text, { signers: [authority.address] });
}

/** Warns that somebody else may upgrade a program. `change` says who, and which one. */
export function warnOfNewUpgrader(change: string, receiver: string, signers: readonly string[]): Warning {
  const text = `This lets ${change} instead of you. Whoever upgrades a program can take what it keeps.`;
  return danger('upgrade-authority', text, { signers, receiver });
}

/** Warns that nobody may upgrade a program any more. */
export function warnOfLastUpgrade(program: string, signers: readonly string[]): Warning {
  const text = say`After this, nobody can ever upgrade the program at ${program} again.`;
  return danger('upgrade-authority', text, { signers });
}

/** Warns that a program is removed. */
export function warnOfClosedProgram(program: AccountMeta, signers: readonly string[]): Warning {
  const text = say`This removes the program ${program} for good. Whatever it keeps for its users is lost.`;
  return danger('close-program', text, { signers });
}

/** Warns of an instruction that its program's IDL does not describe, for this reason. */
export function warnOfUnreadInstruction(programName: string, reason: string): Warning {
  const text = `The IDL of ${programName} does not fit one of its instructions: ${reason}`;
  return caution('unread-instruction', text);
}
