import { parseSystemInstruction, SYSTEM_PROGRAM_ADDRESS, SystemInstruction } from '@solana-program/system';
import { parseTokenInstruction, TokenInstruction } from '@solana-program/token';
import { type DecodedTransaction, getInstructions } from './describe-transaction.js';
import type { ReadableInstruction } from './instructions/instruction.js';
import { TOKEN_PROGRAMS } from './parsed-account.js';
import { formatAmount, formatSol } from './text.js';

/** An amount in smallest units; the mint is empty for SOL. */
type Payment = Readonly<{ mint: string; amount: bigint; decimals: number }>;

/**
 * Returns what transactions transfer from accounts in a few words, e.g. `0.01 SOL` or `25 tokens`, read from
 * their instructions alone; `undefined` if that is nothing, or is no single SOL or token amount.
 */
export function getPaymentText(
  transactions: readonly DecodedTransaction[],
  owners: readonly string[],
): string | undefined {
  const payments = transactions
    .flatMap(({ message }) => getInstructions(message))
    .flatMap((instruction) => readPayment(instruction, owners));
  const [first] = payments;
  if (!first || payments.some(({ mint }) => mint !== first.mint)) return undefined;
  const amount = payments.reduce((sum, payment) => sum + payment.amount, 0n);
  if (first.mint === '') return formatSol(amount);
  const text = formatAmount(amount, first.decimals);
  return `${text} ${text === '1' ? 'token' : 'tokens'}`;
}

function readPayment(instruction: ReadableInstruction, owners: readonly string[]): readonly Payment[] {
  try {
    if (instruction.programAddress === SYSTEM_PROGRAM_ADDRESS) {
      const parsed = parseSystemInstruction(instruction);
      if (parsed.instructionType !== SystemInstruction.TransferSol) return [];
      const { source } = parsed.accounts;
      return owners.includes(source.address) ? [{ mint: '', amount: parsed.data.amount, decimals: 9 }] : [];
    }
    if (!TOKEN_PROGRAMS.has(instruction.programAddress)) return [];
    const parsed = parseTokenInstruction(instruction);
    if (parsed.instructionType !== TokenInstruction.TransferChecked) return [];
    const { mint, authority } = parsed.accounts;
    return owners.includes(authority.address) ? [{ mint: mint.address, ...parsed.data }] : [];
  } catch {
    // The data or the list of accounts ends early, or the instruction is unknown.
    return [];
  }
}
