import type { SolanaSignAndSendTransactionOutput } from '@solana/wallet-standard-features';
import { isMobileWalletError, MobileWalletError, type MobileWalletErrorCode } from '../errors.js';
import { INVALID_PARAMS, INVALID_REQUEST, NOT_SUBMITTED, PARSE_ERROR } from '../protocol/rpc-codes.js';
import { pickData, placeData } from './batch-errors.js';
import type { Batch } from './batches.js';

/** What became of transactions: a signature if one was submitted, `null` if it was not, `undefined` if nobody knows. */
type Signatures = readonly (Uint8Array | null | undefined)[];

/** These say something of the payloads: other payloads may fare better. */
const ABOUT_PAYLOADS: readonly MobileWalletErrorCode[] = [
  'ACCOUNT_NOT_AUTHORIZED',
  'CHAIN_NOT_SUPPORTED',
  'INVALID_PAYLOADS',
  'TOO_MANY_PAYLOADS',
];

/** With these the wallet, or this library before it, sent nothing. */
const REFUSALS: readonly MobileWalletErrorCode[] = [
  'ACCOUNT_NOT_AUTHORIZED',
  'CHAIN_NOT_SUPPORTED',
  'INVALID_ARGUMENT',
  'INVALID_PAYLOADS',
  'METHOD_NOT_SUPPORTED',
  'NOT_AUTHORIZED',
  'TOO_MANY_PAYLOADS',
  'USER_REJECTED',
];
/** The wallet did not even take the request. */
const REFUSED_REQUESTS: readonly number[] = [PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS];

/**
 * Names what a request to send failed with after it had left: `NOT_SUBMITTED` unless nothing can have been sent. An
 * answer of the wallet tells about each transaction, a session that broke does not.
 */
export function toSendError(error: unknown, count: number): unknown {
  if (isMobileWalletError(error, 'NOT_SUBMITTED') || isHarmless(error)) return error;
  return createNotSubmittedError(
    error,
    Array.from({ length: count }, () => undefined),
  );
}

/**
 * Makes the error for sends of which a request failed. Where anything was submitted before, or may have been by it,
 * that is `NOT_SUBMITTED` with a place for each of the caller's inputs, because a blind retry would send those twice.
 *
 * @param error of the request, by {@link toSendError} if it had left
 * @param sent the signatures of the requests before, by input
 */
export function createSendError(error: unknown, batch: Batch<unknown>, sent: Signatures): unknown {
  const failed = getSignatures(error, batch);
  const isAnySent = [...sent, ...failed].some((signature) => signature !== null && signature !== undefined);
  if (!isAnySent && !failed.includes(undefined)) return placeData(error, batch, sent.length);
  const signatures = sent.map((signature, place) => {
    const index = batch.indexes.indexOf(place);
    return index < 0 ? (signature ?? null) : failed[index];
  });
  return createNotSubmittedError(error, signatures);
}

/** Tells what became of each transaction of a request that failed, as `Promise.allSettled` would. */
export function getSendResults(
  error: unknown,
  batch: Batch<unknown>,
): readonly PromiseSettledResult<SolanaSignAndSendTransactionOutput>[] {
  return getSignatures(error, batch).map((signature, index) => {
    if (signature) return { status: 'fulfilled', value: { signature } };
    const reason = isMobileWalletError(error, 'NOT_SUBMITTED')
      ? createNotSubmittedError(error, [signature])
      : pickData(error, index);
    return { status: 'rejected', reason };
  });
}

/** What a transaction is rejected with that was never asked for, because a request before it failed. */
export function createSkippedResult(error: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason: createNotSubmittedError(error, [null]) };
}

/** Tells whether other transactions can still be sent after this: not when the person refused or the session broke. */
export function isAboutPayloads(error: unknown): boolean {
  if (!isMobileWalletError(error)) return false;
  // One that wraps another is this library's own, for a request that nobody answered.
  return (
    ABOUT_PAYLOADS.includes(error.code) ||
    (error.code === 'NOT_SUBMITTED' && !isMobileWalletError(error.cause))
  );
}

function getSignatures(error: unknown, { indexes }: Batch<unknown>): Signatures {
  if (!isMobileWalletError(error, 'NOT_SUBMITTED')) return indexes.map(() => null);
  return indexes.map((_, index) => error.context.data?.signatures[index]);
}

function isHarmless(error: unknown): boolean {
  if (!isMobileWalletError(error)) return false;
  return (
    REFUSALS.includes(error.code) ||
    (isMobileWalletError(error, 'WALLET_ERROR') && REFUSED_REQUESTS.includes(error.context.rpcCode))
  );
}

function createNotSubmittedError(cause: unknown, signatures: Signatures): MobileWalletError<'NOT_SUBMITTED'> {
  const { message = String(cause), context } = (cause ?? {}) as Partial<MobileWalletError>;
  const rpcCode = context && 'rpcCode' in context ? context.rpcCode : NOT_SUBMITTED;
  const count = signatures.filter((signature) => signature instanceof Uint8Array).length;
  return new MobileWalletError(
    'NOT_SUBMITTED',
    `${message} (${count} of ${signatures.length} transactions are known to be submitted)`,
    { rpcCode, data: { signatures } },
    { cause },
  );
}
