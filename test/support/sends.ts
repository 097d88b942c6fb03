import { encodeBase58 } from '../../src/util/base58.js';
import type { SendErrorCode, TransactionState } from '../../src/util/errors.js';

// Tests write what became of a transaction in short: its signature, `null` if it was not submitted,
// `undefined` if nobody can tell.

/** Returns the state in an error of a send for what became of a transaction. */
export function stateOf(outcome: unknown): TransactionState {
  if (outcome === undefined) return { status: 'unknown' };
  if (outcome === null) return { status: 'not-submitted' };
  const signature = outcome instanceof Uint8Array ? encodeBase58(outcome) : (outcome as string);
  return { status: 'submitted', signature };
}

/** Returns the code and the states that an error of a send must have for what became of its transactions. */
export function sendError(...outcomes: readonly unknown[]) {
  const code = outcomes.includes(undefined)
    ? 'SUBMISSION_UNKNOWN'
    : outcomes.every((outcome) => outcome === null)
      ? 'NOT_SUBMITTED'
      : 'ALREADY_SUBMITTED';
  return { code: code as SendErrorCode, context: { transactions: outcomes.map(stateOf) } };
}
