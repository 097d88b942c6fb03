import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  ComputeBudgetInstruction,
  type ParsedComputeBudgetInstruction,
  parseComputeBudgetInstruction,
} from '@solana-program/compute-budget';
import type { ReadableInstruction } from '../instructions/instruction.js';
import type { TransactionErrorJson } from '../transaction-error.js';

type Parsed = ParsedComputeBudgetInstruction<string>;

const HEAP_STEP = 1024;
const SMALLEST_HEAP = 32 * HEAP_STEP;
const LARGEST_HEAP = 256 * HEAP_STEP;

/** Returns why a transaction's Compute Budget instructions are refused. */
export function checkComputeBudget(
  instructions: readonly ReadableInstruction[],
): TransactionErrorJson | undefined {
  const budget = new Map<ComputeBudgetInstruction, readonly [index: number, parsed: Parsed]>();
  for (const [index, instruction] of instructions.entries()) {
    if (instruction.programAddress !== COMPUTE_BUDGET_PROGRAM_ADDRESS) continue;
    const parsed = tryParse(instruction);
    if (!parsed) return { InstructionError: [index, 'InvalidInstructionData'] };
    if (budget.has(parsed.instructionType)) return { DuplicateInstruction: index };
    budget.set(parsed.instructionType, [index, parsed]);
  }
  // The values are checked after all instructions were read.
  for (const [index, parsed] of budget.values()) {
    const isHeap = parsed.instructionType === ComputeBudgetInstruction.RequestHeapFrame;
    if (isHeap && !isHeapSize(parsed.data.bytes))
      return { InstructionError: [index, 'InvalidInstructionData'] };
  }
  const isEmpty = [...budget.values()].some(
    ([, parsed]) =>
      parsed.instructionType === ComputeBudgetInstruction.SetLoadedAccountsDataSizeLimit &&
      parsed.data.accountDataSizeLimit === 0,
  );
  return isEmpty ? 'InvalidLoadedAccountsDataSizeLimit' : undefined;
}

function isHeapSize(bytes: number): boolean {
  return bytes % HEAP_STEP === 0 && bytes >= SMALLEST_HEAP && bytes <= LARGEST_HEAP;
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
