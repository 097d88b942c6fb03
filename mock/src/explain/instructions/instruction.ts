import type { AccountMeta, Instruction } from '@solana/kit';
import type { InstructionSummary } from '../chain.js';
import { formatAmount, formatNumber, shortenAddress } from '../text.js';

/** An instruction with its accounts and its data, empty or not. */
export type ReadableInstruction = Required<Instruction<string, readonly AccountMeta[]>>;

/** What an instruction asks for, and what the user should know of it. */
export type InstructionDescription = Readonly<{ text: string }> &
  Pick<InstructionSummary, 'programName' | 'fields' | 'accountNames' | 'warnings' | 'takesBack'>;

/**
 * Describes the instructions of one program; a plain text has neither fields nor warnings. Returns
 * `undefined` for an instruction that it does not know, and may throw for one that is incomplete.
 */
export type Describe = (instruction: ReadableInstruction) => InstructionDescription | string | undefined;

/**
 * How to describe one of a program's instructions: a text in which `{0}` stands for its first account, or a
 * function that gets the addresses of accounts by `account`, which throws for one that the instruction lacks.
 */
export type Row =
  | string
  | ((
      account: (index: number) => string,
      instruction: ReadableInstruction,
    ) => InstructionDescription | string);

/** Describes an instruction. Returns `undefined` if it is unknown or incomplete. */
export function tryDescribe(
  instruction: ReadableInstruction,
  describe: Describe | undefined,
): InstructionDescription | undefined {
  try {
    const description = describe?.(instruction);
    if (typeof description !== 'object') return description === undefined ? undefined : { text: description };
    const { warnings = [], ...others } = description;
    // Nobody is warned of what does not change hands.
    const losses = warnings.filter(({ signers = [], receiver = '' }) => !signers.includes(receiver));
    return { ...others, ...(losses.length > 0 && { warnings: losses }) };
  } catch {
    // The data or the list of accounts ends early, the instruction is unknown, or a memo is not UTF-8.
    return undefined;
  }
}

/** Describes an instruction by the row of a table. */
export function describeRow(row: Row | undefined, instruction: ReadableInstruction): ReturnType<Describe> {
  const account = (index: number): string => {
    const found = instruction.accounts[index];
    if (!found) throw new RangeError(`It has no account ${index}`);
    return found.address;
  };
  if (typeof row !== 'string') return row?.(account, instruction);
  return row.replace(/\{(\d)\}/g, (_, index: string) => shorten(account(Number(index))));
}

/**
 * Returns the addresses of an instruction's accounts from `index` on: an authority and, if it is shared, its
 * signers.
 */
export function getSigners({ accounts }: ReadableInstruction, index: number): readonly string[] {
  return accounts.slice(index).map(({ address }) => address);
}

/**
 * Fills a template literal, with accounts and addresses shortened, and the digits of numbers in groups of
 * three.
 */
export function say(
  texts: TemplateStringsArray,
  ...values: readonly (AccountMeta | string | number | bigint)[]
): string {
  return String.raw({ raw: texts }, ...values.map(formatValue));
}

function formatValue(value: AccountMeta | string | number | bigint): string {
  if (typeof value === 'number' || typeof value === 'bigint') return formatNumber(value);
  return shorten(typeof value === 'string' ? value : value.address);
}

/** Returns an amount of a token in whole tokens, or in smallest units if its decimals are not known. */
export function formatTokens({ amount, decimals }: Readonly<{ amount: bigint; decimals?: number }>): string {
  return decimals === undefined ? `${formatNumber(amount)} units` : formatAmount(amount, decimals);
}

/** Leaves a text that is not an address whole, such as a position in a lookup table. */
function shorten(text: string): string {
  return /^\w{32,44}$/.test(text) ? shortenAddress(text) : text;
}
