import type {
  AccountMeta,
  Instruction,
  InstructionWithAccounts,
  InstructionWithData,
  ReadonlyUint8Array,
} from '@solana/kit';
import type { InstructionSummary } from '../chain.js';
import { formatAmount, formatNumber, shortenAddress } from '../text.js';

/** An instruction with its accounts and its data, empty or not. */
export type ReadableInstruction = Instruction &
  InstructionWithAccounts<readonly AccountMeta[]> &
  InstructionWithData<ReadonlyUint8Array>;

/** What an instruction asks for, and what the user should know of it. */
export type InstructionDescription = Readonly<{ text: string }> &
  Pick<InstructionSummary, 'programName' | 'fields' | 'accountNames' | 'warnings'>;

/**
 * Describes the instructions of one program; a plain text has neither fields nor warnings. Returns `undefined` for an
 * instruction that it does not know, and may throw for one that is incomplete.
 */
export type Describe = (instruction: ReadableInstruction) => InstructionDescription | string | undefined;

/** Describes an instruction. Returns `undefined` if it is unknown or incomplete. */
export function tryDescribe(
  instruction: ReadableInstruction,
  describe: Describe | undefined,
): InstructionDescription | undefined {
  try {
    const description = describe?.(instruction);
    if (typeof description !== 'object') return description === undefined ? undefined : { text: description };
    const { warnings = [], ...others } = description;
    return { ...others, ...(warnings.length > 0 && { warnings }) };
  } catch {
    // The data or the list of accounts ends early, the instruction is unknown, or a memo is not UTF-8.
    return undefined;
  }
}

/**
 * Returns the base58 address of an account of an instruction.
 *
 * @throws RangeError when the instruction has fewer accounts
 */
export function getAccount({ accounts }: ReadableInstruction, index: number): string {
  const account = accounts[index];
  if (!account) throw new RangeError(`It has no account ${index}`);
  return account.address;
}

/** Returns the addresses of an instruction's accounts from `index` on: an authority and, if it is shared, its signers. */
export function getSigners({ accounts }: ReadableInstruction, index: number): readonly string[] {
  return accounts.slice(index).map(({ address }) => address);
}

/** Returns a shortened address. Leaves a text that is not an address whole, such as a position in a lookup table. */
export function shorten(account: AccountMeta | string): string {
  const address = typeof account === 'string' ? account : account.address;
  return /^\w{32,44}$/.test(address) ? shortenAddress(address) : address;
}

/** Returns an amount of a token in whole tokens, or in smallest units if its decimals are not known. */
export function formatTokens({ amount, decimals }: Readonly<{ amount: bigint; decimals?: number }>): string {
  return decimals === undefined ? `${formatNumber(amount)} units` : formatAmount(amount, decimals);
}
