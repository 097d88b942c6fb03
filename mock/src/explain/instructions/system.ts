import type { AccountMeta } from '@solana/kit';
import { parseSystemInstruction, SYSTEM_PROGRAM_ADDRESS, SystemInstruction } from '@solana-program/system';
import { formatSol } from '../text.js';
import { warnOfRight, warnOfWithdrawal } from '../warnings/instruction-warnings.js';
import type { Warning } from '../warnings.js';
import { type Describe, type InstructionDescription, say } from './instruction.js';
import { PROGRAM_NAMES } from './program-addresses.js';

/** Describes transfers of SOL, new accounts, and nonce accounts. */
export const describeSystem: Describe = (instruction) => {
  const { instructionType, accounts, data } = parseSystemInstruction(instruction);
  switch (instructionType) {
    case SystemInstruction.CreateAccount:
      return getCreationText(accounts.newAccount, data.lamports, data.space);
    case SystemInstruction.CreateAccountWithSeed:
      return getCreationText(accounts.newAccount, data.amount, data.space);
    case SystemInstruction.CreateAccountAllowPrefund:
      return {
        text: getCreationText(accounts.newAccount, data.lamports, data.space),
        // Unlike the others, this also takes an account that has SOL.
        warnings: getAssignWarnings(accounts.newAccount, data.programAddress, accounts.newAccount),
      };
    case SystemInstruction.Assign:
      return describeAssign(accounts.account, data.programAddress, accounts.account);
    case SystemInstruction.AssignWithSeed:
      return describeAssign(accounts.account, data.programAddress, accounts.baseAccount);
    case SystemInstruction.Allocate: {
      const { address } = accounts.newAccount;
      return {
        text: say`Allocate ${data.space} bytes for account ${address}`,
        warnings: data.space === 0n ? [] : [warnOfRight({ kind: 'fill-account', over: address }, [address])],
      };
    }
    case SystemInstruction.AllocateWithSeed:
      return say`Allocate ${data.space} bytes for account ${accounts.newAccount}`;
    case SystemInstruction.TransferSol:
      return say`Transfer ${formatSol(data.amount)} to ${accounts.destination}`;
    case SystemInstruction.TransferSolWithSeed: {
      const { source, destination, baseAccount } = accounts;
      return {
        text: say`Transfer ${formatSol(data.amount)} from derived account ${source} to ${destination}`,
        warnings: [warnOfWithdrawal(data.amount, source, destination, baseAccount)],
      };
    }
    case SystemInstruction.InitializeNonceAccount:
      return say`Set up nonce ${accounts.nonceAccount} for ${data.nonceAuthority}`;
    case SystemInstruction.AdvanceNonceAccount:
      return say`Advance nonce ${accounts.nonceAccount}`;
    case SystemInstruction.UpgradeNonceAccount:
      return say`Upgrade nonce ${accounts.nonceAccount}`;
    case SystemInstruction.WithdrawNonceAccount: {
      const { nonceAccount, recipientAccount, nonceAuthority } = accounts;
      const lamports = data.withdrawAmount;
      return {
        text: say`Withdraw ${formatSol(lamports)} from nonce ${nonceAccount} to ${recipientAccount}`,
        warnings: [warnOfWithdrawal(lamports, nonceAccount, recipientAccount, nonceAuthority)],
      };
    }
    case SystemInstruction.AuthorizeNonceAccount: {
      const change = say`${data.newNonceAuthority} control of nonce ${accounts.nonceAccount}`;
      const signers = [accounts.nonceAuthority.address];
      const { address: over } = accounts.nonceAccount;
      const warning = warnOfRight({ kind: 'nonce', over, to: data.newNonceAuthority }, signers);
      return { text: `Give ${change}`, warnings: [warning] };
    }
  }
};

function getCreationText(account: AccountMeta, lamports: bigint, space: bigint): string {
  return say`Create account ${account} with ${formatSol(lamports)} and ${space} bytes`;
}

function describeAssign(account: AccountMeta, program: string, signer: AccountMeta): InstructionDescription {
  return {
    text: say`Assign account ${account} to the program ${PROGRAM_NAMES.get(program) ?? program}`,
    warnings: getAssignWarnings(account, program, signer),
  };
}

function getAssignWarnings(account: AccountMeta, program: string, signer: AccountMeta): readonly Warning[] {
  // The accounts of people belong to the System program.
  if (program === SYSTEM_PROGRAM_ADDRESS) return [];
  return [warnOfRight({ kind: 'own-account', over: account.address, to: program }, [signer.address])];
}
