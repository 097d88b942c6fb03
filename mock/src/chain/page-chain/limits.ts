import type { CompiledTransactionMessage } from '@solana/kit';
import { ComputeBudgetInstruction } from '@solana-program/compute-budget';
import { getTransactionConfig, listBudgetInstructions } from '../svm/compute-budget.js';
import { fail } from './program.js';

const HEAP_STEP = 1024;
const SMALLEST_HEAP = 32 * HEAP_STEP;
const LARGEST_HEAP = 256 * HEAP_STEP;
const MOST_LOADED = 64 * 1024 * 1024;
/** The most that a message of version 1 may have. Older ones are too small for more. */
const MOST_SIGNERS = 12;
const MOST_INSTRUCTIONS = 64;
const MOST_ACCOUNTS = 64;

/**
 * Whether a message does not contradict itself: its fee payer can pay and is no program, and version 1 keeps
 * its limits.
 */
export function isSane(message: CompiledTransactionMessage): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts } = message.header;
  const programs =
    message.version === 1
      ? message.instructionHeaders.map(({ programAccountIndex }) => programAccountIndex)
      : message.instructions.map(({ programAddressIndex }) => programAddressIndex);
  if (numReadonlySignerAccounts >= numSignerAccounts || programs.includes(0)) return false;
  if (message.version !== 1) return true;
  const { length } = message.staticAccounts;
  return (
    numSignerAccounts <= MOST_SIGNERS &&
    programs.length <= MOST_INSTRUCTIONS &&
    length <= MOST_ACCOUNTS &&
    new Set(message.staticAccounts).size === length &&
    isHeapSize(Number(getTransactionConfig(message).heapSize ?? SMALLEST_HEAP))
  );
}

/** Returns how many bytes the accounts of a transaction may have; fails if its limits are refused. */
export function readLoadLimit(message: CompiledTransactionMessage): number {
  // Version 1 has its limits in the message, and ignores the instructions. What it leaves out is 0.
  if (message.version === 1) {
    return Math.min(Number(getTransactionConfig(message).loadedAccountsDataSizeLimit ?? 0), MOST_LOADED);
  }
  const types = new Set<ComputeBudgetInstruction>();
  let limit = MOST_LOADED;
  let badHeap: number | undefined;
  for (const { index, parsed } of listBudgetInstructions(message)) {
    if (!parsed || parsed.instructionType === ComputeBudgetInstruction.RequestUnits) failData(index);
    if (types.has(parsed.instructionType)) fail({ DuplicateInstruction: index });
    types.add(parsed.instructionType);
    if (parsed.instructionType === ComputeBudgetInstruction.SetLoadedAccountsDataSizeLimit) {
      limit = Math.min(parsed.data.accountDataSizeLimit, MOST_LOADED);
    }
    const isHeap = parsed.instructionType === ComputeBudgetInstruction.RequestHeapFrame;
    if (isHeap && !isHeapSize(parsed.data.bytes)) badHeap = index;
  }
  // The values are checked after all instructions were read, the heap first.
  if (badHeap !== undefined) failData(badHeap);
  return limit === 0 ? fail('InvalidLoadedAccountsDataSizeLimit') : limit;
}

function failData(index: number): never {
  return fail({ InstructionError: [index, 'InvalidInstructionData'] });
}

function isHeapSize(bytes: number): boolean {
  return bytes % HEAP_STEP === 0 && bytes >= SMALLEST_HEAP && bytes <= LARGEST_HEAP;
}
