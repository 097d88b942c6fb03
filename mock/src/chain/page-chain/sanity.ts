import type { CompiledTransactionMessage } from '@solana/kit';
import { getTransactionConfig } from '../svm/fee.js';

const HEAP_STEP = 1024;
const SMALLEST_HEAP = 32 * HEAP_STEP;
const LARGEST_HEAP = 256 * HEAP_STEP;
/** The most that a message of version 1 may have. Older ones are too small for more. */
const MOST_SIGNERS = 12;
const MOST_INSTRUCTIONS = 64;
const MOST_ACCOUNTS = 64;

/** Whether a message does not contradict itself: its fee payer can pay and is no program, and version 1 keeps its limits. */
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
    isHeapSize(getTransactionConfig(message).heapSize ?? SMALLEST_HEAP)
  );
}

/** Whether a transaction may ask for a heap of so many bytes. */
export function isHeapSize(bytes: number): boolean {
  return bytes % HEAP_STEP === 0 && bytes >= SMALLEST_HEAP && bytes <= LARGEST_HEAP;
}
