import { ComputeBudgetInstruction, parseComputeBudgetInstruction } from '@solana-program/compute-budget';
import { type Describe, say } from './instruction.js';

/** Describes what a transaction may use, and what it pays to be fast. */
export const describeComputeBudget: Describe = (instruction) => {
  const { instructionType, data } = parseComputeBudgetInstruction(instruction);
  switch (instructionType) {
    case ComputeBudgetInstruction.RequestUnits:
      return say`Limit compute units to ${data.units}, and pay ${data.additionalFee} lamports more`;
    case ComputeBudgetInstruction.RequestHeapFrame:
      return say`Request a heap of ${data.bytes} bytes`;
    case ComputeBudgetInstruction.SetComputeUnitLimit:
      return say`Limit compute units to ${data.units}`;
    case ComputeBudgetInstruction.SetComputeUnitPrice:
      return say`Pay ${data.microLamports} micro-lamports per compute unit`;
    case ComputeBudgetInstruction.SetLoadedAccountsDataSizeLimit:
      return say`Limit loaded account data to ${data.accountDataSizeLimit} bytes`;
  }
};
