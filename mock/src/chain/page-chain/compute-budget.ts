import type { CompiledTransactionMessage } from '@solana/kit';
import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  ComputeBudgetInstruction,
  type ParsedComputeBudgetInstruction,
  parseComputeBudgetInstruction,
} from '@solana-program/compute-budget';
import { getInstructions } from '../../explain/describe-transaction.js';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';
import type { TransactionErrorJson } from '../../explain/transaction-error.js';
import { getTransactionConfig } from '../svm/fee.js';
import { isHeapSize } from './sanity.js';

type Parsed = ParsedComputeBudgetInstruction<string>;

const MOST_LOADED = 64 * 1024 * 1024;

/** Returns how many bytes the accounts of a transaction may have, or why its limits are refused. */
export function readLoadLimit(
  message: CompiledTransactionMessage,
): number | Readonly<{ refusal: TransactionErrorJson }> {
  // Version 1 has its limits in the message, and ignores the instructions. What it leaves out is 0.
  if (message.version === 1) {
    return Math.min(getTransactionConfig(message).loadedAccountsDataSizeLimit ?? 0, MOST_LOADED);
  }
  const budget = new Map<ComputeBudgetInstruction, readonly [index: number, parsed: Parsed]>();
  for (const [index, instruction] of getInstructions(message).entries()) {
    if (instruction.programAddress !== COMPUTE_BUDGET_PROGRAM_ADDRESS) continue;
    const parsed = tryParse(instruction);
    if (!parsed) return { refusal: { InstructionError: [index, 'InvalidInstructionData'] } };
    if (budget.has(parsed.instructionType)) return { refusal: { DuplicateInstruction: index } };
    budget.set(parsed.instructionType, [index, parsed]);
  }
  // The values are checked after all instructions were read, the heap first.
  let limit = MOST_LOADED;
  for (const [index, parsed] of budget.values()) {
    if (parsed.instructionType === ComputeBudgetInstruction.SetLoadedAccountsDataSizeLimit) {
      limit = Math.min(parsed.data.accountDataSizeLimit, MOST_LOADED);
    }
    const isHeap = parsed.instructionType === ComputeBudgetInstruction.RequestHeapFrame;
    if (isHeap && !isHeapSize(parsed.data.bytes))
      return { refusal: { InstructionError: [index, 'InvalidInstructionData'] } };
  }
  return limit === 0 ? { refusal: 'InvalidLoadedAccountsDataSizeLimit' } : limit;
}

/** Returns an instruction that the chain knows; `undefined` for any other. */
function tryParse(instruction: ReadableInstruction): Parsed | undefined {
  try {
    const parsed = parseComputeBudgetInstruction(instruction);
    return parsed.instructionType === ComputeBudgetInstruction.RequestUnits ? undefined : parsed;
  } catch {
    return undefined;
  }
}
