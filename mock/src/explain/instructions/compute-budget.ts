import { ComputeBudgetInstruction, parseComputeBudgetInstruction } from '@solana-program/compute-budget';
import { formatNumber } from '../text.js';
import type { ReadableInstruction } from './instruction.js';

/** Describes what a transaction may use, and what it pays to be fast. */
export function describeComputeBudget(instruction: ReadableInstruction): string | undefined {
  const parsed = parseComputeBudgetInstruction(instruction);
  switch (parsed.instructionType) {
    case ComputeBudgetInstruction.RequestUnits:
      return `Limit compute units to ${formatNumber(parsed.data.units)}, and pay ${formatNumber(parsed.data.additionalFee)} lamports more`;
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
