import type { SolanaSignAndSendTransactionOutput } from '@solana/wallet-standard-features';
import { createNotSubmittedError, type SendSignatures } from '../../dapp/send-errors.js';
import { isMobileWalletError, type MobileWalletError, type MobileWalletErrorCode } from '../../errors.js';
import { NOT_SUBMITTED } from '../../protocol/rpc-codes.js';
import { pickData, placeData } from './batch-errors.js';
import type { Batch } from './batches.js';

/** These say something of the payloads: other payloads may fare better. */
const ABOUT_PAYLOADS: readonly MobileWalletErrorCode[] = [
  'ACCOUNT_NOT_AUTHORIZED',
  'CHAIN_NOT_SUPPORTED',
  'INVALID_PAYLOADS',
  'TOO_MANY_PAYLOADS',
];

/**
 * Makes the error for sends of which a request failed. Where anything was submitted before, or may have been by it,
 * that is `NOT_SUBMITTED` with a place for each of the caller's inputs, because a blind retry would send those twice.
 *
 * @param error of the request
 * @param sent the signatures of the requests before, by input
 */
export function createSendError(error: unknown, batch: Batch<unknown>, sent: SendSignatures): unknown {
  const isAnySent = sent.some((signature) => signature !== undefined);
  if (!isAnySent && !isMobileWalletError(error, 'NOT_SUBMITTED')) return placeData(error, batch, sent.length);
  const failed = getSignatures(error, batch);
  const signatures = sent.map((signature, place) => {
    const index = batch.indexes.indexOf(place);
    return index < 0 ? (signature ?? null) : failed[index];
  });
  return toNotSubmitted(error, signatures);
}

/** Tells what became of each transaction of a request that failed, as `Promise.allSettled` would. */
export function getSendResults(
  error: unknown,
  batch: Batch<unknown>,
): readonly PromiseSettledResult<SolanaSignAndSendTransactionOutput>[] {
  return getSignatures(error, batch).map((signature, index) => {
    if (signature) return { status: 'fulfilled', value: { signature } };
    const reason = isMobileWalletError(error, 'NOT_SUBMITTED')
      ? toNotSubmitted(error, [signature])
      : pickData(error, index);
    return { status: 'rejected', reason };
  });
}

/** What a transaction is rejected with that was never asked for, because a request before it failed. */
export function createSkippedResult(error: unknown): PromiseRejectedResult {
  return { status: 'rejected', reason: toNotSubmitted(error, [null]) };
}

/** Tells whether other transactions can still be sent after this: not when the person refused or the session broke. */
export function isAboutPayloads(error: unknown): boolean {
  if (!isMobileWalletError(error)) return false;
  return (
    ABOUT_PAYLOADS.includes(error.code) ||
    (isMobileWalletError(error, 'NOT_SUBMITTED') && error.context.rpcCode === NOT_SUBMITTED)
  );
}

/** Creates a `NOT_SUBMITTED` error for a request's error. One that is `NOT_SUBMITTED` itself is unwrapped, so that they never nest. */
function toNotSubmitted(error: unknown, signatures: SendSignatures): MobileWalletError<'NOT_SUBMITTED'> {
  const isNotSubmitted = isMobileWalletError(error, 'NOT_SUBMITTED');
  const { context } = Object(error) as Partial<MobileWalletError<'NOT_SUBMITTED'>>;
  return createNotSubmittedError(isNotSubmitted ? error.cause : error, signatures, context?.rpcCode);
}

function getSignatures(error: unknown, { indexes }: Batch<unknown>): SendSignatures {
  if (!isMobileWalletError(error, 'NOT_SUBMITTED')) return indexes.map(() => null);
  return indexes.map((_, index) => error.context.data?.signatures[index]);
}
