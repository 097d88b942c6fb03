import { ComputeBudgetInstruction, parseComputeBudgetInstruction } from '@solana-program/compute-budget';
import { formatNumber } from '../text.js';
import type { Describe } from './instruction.js';

/** Describes what a transaction may use, and what it pays to be fast. */
export const describeComputeBudget: Describe = (instruction) => {
  const { instructionType, data } = parseComputeBudgetInstruction(instruction);
  switch (instructionType) {
    case ComputeBudgetInstruction.RequestUnits:
      return `Limit compute units to ${formatNumber(data.units)}, and pay ${formatNumber(data.additionalFee)} lamports more`;
    case ComputeBudgetInstruction.RequestHeapFrame:
      return `Request a heap of ${formatNumber(data.bytes)} bytes`;
    case ComputeBudgetInstruction.SetComputeUnitLimit:
      return `Limit compute units to ${formatNumber(data.units)}`;
    case ComputeBudgetInstruction.SetComputeUnitPrice:
      return `Pay ${formatNumber(data.microLamports)} micro-lamports per compute unit`;
    case ComputeBudgetInstruction.SetLoadedAccountsDataSizeLimit:
      return `Limit loaded account data to ${formatNumber(data.accountDataSizeLimit)} bytes`;
  }
};
