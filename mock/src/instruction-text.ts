import type {
  AccountMeta,
  Instruction,
  InstructionWithAccounts,
  InstructionWithData,
  ReadonlyUint8Array,
} from '@solana/kit';
import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  ComputeBudgetInstruction,
  parseComputeBudgetInstruction,
} from '@solana-program/compute-budget';
import { parseSystemInstruction, SYSTEM_PROGRAM_ADDRESS, SystemInstruction } from '@solana-program/system';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  AssociatedTokenInstruction,
  parseAssociatedTokenInstruction,
  parseTokenInstruction,
  TOKEN_PROGRAM_ADDRESS,
  TokenInstruction,
} from '@solana-program/token';
import { decodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { formatAmount, formatHex, formatNumber, formatSol, shortenAddress } from './text.js';

/** An instruction with its accounts and its data, empty or not. */
export type ReadableInstruction = Instruction &
  InstructionWithAccounts<readonly AccountMeta[]> &
  InstructionWithData<ReadonlyUint8Array>;

/** What is known of an instruction's program, and what the instruction asks for. */
export type InstructionText = Readonly<{ programName?: string; text: string }>;

/** Returns an instruction in words. Returns `undefined` or throws if it cannot. */
type Describe = (instruction: ReadableInstruction) => string | undefined;

/** The addresses of the two Memo programs. */
export const MEMO_PROGRAM_ADDRESSES = {
  current: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  version1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
} as const;
/** The address of Token-2022, whose own client does not support kit 8. */
export const TOKEN_2022_PROGRAM_ADDRESS = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
// Two programs that have no client in the dependencies.
/** The program of address lookup tables. */
export const LOOKUP_TABLE_PROGRAM_ADDRESS = 'AddressLookupTab1e1111111111111111111111111';
/** The program that loads programs which can be upgraded. */
export const UPGRADEABLE_LOADER_ADDRESS = 'BPFLoaderUpgradeab1e11111111111111111111111';

const PROGRAMS: ReadonlyMap<string, Readonly<{ name: string; describe?: Describe }>> = new Map([
  [SYSTEM_PROGRAM_ADDRESS, { name: 'System', describe: describeSystem }],
  [COMPUTE_BUDGET_PROGRAM_ADDRESS, { name: 'Compute Budget', describe: describeComputeBudget }],
  [MEMO_PROGRAM_ADDRESSES.current, { name: 'Memo', describe: describeMemo }],
  [MEMO_PROGRAM_ADDRESSES.version1, { name: 'Memo (version 1)', describe: describeMemo }],
  [TOKEN_PROGRAM_ADDRESS, { name: 'Token', describe: describeToken }],
  // The instructions of Token that are described here have the same form in Token-2022.
  [TOKEN_2022_PROGRAM_ADDRESS, { name: 'Token-2022', describe: describeToken }],
  [ASSOCIATED_TOKEN_PROGRAM_ADDRESS, { name: 'Associated Token', describe: describeAssociatedToken }],
  [LOOKUP_TABLE_PROGRAM_ADDRESS, { name: 'Address Lookup Table' }],
  ['Stake11111111111111111111111111111111111111', { name: 'Stake' }],
  ['Vote111111111111111111111111111111111111111', { name: 'Vote' }],
  [UPGRADEABLE_LOADER_ADDRESS, { name: 'BPF Upgradeable Loader' }],
]);

/**
 * Returns an instruction in words where its program and its form are known: System, Memo, Compute Budget and the
 * common ones of the token programs. For all others it returns the data as hexadecimal. Never throws.
 */
export function getInstructionText(instruction: ReadableInstruction): InstructionText {
  const program = PROGRAMS.get(instruction.programAddress);
  const text = tryDescribe(instruction, program?.describe) ?? `0x${formatHex(instruction.data, '')}`;
  return program ? { programName: program.name, text } : { text };
}

function tryDescribe(instruction: ReadableInstruction, describe: Describe | undefined): string | undefined {
  try {
    return describe?.(instruction);
  } catch {
    // The data or the list of accounts ends early, the instruction is unknown, or a memo is not UTF-8.
    return undefined;
  }
}

function describeSystem(instruction: ReadableInstruction): string | undefined {
  const parsed = parseSystemInstruction(instruction);
  switch (parsed.instructionType) {
    case SystemInstruction.CreateAccount: {
      const { lamports, space } = parsed.data;
      return `Create account ${shorten(parsed.accounts.newAccount)} with ${formatSol(lamports)} and ${formatNumber(space)} bytes`;
    }
    case SystemInstruction.Assign:
      return `Assign account ${shorten(parsed.accounts.account)} to another program`;
    case SystemInstruction.TransferSol:
      return `Transfer ${formatSol(parsed.data.amount)} to ${shorten(parsed.accounts.destination)}`;
    case SystemInstruction.AdvanceNonceAccount:
      return `Advance nonce ${shorten(parsed.accounts.nonceAccount)}`;
    case SystemInstruction.WithdrawNonceAccount: {
      const { nonceAccount, recipientAccount } = parsed.accounts;
      return `Withdraw ${formatSol(parsed.data.withdrawAmount)} from nonce ${shorten(nonceAccount)} to ${shorten(recipientAccount)}`;
    }
    case SystemInstruction.Allocate:
      return `Allocate ${formatNumber(parsed.data.space)} bytes for account ${shorten(parsed.accounts.newAccount)}`;
    case SystemInstruction.TransferSolWithSeed: {
      const { source, destination } = parsed.accounts;
      return `Transfer ${formatSol(parsed.data.amount)} from derived account ${shorten(source)} to ${shorten(destination)}`;
    }
    default:
      return undefined;
  }
}

function describeComputeBudget(instruction: ReadableInstruction): string | undefined {
  const parsed = parseComputeBudgetInstruction(instruction);
  switch (parsed.instructionType) {
    case ComputeBudgetInstruction.RequestHeapFrame:
      return `Request a heap of ${formatNumber(parsed.data.bytes)} bytes`;
    case ComputeBudgetInstruction.SetComputeUnitLimit:
      return `Limit compute units to ${formatNumber(parsed.data.units)}`;
    case ComputeBudgetInstruction.SetComputeUnitPrice:
      return `Pay ${formatNumber(parsed.data.microLamports)} micro-lamports per compute unit`;
    case ComputeBudgetInstruction.SetLoadedAccountsDataSizeLimit:
      return `Limit loaded account data to ${formatNumber(parsed.data.accountDataSizeLimit)} bytes`;
    default:
      return undefined;
  }
}

function describeMemo({ data }: ReadableInstruction): string {
  // As a JSON string, so that line breaks and control characters of a stranger's text are visible.
  return `Memo ${JSON.stringify(decodeUtf8(Uint8Array.from(data)))}`;
}

function describeToken(instruction: ReadableInstruction): string | undefined {
  const parsed = parseTokenInstruction(instruction);
  switch (parsed.instructionType) {
    case TokenInstruction.Transfer:
      return `Transfer ${formatNumber(parsed.data.amount)} units of a token to ${shorten(parsed.accounts.destination)}`;
    case TokenInstruction.Approve:
      return `Allow ${shorten(parsed.accounts.delegate)} to spend ${formatNumber(parsed.data.amount)} units of a token`;
    case TokenInstruction.SetAuthority:
      return `Change an authority of ${shorten(parsed.accounts.owned)}`;
    case TokenInstruction.CloseAccount:
      return `Close token account ${shorten(parsed.accounts.account)}`;
    case TokenInstruction.TransferChecked: {
      const { mint, destination } = parsed.accounts;
      return `Transfer ${formatTokens(parsed.data)} of token ${shorten(mint)} to ${shorten(destination)}`;
    }
    case TokenInstruction.ApproveChecked: {
      const { mint, delegate } = parsed.accounts;
      return `Allow ${shorten(delegate)} to spend ${formatTokens(parsed.data)} of token ${shorten(mint)}`;
    }
    default:
      return undefined;
  }
}

function describeAssociatedToken(instruction: ReadableInstruction): string | undefined {
  // Without data it creates an account, too; the parser does not know this older form.
  const data = instruction.data.length === 0 ? Uint8Array.of(0) : instruction.data;
  const parsed = parseAssociatedTokenInstruction({ ...instruction, data });
  if (parsed.instructionType === AssociatedTokenInstruction.RecoverNestedAssociatedToken) return undefined;
  const { mint, owner } = parsed.accounts;
  return `Create account for token ${shorten(mint)} of ${shorten(owner)}`;
}

function formatTokens({ amount, decimals }: Readonly<{ amount: bigint; decimals: number }>): string {
  return formatAmount(amount, decimals);
}

/** Leaves a text that is not an address whole, such as a position in a lookup table. */
function shorten({ address }: AccountMeta): string {
  return /^\w{32,44}$/.test(address) ? shortenAddress(address) : address;
}
