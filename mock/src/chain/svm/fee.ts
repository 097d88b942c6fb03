import type { CompiledTransactionMessage } from '@solana/kit';
import { getInstructions } from '../../explain/describe-transaction.js';
import { getComputeUnitLimit, getTransactionConfig, readBudget } from './compute-budget.js';

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS = 1_000_000n;
const SIGNATURE_PROGRAMS: ReadonlySet<string> = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
]);

/**
 * Returns the lamports for signatures, also those that programs verify, and the priority fee
 * (https://solana.com/docs/core/fees).
 */
export function getFee(message: CompiledTransactionMessage): bigint {
  const verified = getInstructions(message)
    .filter(({ programAddress }) => SIGNATURE_PROGRAMS.has(programAddress))
    .reduce((count, { data }) => count + (data[0] ?? 0), 0);
  const signatures = BigInt(message.header.numSignerAccounts + verified);
  return signatures * LAMPORTS_PER_SIGNATURE + getPriorityFee(message);
}

/** Returns the priority fee that a message offers, in lamports. */
export function getPriorityFee(message: CompiledTransactionMessage): bigint {
  if (message.version === 1) return BigInt(getTransactionConfig(message).priorityFee ?? 0);
  const paid = readBudget(message).price * getComputeUnitLimit(message);
  return (paid + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
}
