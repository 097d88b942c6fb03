import { parseSystemInstruction, SYSTEM_PROGRAM_ADDRESS, SystemInstruction } from '@solana-program/system';
import { formatNumber, formatSol } from '../text.js';
import type { Warning } from '../warnings.js';
import { warnOfAssign, warnOfAuthority, warnOfWithdrawal } from './authority-warnings.js';
import { type InstructionDescription, type ReadableInstruction, shorten } from './instruction.js';
import { PROGRAM_NAMES } from './program-addresses.js';

/** Describes transfers of SOL, new accounts, and nonce accounts. */
export function describeSystem(
  instruction: ReadableInstruction,
): InstructionDescription | string | undefined {
  const parsed = parseSystemInstruction(instruction);
  switch (parsed.instructionType) {
    case SystemInstruction.CreateAccount: {
      const { lamports, space } = parsed.data;
      return getCreationText(parsed.accounts.newAccount.address, lamports, space);
    }
    case SystemInstruction.CreateAccountWithSeed: {
      const { amount, space } = parsed.data;
      return getCreationText(parsed.accounts.newAccount.address, amount, space);
    }
    case SystemInstruction.CreateAccountAllowPrefund: {
      const { lamports, space, programAddress } = parsed.data;
      const { address } = parsed.accounts.newAccount;
      // Unlike the others, this also takes an account that has SOL.
      return {
        text: getCreationText(address, lamports, space),
        ...warnIfAssigned(address, programAddress, address),
      };
    }
    case SystemInstruction.Assign: {
      const { address } = parsed.accounts.account;
      return describeAssign(address, parsed.data.programAddress, address);
    }
    case SystemInstruction.AssignWithSeed: {
      const { account, baseAccount } = parsed.accounts;
      return describeAssign(account.address, parsed.data.programAddress, baseAccount.address);
    }
    case SystemInstruction.Allocate:
    case SystemInstruction.AllocateWithSeed:
      return `Allocate ${formatNumber(parsed.data.space)} bytes for account ${shorten(parsed.accounts.newAccount)}`;
    case SystemInstruction.TransferSol:
      return `Transfer ${formatSol(parsed.data.amount)} to ${shorten(parsed.accounts.destination)}`;
    case SystemInstruction.TransferSolWithSeed: {
      const { source, destination, baseAccount } = parsed.accounts;
      const { amount } = parsed.data;
      return {
        text: `Transfer ${formatSol(amount)} from derived account ${shorten(source)} to ${shorten(destination)}`,
        warnings: warnOfWithdrawal(amount, source.address, destination.address, [baseAccount.address]),
      };
    }
    case SystemInstruction.InitializeNonceAccount:
      return `Set up nonce ${shorten(parsed.accounts.nonceAccount)} for ${shorten(parsed.data.nonceAuthority)}`;
    case SystemInstruction.AdvanceNonceAccount:
      return `Advance nonce ${shorten(parsed.accounts.nonceAccount)}`;
    case SystemInstruction.UpgradeNonceAccount:
      return `Upgrade nonce ${shorten(parsed.accounts.nonceAccount)}`;
    case SystemInstruction.WithdrawNonceAccount: {
      const { nonceAccount, recipientAccount, nonceAuthority } = parsed.accounts;
      const { withdrawAmount } = parsed.data;
      return {
        text: `Withdraw ${formatSol(withdrawAmount)} from nonce ${shorten(nonceAccount)} to ${shorten(recipientAccount)}`,
        warnings: warnOfWithdrawal(withdrawAmount, nonceAccount.address, recipientAccount.address, [
          nonceAuthority.address,
        ]),
      };
    }
    case SystemInstruction.AuthorizeNonceAccount: {
      const { nonceAccount, nonceAuthority } = parsed.accounts;
      const { newNonceAuthority } = parsed.data;
      const change = `${shorten(newNonceAuthority)} control of nonce ${shorten(nonceAccount)}`;
      const text = `This gives ${change}, and of the SOL in it. You lose both.`;
      return {
        text: `Give ${change}`,
        warnings: warnOfAuthority({ code: 'nonce-authority', level: 'danger', text }, newNonceAuthority, [
          nonceAuthority.address,
        ]),
      };
    }
    default:
      return undefined;
  }
}

function getCreationText(account: string, lamports: bigint, space: bigint): string {
  return `Create account ${shorten(account)} with ${formatSol(lamports)} and ${formatNumber(space)} bytes`;
}

function describeAssign(account: string, program: string, signer: string): InstructionDescription {
  const name = PROGRAM_NAMES.get(program) ?? shorten(program);
  return {
    text: `Assign account ${shorten(account)} to the program ${name}`,
    ...warnIfAssigned(account, program, signer),
  };
}

/** Every account of a person belongs to the System program. */
function warnIfAssigned(
  account: string,
  program: string,
  signer: string,
): Readonly<{ warnings?: readonly Warning[] }> {
  return program === SYSTEM_PROGRAM_ADDRESS ? {} : { warnings: [warnOfAssign(account, program, [signer])] };
}
