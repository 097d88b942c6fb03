import { createInvalidResponseError } from '../protocol/check.js';
import { type RpcOutcome, WALLET_RPC } from '../protocol/json-rpc.js';
import { parseErrorData } from '../protocol/rpc-errors.js';
import type { MobileWalletError } from '../util/errors.js';
import { createSendError, NOT_SUBMITTED, type States, UNKNOWN } from './sent.js';
import { isSignature, type SignatureEntry } from './signature-list.js';

/** The error codes with which a wallet refuses a whole request, so that nothing was submitted. */
export const REFUSALS: readonly number[] = [-1, -2, -3, -6, -7, -100, -32700, -32600, -32601, -32602];

/**
 * Returns what in a wallet's response to a send has the list of signatures: the result, or the data of -4.
 * Other errors do not say what became of each transaction, whatever data they have.
 */
export function getList({ error, result }: RpcOutcome): unknown {
  return error?.code === WALLET_RPC.NOT_SUBMITTED ? parseErrorData(error.data) : result;
}

/**
 * Returns what a wallet's list says of each transaction. What cannot be read is unknown, because its
 * transaction may have been submitted. `unsent` is what an empty entry means.
 */
export function readStates(entries: readonly SignatureEntry[], unsent = UNKNOWN): States {
  return entries.map((entry) => {
    if (entry === null) return unsent;
    return isSignature(entry) ? { status: 'submitted', signature: entry } : UNKNOWN;
  });
}

/**
 * Returns the signatures of a wallet's result.
 * @throws the error of a send if any of them is missing, or cannot be read
 */
export function getSignatures(entries: readonly SignatureEntry[]): Uint8Array[] {
  const signatures = entries.filter(isSignature);
  if (signatures.length === entries.length) return signatures;
  const wrong = entries.find((entry) => entry instanceof Error);
  const cause = wrong ?? createInvalidResponseError('result.signatures', 'must have no empty entries');
  throw createSendError(cause, readStates(entries));
}

/**
 * Returns the error for a wallet's error response to `sign_and_send_transactions`, by whether anything may
 * have been sent: `error` itself if the wallet refused the request, otherwise an error of a send, by the
 * `entries` of the response's list.
 */
export function toSendError(error: MobileWalletError, code: number, entries: readonly SignatureEntry[]) {
  if (REFUSALS.includes(code)) return error;
  return createSendError(error, readStates(entries, NOT_SUBMITTED), { ...error.context, rpcCode: code });
}
