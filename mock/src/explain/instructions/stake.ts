import type { AccountMeta } from '@solana/kit';
import { parseStakeInstruction, StakeAuthorize, StakeInstruction } from '@solana-program/stake';
import { formatSol } from '../text.js';
import { warnOfRight, warnOfWithdrawal } from '../warnings/instruction-warnings.js';
import { type Describe, type InstructionDescription, say } from './instruction.js';

/**
 * Older clients list accounts of the network that the program no longer needs, and that the parser does not
 * know.
 */
const NETWORK_ACCOUNT = /^(Sysvar|StakeConfig11)/;

/** Describes instructions about SOL that is staked with validators. */
export const describeStake: Describe = (instruction) => {
  const needed = instruction.accounts.filter(({ address }) => !NETWORK_ACCOUNT.test(address));
  const parsed = parseStakeInstruction({ ...instruction, accounts: needed });
  if (parsed.instructionType === StakeInstruction.GetMinimumDelegation) {
    return 'Ask how much SOL can be staked at least';
  }
  const { instructionType, accounts, data } = parsed;
  switch (instructionType) {
    case StakeInstruction.Initialize:
      return getSetupText(accounts.stake, data.arg0.withdrawer);
    case StakeInstruction.InitializeChecked:
      return getSetupText(accounts.stake, accounts.withdrawAuthority.address);
    case StakeInstruction.DelegateStake:
      return say`Stake account ${accounts.stake} with validator ${accounts.vote}`;
    case StakeInstruction.Split:
      return getMoveText(data.args, accounts.stake, accounts.splitStake);
    case StakeInstruction.MoveStake:
    case StakeInstruction.MoveLamports:
      return getMoveText(data.args, accounts.sourceStake, accounts.destinationStake);
    case StakeInstruction.Merge:
      return say`Merge stake account ${accounts.sourceStake} into ${accounts.destinationStake}`;
    case StakeInstruction.Withdraw: {
      const { stake, recipient, withdrawAuthority } = accounts;
      return {
        text: say`Withdraw ${formatSol(data.args)} from stake account ${stake} to ${recipient}`,
        warnings: [warnOfWithdrawal(data.args, stake, recipient, withdrawAuthority)],
      };
    }
    case StakeInstruction.Deactivate:
    case StakeInstruction.DeactivateDelinquent:
      return say`Stop staking with account ${accounts.stake}`;
    case StakeInstruction.Authorize:
      return describeAuthorize(data.arg1, accounts.stake, accounts.authority, data.arg0);
    case StakeInstruction.AuthorizeWithSeed:
      return describeAuthorize(data.stakeAuthorize, accounts.stake, accounts.base, data.newAuthorizedPubkey);
    case StakeInstruction.AuthorizeChecked: {
      const { stake, authority, newAuthority } = accounts;
      return describeAuthorize(data.stakeAuthorize, stake, authority, newAuthority.address);
    }
    case StakeInstruction.AuthorizeCheckedWithSeed: {
      const { stake, base, newAuthority } = accounts;
      return describeAuthorize(data.stakeAuthorize, stake, base, newAuthority.address);
    }
    case StakeInstruction.SetLockup:
    case StakeInstruction.SetLockupChecked: {
      const { stake, authority } = accounts;
      return {
        text: say`Change how long stake account ${stake} is locked`,
        warnings: [warnOfRight({ kind: 'stake-lockup', over: stake.address }, [authority.address])],
      };
    }
  }
};

function describeAuthorize(
  type: StakeAuthorize,
  stake: AccountMeta,
  authority: AccountMeta,
  newAuthority: string,
): InstructionDescription {
  const isWithdrawer = type === StakeAuthorize.Withdrawer;
  const right = isWithdrawer ? 'withdraw from' : 'choose the validator of';
  const change = say`${newAuthority} ${right} stake account ${stake}`;
  const kind = isWithdrawer ? 'stake-withdrawer' : 'stake-validator';
  const warning = warnOfRight({ kind, over: stake.address, to: newAuthority }, [authority.address]);
  return { text: `Let ${change}`, warnings: [warning] };
}

function getSetupText(stake: AccountMeta, withdrawer: string): string {
  return say`Set up stake account ${stake}, from which ${withdrawer} can withdraw`;
}

function getMoveText(lamports: bigint, from: AccountMeta, to: AccountMeta): string {
  return say`Move ${formatSol(lamports)} from stake account ${from} to stake account ${to}`;
}
