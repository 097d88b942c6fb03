import { checkBase64 } from '../protocol/check.js';
import { type JsonRpcError, WALLET_RPC } from '../protocol/json-rpc.js';
import { parseErrorData } from '../protocol/rpc-errors.js';
import { SIGNATURE_LENGTH } from '../util/bytes.js';
import { attempt, type MobileWalletError } from '../util/errors.js';
import type { JsonObject } from '../util/json-object.js';
import { createSendError, getUnknown, NOT_SUBMITTED, type States, UNKNOWN } from './sent.js';

/** The error codes with which a wallet refuses a whole request, so that nothing was submitted. */
export const REFUSALS: readonly number[] = [-1, -2, -3, -6, -7, -100, -32700, -32600, -32601, -32602];

/**
 * Reads the `signatures` of a wallet's answer to a send of `count` transactions. What cannot be read is
 * unknown, because its transaction may have been submitted, and so is all of a list of another length.
 * `unsent` is what an empty entry means.
 */
export function readStates(answer: unknown, count: number, unsent = UNKNOWN): States {
  const signatures: unknown = (answer as JsonObject | null | undefined)?.['signatures'];
  const entries: readonly unknown[] =
    Array.isArray(signatures) && signatures.length === count ? signatures : [];
  return Array.from({ length: count }, (_, index) => {
    const entry = entries[index];
    if (entry === null || entry === '') return unsent;
    const signature = attempt(() => checkBase64(SIGNATURE_LENGTH)(entry, ''));
    return signature ? { status: 'submitted', signature } : UNKNOWN;
  });
}

/**
 * Returns the error for a wallet's error response to `sign_and_send_transactions`, by whether anything may
 * have been sent: `error` itself if the wallet refused the request, otherwise an error of a send. Only -4
 * says what became of each transaction.
 */
export function toSendError(error: MobileWalletError, { code, data }: JsonRpcError, count: number) {
  if (REFUSALS.includes(code)) return error;
  const isListed = code === WALLET_RPC.NOT_SUBMITTED;
  const states = isListed ? readStates(parseErrorData(data), count, NOT_SUBMITTED) : getUnknown(count);
  return createSendError(error, states, { ...error.context, rpcCode: code });
}
