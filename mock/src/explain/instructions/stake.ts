import type { AccountMeta, Address } from '@solana/kit';
import { parseStakeInstruction, StakeAuthorize, StakeInstruction } from '@solana-program/stake';
import { formatSol } from '../text.js';
import type { Warning } from '../warnings.js';
import { warnOfAuthority, warnOfWithdrawal } from './authority-warnings.js';
import { type InstructionDescription, type ReadableInstruction, shorten } from './instruction.js';

/** Older clients list accounts of the network that the program no longer needs, and that the parser does not know. */
const NETWORK_ACCOUNT = /^(Sysvar|StakeConfig11)/;

/** Describes instructions about SOL that is staked with validators. */
export function describeStake(instruction: ReadableInstruction): InstructionDescription | string | undefined {
  const accounts = instruction.accounts.filter(({ address }) => !NETWORK_ACCOUNT.test(address));
  const parsed = parseStakeInstruction({ ...instruction, accounts });
  switch (parsed.instructionType) {
    case StakeInstruction.Initialize:
      return getSetupText(parsed.accounts.stake, parsed.data.arg0.withdrawer);
    case StakeInstruction.InitializeChecked:
      return getSetupText(parsed.accounts.stake, parsed.accounts.withdrawAuthority.address);
    case StakeInstruction.DelegateStake:
      return `Stake account ${shorten(parsed.accounts.stake)} with validator ${shorten(parsed.accounts.vote)}`;
    case StakeInstruction.Split: {
      const { stake, splitStake } = parsed.accounts;
      return getMoveText(parsed.data.args, stake, splitStake);
    }
    case StakeInstruction.MoveStake:
    case StakeInstruction.MoveLamports: {
      const { sourceStake, destinationStake } = parsed.accounts;
      return getMoveText(parsed.data.args, sourceStake, destinationStake);
    }
    case StakeInstruction.Merge: {
      const { sourceStake, destinationStake } = parsed.accounts;
      return `Merge stake account ${shorten(sourceStake)} into ${shorten(destinationStake)}`;
    }
    case StakeInstruction.Withdraw: {
      const { stake, recipient, withdrawAuthority } = parsed.accounts;
      const lamports = parsed.data.args;
      return {
        text: `Withdraw ${formatSol(lamports)} from stake account ${shorten(stake)} to ${shorten(recipient)}`,
        warnings: warnOfWithdrawal(lamports, stake.address, recipient.address, [withdrawAuthority.address]),
      };
    }
    case StakeInstruction.Deactivate:
    case StakeInstruction.DeactivateDelinquent:
      return `Stop staking with account ${shorten(parsed.accounts.stake)}`;
    case StakeInstruction.Authorize: {
      const { stake, authority } = parsed.accounts;
      return describeAuthorize(parsed.data.arg1, stake, authority, parsed.data.arg0);
    }
    case StakeInstruction.AuthorizeWithSeed: {
      const { stake, base } = parsed.accounts;
      return describeAuthorize(parsed.data.stakeAuthorize, stake, base, parsed.data.newAuthorizedPubkey);
    }
    case StakeInstruction.AuthorizeChecked: {
      const { stake, authority, newAuthority } = parsed.accounts;
      return describeAuthorize(parsed.data.stakeAuthorize, stake, authority, newAuthority.address);
    }
    case StakeInstruction.AuthorizeCheckedWithSeed: {
      const { stake, base, newAuthority } = parsed.accounts;
      return describeAuthorize(parsed.data.stakeAuthorize, stake, base, newAuthority.address);
    }
    case StakeInstruction.SetLockup:
    case StakeInstruction.SetLockupChecked: {
      const { stake, authority } = parsed.accounts;
      const warning: Warning = {
        code: 'stake-lockup',
        level: 'caution',
        text: `This can lock the stake account ${shorten(stake)}, so that nobody can withdraw from it for a long time.`,
        signers: [authority.address],
      };
      return { text: `Change how long stake account ${shorten(stake)} is locked`, warnings: [warning] };
    }
    case StakeInstruction.GetMinimumDelegation:
      return 'Ask how much SOL can be staked at least';
    default:
      return undefined;
  }
}

function describeAuthorize(
  type: StakeAuthorize,
  stake: AccountMeta,
  authority: AccountMeta,
  newAuthority: Address,
): InstructionDescription {
  const isWithdrawer = type === StakeAuthorize.Withdrawer;
  const right = isWithdrawer ? 'withdraw from' : 'choose the validator of';
  const change = `${shorten(newAuthority)} ${right} stake account ${shorten(stake)}`;
  const warning: Pick<Warning, 'code' | 'level' | 'text'> = {
    code: 'stake-authority',
    level: isWithdrawer ? 'danger' : 'caution',
    text: `This lets ${change} instead of you.${isWithdrawer ? ' You lose all SOL in it.' : ''}`,
  };
  return { text: `Let ${change}`, warnings: warnOfAuthority(warning, newAuthority, [authority.address]) };
}

function getSetupText(stake: AccountMeta, withdrawer: string): string {
  return `Set up stake account ${shorten(stake)}, from which ${shorten(withdrawer)} can withdraw`;
}

function getMoveText(lamports: bigint, from: AccountMeta, to: AccountMeta): string {
  return `Move ${formatSol(lamports)} from stake account ${shorten(from)} to stake account ${shorten(to)}`;
}
