import { createInvalidResponseError } from '../protocol/check.js';
import { JSON_RPC_CODES, type RpcOutcome, WALLET_RPC_CODES } from '../protocol/json-rpc.js';
import { parseErrorData } from '../protocol/rpc-errors.js';
import { MobileWalletError } from '../util/errors.js';
import { hasErrorCode } from '../util/find-error.js';
import { createSendError, getUnknown, markDoubtful, NOT_SUBMITTED, type States, UNKNOWN } from './sent.js';
import { isSignature, type SignatureEntry, toSubmitted } from './signature-list.js';

/**
 * The error codes by which a wallet says that it has refused a whole request, before it submitted anything.
 * They keep their own code in answer to several transactions, too, but it is the wallet's word alone: in most
 * public source that was read in November 2026 these codes come before any send, but a wallet in Rust answers
 * -32601 for a decline and for its own time-out. -6 follows a send in no source, so that a batch is split
 * after it. Three others are missing, because wallets answer so after they have submitted: -2 after a send
 * that failed in part (the reference's fake wallet and sample, all wallets on the React Native bridge,
 * Espresso Cash, Salmon); -3 if the user declines a later one of several, for any error of a send, or after a
 * session that changed meanwhile (Totem, TakumiPay, Solar, a test wallet in Kotlin); and -1 by a token that
 * ran out meanwhile, or after such a change.
 */
export const REFUSALS: readonly number[] = [
  WALLET_RPC_CODES.TOO_MANY_PAYLOADS,
  WALLET_RPC_CODES.CHAIN_NOT_SUPPORTED,
  WALLET_RPC_CODES.ATTEST_ORIGIN_ANDROID,
  JSON_RPC_CODES.PARSE_ERROR,
  JSON_RPC_CODES.INVALID_REQUEST,
  JSON_RPC_CODES.METHOD_NOT_FOUND,
  JSON_RPC_CODES.INVALID_PARAMS,
];

/** The error codes that are a refusal of a send of one transaction, and prove nothing of several. */
const WORDS: readonly number[] = [WALLET_RPC_CODES.NOT_SIGNED, WALLET_RPC_CODES.AUTHORIZATION_FAILED];

/**
 * Returns what in a wallet's response to a send has the list of signatures: the result, or the data of -4.
 * Other errors do not say what became of each transaction, whatever data they have.
 */
export function getList({ error, result }: RpcOutcome): unknown {
  return error?.code === WALLET_RPC_CODES.NOT_SUBMITTED ? parseErrorData(error.data) : result;
}

/**
 * Returns what a wallet's list says of each transaction. What cannot be read is unknown, because its
 * transaction may have been submitted. `unsent` is what an empty entry means.
 */
export function readStates(entries: readonly SignatureEntry[], unsent = UNKNOWN): States {
  return entries.map((entry) => {
    if (entry === null) return unsent;
    return isSignature(entry) ? toSubmitted(entry) : UNKNOWN;
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
 * Returns the error for a wallet's error response to `sign_and_send_transactions`. If the wallet says that it
 * refused the request, that is `error`, which proves nothing: wallets also approve by themselves, however
 * soon they answer. Otherwise it is an error of a send, by the `entries` of the response's list. Only -4 with
 * an empty entry says what became of each transaction: without one it contradicts itself, and some wallets
 * list every signature that they have made.
 */
export function toSendError(
  error: MobileWalletError,
  code: number,
  entries: readonly SignatureEntry[],
): MobileWalletError {
  if (REFUSALS.includes(code) || (WORDS.includes(code) && entries.length === 1)) {
    return markDoubtful(hasErrorCode(error, 'NOT_AUTHORIZED') ? createUnauthorizedError(error) : error);
  }
  const listed = readStates(entries, NOT_SUBMITTED);
  const states = listed.includes(NOT_SUBMITTED) ? listed : getUnknown(entries.length);
  return createSendError(error, states, { ...error.context, rpcCode: code });
}

/** Creates the error for one transaction that was called unauthorized when it may have been sent. */
function createUnauthorizedError(error: MobileWalletError<'NOT_AUTHORIZED'>): MobileWalletError {
  const { message } = createSendError(error, [UNKNOWN]);
  return new MobileWalletError('NOT_AUTHORIZED', message, error.context, { cause: error });
}
