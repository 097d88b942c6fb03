import type { CompiledTransactionMessage } from '@solana/kit';
import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  ComputeBudgetInstruction,
  type ParsedComputeBudgetInstruction,
  parseComputeBudgetInstruction,
} from '@solana-program/compute-budget';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { getInstructions } from '../../explain/describe-transaction.js';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';
import { UPGRADEABLE_LOADER_ADDRESS } from '../../explain/instructions/program-addresses.js';

/** What a version 1 message has in place of Compute Budget instructions; `null` for what it leaves out. */
export type TransactionConfig = Readonly<{
  priorityFee: bigint | null;
  computeUnitLimit: number | null;
  loadedAccountsDataSizeLimit: number | null;
  heapSize: number | null;
}>;

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS = 1_000_000n;
const MAX_COMPUTE_UNITS = 1_400_000n;
const DEFAULT_COMPUTE_UNITS = 200_000n;
const BUILTIN_COMPUTE_UNITS = 3_000n;
const SIGNATURE_PROGRAMS: ReadonlySet<string> = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]);
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
 * Returns the fee of a message in lamports: 5000 for each signature, including those that signature programs
 * verify, and the priority fee that it offers (https://solana.com/docs/core/fees).
 */
export function getFee(message: CompiledTransactionMessage): bigint {
  const instructions = getInstructions(message);
  const verified = instructions
    .filter(({ programAddress }) => SIGNATURE_PROGRAMS.has(programAddress))
    .reduce((count, { data }) => count + (data[0] ?? 0), 0);
  const signatures = BigInt(message.header.numSignerAccounts + verified);
  return signatures * LAMPORTS_PER_SIGNATURE + getPriorityFee(message, instructions);
}

/** Reads the config of a version 1 message. Its bit mask tells which values follow, in the order of the bits. */
export function getTransactionConfig(
  message: Extract<CompiledTransactionMessage, { version: 1 }>,
): TransactionConfig {
  const values = message.configValues.values();
  const take = (mask: number) =>
    (message.configMask & mask) === mask ? values.next().value?.value : undefined;
  const takeNumber = (mask: number) => {
    const value = take(mask);
    return value === undefined ? null : Number(value);
  };
  const priorityFee = take(0b11);
  return {
    priorityFee: priorityFee === undefined ? null : BigInt(priorityFee),
    computeUnitLimit: takeNumber(0b100),
    loadedAccountsDataSizeLimit: takeNumber(0b1000),
    heapSize: takeNumber(0b10000),
  };
}

/** Returns how many compute units a message may use. */
export function getComputeUnitLimit(
  message: CompiledTransactionMessage,
  instructions: readonly ReadableInstruction[] = getInstructions(message),
): bigint {
  const units = getRequestedUnits(message, instructions) ?? getDefaultComputeUnits(instructions);
  return units < MAX_COMPUTE_UNITS ? units : MAX_COMPUTE_UNITS;
}

function getRequestedUnits(
  message: CompiledTransactionMessage,
  instructions: readonly ReadableInstruction[],
): bigint | undefined {
  if (message.version === 1) {
    const { computeUnitLimit } = getTransactionConfig(message);
    // Unlike older versions, it has no default.
    return BigInt(computeUnitLimit ?? 0);
  }
  const limits = instructions.flatMap((instruction) => {
    const budget = tryParseComputeBudget(instruction);
    const isLimit = budget?.instructionType === ComputeBudgetInstruction.SetComputeUnitLimit;
    return isLimit ? [BigInt(budget.data.units)] : [];
  });
  return limits.at(-1);
}

/** Returns the priority fee that a message offers, in lamports. */
export function getPriorityFee(
  message: CompiledTransactionMessage,
  instructions = getInstructions(message),
): bigint {
  if (message.version === 1) return getTransactionConfig(message).priorityFee ?? 0n;
  let price = 0n;
  for (const instruction of instructions) {
    const budget = tryParseComputeBudget(instruction);
    if (budget?.instructionType === ComputeBudgetInstruction.SetComputeUnitPrice) {
      price = budget.data.microLamports;
    }
  }
  const paid = getComputeUnitLimit(message, instructions);
  return (price * paid + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
}

function tryParseComputeBudget(
  instruction: ReadableInstruction,
): ParsedComputeBudgetInstruction<string> | undefined {
  if (instruction.programAddress !== COMPUTE_BUDGET_PROGRAM_ADDRESS) return undefined;
  try {
    return parseComputeBudgetInstruction(instruction);
  } catch {
    // With malformed data, the transaction fails anyway.
    return undefined;
  }
}

function getDefaultComputeUnits(instructions: readonly ReadableInstruction[]): bigint {
  return instructions.reduce(
    (units, { programAddress }) =>
      units + (BUILTIN_PROGRAMS.has(programAddress) ? BUILTIN_COMPUTE_UNITS : DEFAULT_COMPUTE_UNITS),
    0n,
  );
}
