import { createInvalidResponseError } from '../protocol/check.js';
import { JSON_RPC_CODES, type RpcOutcome, WALLET_RPC_CODES } from '../protocol/json-rpc.js';
import { parseErrorData } from '../protocol/rpc-errors.js';
import { MobileWalletError } from '../util/errors.js';
import { hasErrorCode } from '../util/find-error.js';
import { createSendError, getUnknown, markDoubtful, NOT_SUBMITTED, type States, UNKNOWN } from './sent.js';
import { isSignature, type SignatureEntry, toSubmitted } from './signature-list.js';

/**
 * The error codes with which wallets refuse a whole request before they submit anything, in all public source
 * that was read in November 2026: the reference's library (`MobileWalletAdapterServer.java`), fake wallet
 * (`SendTransactionsUseCase.kt`) and React Native sample (`SignAndSendTransactionsScreen.tsx`), Espresso
 * Cash, Salmon, Totem, Solar, TakumiPay and mock-mwa-wallet. Three others are missing, because some of these
 * wallets answer so after they have submitted: -2 after a send that failed in part (the fake wallet, the
 * sample and all wallets on the React Native bridge, Espresso Cash, Salmon), -3 if the user declines a later
 * one of several, or for any error of a send (Totem, TakumiPay, Solar), and -1 by a token that ran out
 * meanwhile.
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

/** The error codes that are a refusal of a send of one transaction, but only by the wallet's word. */
const WORDS: readonly number[] = [WALLET_RPC_CODES.NOT_SIGNED, WALLET_RPC_CODES.AUTHORIZATION_FAILED];

/** Nobody approves a request in less time, so a wallet that needs that has submitted nothing yet. */
const UNAPPROVED_MS = 1_000;

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
 * Returns the error for a wallet's error response to `sign_and_send_transactions`, by whether anything may
 * have been sent: `error` itself if the wallet refused the request, otherwise an error of a send, by the
 * `entries` of the response's list. Only -4 with an empty entry says what became of each transaction: without
 * one it contradicts itself, and some wallets list every signature that they have made. `tookMs` is how
 * long the wallet took.
 */
export function toSendError(
  error: MobileWalletError,
  code: number,
  entries: readonly SignatureEntry[],
  tookMs: number,
): MobileWalletError {
  const isUnapproved = code === WALLET_RPC_CODES.AUTHORIZATION_FAILED && tookMs <= UNAPPROVED_MS;
  if (REFUSALS.includes(code) || isUnapproved) return error;
  if (WORDS.includes(code) && entries.length === 1) {
    const refusal = hasErrorCode(error, 'NOT_AUTHORIZED') ? createLateRefusal(error) : error;
    markDoubtful(refusal);
    return refusal;
  }
  const listed = readStates(entries, NOT_SUBMITTED);
  const states = listed.includes(NOT_SUBMITTED) ? listed : getUnknown(entries.length);
  return createSendError(error, states, { ...error.context, rpcCode: code });
}

/** Creates the error for one transaction that was called unauthorized when it may have been sent. */
function createLateRefusal(error: MobileWalletError<'NOT_AUTHORIZED'>): MobileWalletError {
  const message =
    'The transaction may have been submitted before the wallet called it unauthorized: look on the chain before you send it again';
  return new MobileWalletError('NOT_AUTHORIZED', message, error.context, { cause: error });
}
