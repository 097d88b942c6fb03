import type { CompiledTransactionMessage } from '@solana/kit';
import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  ComputeBudgetInstruction,
  parseComputeBudgetInstruction,
} from '@solana-program/compute-budget';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { getInstructions } from '../../explain/describe-transaction.js';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';
import { UPGRADEABLE_LOADER_ADDRESS } from '../../explain/instructions/program-addresses.js';

const MAX_COMPUTE_UNITS = 1_400_000n;
const DEFAULT_COMPUTE_UNITS = 200_000n;
const BUILTIN_COMPUTE_UNITS = 3_000n;
/** What a version 1 message may have in place of Compute Budget instructions, with its bits in the mask. */
const CONFIG = {
  priorityFee: 0b11,
  computeUnitLimit: 0b100,
  loadedAccountsDataSizeLimit: 0b1000,
  heapSize: 0b10000,
} as const;
/** Programs that are part of the validator. Their instructions have a smaller compute budget. */
const BUILTIN_PROGRAMS: ReadonlySet<string> = new Set([
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  UPGRADEABLE_LOADER_ADDRESS,
  'LoaderV411111111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
]);

/**
 * Reads the config of a version 1 message, whose values stand in the order of the bits; `null` for what it
 * leaves out.
 */
export function getTransactionConfig(message: Extract<CompiledTransactionMessage, { version: 1 }>) {
  const values = message.configValues.values();
  const entries = Object.entries(CONFIG).map(([name, mask]) => {
    const isGiven = (message.configMask & mask) === mask;
    return [name, (isGiven ? values.next().value?.value : undefined) ?? null] as const;
  });
  return Object.fromEntries(entries) as Readonly<Record<keyof typeof CONFIG, bigint | number | null>>;
}

/** Returns how many compute units a message may use. */
export function getComputeUnitLimit(message: CompiledTransactionMessage): bigint {
  const units =
    message.version === 1
      ? // Unlike older versions, it has no default.
        BigInt(getTransactionConfig(message).computeUnitLimit ?? 0)
      : (readBudget(message).units ?? getDefaultComputeUnits(message));
  return units < MAX_COMPUTE_UNITS ? units : MAX_COMPUTE_UNITS;
}

/**
 * Returns the Compute Budget instructions of a message by their index; `undefined` for those that are unknown
 * or malformed.
 */
export function listBudgetInstructions(message: CompiledTransactionMessage) {
  return getInstructions(message).flatMap((instruction, index) =>
    instruction.programAddress === COMPUTE_BUDGET_PROGRAM_ADDRESS
      ? [{ index, parsed: tryParseBudget(instruction) }]
      : [],
  );
}

function tryParseBudget(instruction: ReadableInstruction) {
  try {
    return parseComputeBudgetInstruction(instruction);
  } catch {
    // With malformed data, the transaction fails anyway.
    return undefined;
  }
}

/**
 * Returns the last compute unit limit that a message sets, and its last price of a unit in micro-lamports.
 */
export function readBudget(message: CompiledTransactionMessage) {
  let units: bigint | undefined;
  let price = 0n;
  for (const { parsed } of listBudgetInstructions(message)) {
    if (parsed?.instructionType === ComputeBudgetInstruction.SetComputeUnitLimit)
      units = BigInt(parsed.data.units);
    if (parsed?.instructionType === ComputeBudgetInstruction.SetComputeUnitPrice)
      price = parsed.data.microLamports;
  }
  return { units, price };
}

function getDefaultComputeUnits(message: CompiledTransactionMessage): bigint {
  return getInstructions(message).reduce(
    (units, { programAddress }) =>
      units + (BUILTIN_PROGRAMS.has(programAddress) ? BUILTIN_COMPUTE_UNITS : DEFAULT_COMPUTE_UNITS),
    0n,
  );
}
