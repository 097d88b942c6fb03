import type { CompiledTransactionMessage } from '@solana/kit';
import { getCompiledInstructions } from '../describe-transaction.js';

/** What a version 1 message asks for, in place of Compute Budget instructions; `null` where it does not. */
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
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const SIGNATURE_PROGRAMS: ReadonlySet<string> = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]);
/** Programs that are part of the validator; an instruction for one of them is budgeted less. */
const BUILTIN_PROGRAMS: ReadonlySet<string> = new Set([
  COMPUTE_BUDGET,
  '11111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
]);

/**
 * The fee of a message in lamports: 5000 for each signature (those that signature programs verify included),
 * and what it offers for priority (https://solana.com/docs/core/fees).
 */
export function getFee(message: CompiledTransactionMessage): bigint {
  const instructions = getCompiledInstructions(message).map(({ programIndex, data }) => ({
    program: message.staticAccounts[programIndex] ?? '',
    data,
  }));
  const verified = instructions
    .filter(({ program }) => SIGNATURE_PROGRAMS.has(program))
    .reduce((count, { data }) => count + (data[0] ?? 0), 0);
  const signatures = BigInt(message.header.numSignerAccounts + verified);
  return signatures * LAMPORTS_PER_SIGNATURE + getPriorityFee(message, instructions);
}

/** Reads the config of a version 1 message: a bit mask says which values follow, in this order. */
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

function getPriorityFee(
  message: CompiledTransactionMessage,
  instructions: readonly Readonly<{ program: string; data: Uint8Array }>[],
): bigint {
  if (message.version === 1) return getTransactionConfig(message).priorityFee ?? 0n;
  let price = 0n;
  let limit: bigint | undefined;
  for (const { program, data } of instructions) {
    if (program !== COMPUTE_BUDGET) continue;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (data[0] === 2 && data.length >= 5) limit = BigInt(view.getUint32(1, true));
    if (data[0] === 3 && data.length >= 9) price = view.getBigUint64(1, true);
  }
  const units = limit ?? getDefaultComputeUnits(instructions.map(({ program }) => program));
  const paid = units < MAX_COMPUTE_UNITS ? units : MAX_COMPUTE_UNITS;
  return (price * paid + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
}

function getDefaultComputeUnits(programs: readonly string[]): bigint {
  return programs.reduce(
    (units, program) =>
      units + (BUILTIN_PROGRAMS.has(program) ? BUILTIN_COMPUTE_UNITS : DEFAULT_COMPUTE_UNITS),
    0n,
  );
}
