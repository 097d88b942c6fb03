import type { ReadonlyUint8Array } from '@solana/kit';
import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  ComputeBudgetInstruction,
  parseComputeBudgetInstruction,
} from '@solana-program/compute-budget';
import { STAKE_PROGRAM_ADDRESS } from '@solana-program/stake';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { decodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { formatHex } from '../text.js';
import { warnOfUnnamedInstruction } from '../warnings/instruction-warnings.js';
import type { IdlPrograms } from './idl-programs.js';
import {
  type Describe,
  type InstructionDescription,
  type ReadableInstruction,
  say,
  tryDescribe,
} from './instruction.js';
import { describeLookupTable, describeUpgradeableLoader } from './native-programs.js';
import {
  LOOKUP_TABLE_PROGRAM_ADDRESS,
  MEMO_PROGRAM_ADDRESSES,
  PROGRAM_NAMES,
  TOKEN_2022_PROGRAM_ADDRESS,
  UPGRADEABLE_LOADER_ADDRESS,
} from './program-addresses.js';
import { describeStake } from './stake.js';
import { describeSystem } from './system.js';
import { describeAssociatedToken, describeToken } from './token.js';

/** Describes what a transaction may use, and what it pays to be fast. */
const describeComputeBudget: Describe = (instruction) => {
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

// As a JSON string, so that line breaks and control characters of a stranger's text are visible.
const describeMemo: Describe = ({ data }) => `Memo ${JSON.stringify(decodeUtf8(Uint8Array.from(data)))}`;

const PROGRAMS: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  [SYSTEM_PROGRAM_ADDRESS, describeSystem],
  [COMPUTE_BUDGET_PROGRAM_ADDRESS, describeComputeBudget],
  [MEMO_PROGRAM_ADDRESSES.current, describeMemo],
  [MEMO_PROGRAM_ADDRESSES.version1, describeMemo],
  [MEMO_PROGRAM_ADDRESSES.version4, describeMemo],
  [TOKEN_PROGRAM_ADDRESS, describeToken],
  [TOKEN_2022_PROGRAM_ADDRESS, describeToken],
  [ASSOCIATED_TOKEN_PROGRAM_ADDRESS, describeAssociatedToken],
  [STAKE_PROGRAM_ADDRESS, describeStake],
  [LOOKUP_TABLE_PROGRAM_ADDRESS, describeLookupTable],
  [UPGRADEABLE_LOADER_ADDRESS, describeUpgradeableLoader],
]);

/**
 * Returns an instruction in words, with its warnings, if its program is one of those in this folder or has an
 * IDL, and its form is known. The text of any other instruction is its data as hexadecimal. Never throws.
 */
export function describeInstruction(
  instruction: ReadableInstruction,
  idls: IdlPrograms = new Map(),
): InstructionDescription {
  const { programAddress } = instruction;
  const idl = idls.get(programAddress);
  const describe = PROGRAMS.get(programAddress);
  const programName = PROGRAM_NAMES.get(programAddress) ?? idl?.name;
  const description = tryDescribe(instruction, describe) ?? tryDescribe(instruction, idl?.describe);
  if (programName === undefined) return { text: formatData(instruction.data) };
  if (description) return { programName, ...description };
  return {
    programName,
    text: formatData(instruction.data),
    // Of the other programs that have a name, the wallet reads no instruction, so that one more says nothing.
    ...((describe || idl) && { warnings: [warnOfUnnamedInstruction(programName, idl !== undefined)] }),
  };
}

/** The text of an instruction that nobody can read. */
function formatData(data: ReadonlyUint8Array): string {
  return `0x${formatHex(data, '')}`;
}
