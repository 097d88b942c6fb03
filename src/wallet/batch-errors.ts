import { isMobileWalletError, MobileWalletError, type MobileWalletErrorCode } from '../errors.js';
import { WALLET_RPC } from '../protocol/rpc-errors.js';
import type { Batch } from './batches.js';

type Signatures = readonly (Uint8Array | null | undefined)[];

/** With these the wallet, or this library before it, sent nothing. */
const REFUSALS: readonly MobileWalletErrorCode[] = [
  'ACCOUNT_NOT_AUTHORIZED',
  'CHAIN_NOT_SUPPORTED',
  'INVALID_PAYLOADS',
  'METHOD_NOT_SUPPORTED',
  'NOT_AUTHORIZED',
  'TOO_MANY_PAYLOADS',
  'USER_REJECTED',
];

/** Puts what an error says of a request's payloads in the places of the caller's inputs: others count as valid. */
export function placeData(error: unknown, { indexes }: Batch<unknown>, count: number): unknown {
  if (!isMobileWalletError(error, 'INVALID_PAYLOADS') || !error.context.data) return error;
  const valid = Array.from({ length: count }, () => true);
  error.context.data.valid.forEach((isValid, index) => {
    const place = indexes[index];
    if (place !== undefined) valid[place] = isValid;
  });
  const context = { ...error.context, data: { valid } };
  return new MobileWalletError('INVALID_PAYLOADS', error.message, context, { cause: error });
}

/**
 * Makes the error for sends of which a request failed. Where anything was submitted before, or by it, that is
 * `NOT_SUBMITTED` with a place for each of the caller's inputs, because a blind retry would send those twice.
 *
 * @param sent the signatures of the requests before, by input
 */
export function createSendError(error: unknown, batch: Batch<unknown>, sent: Signatures): unknown {
  const failed = getOutcomes(error, batch.indexes.length);
  const isHarmless =
    sent.every((signature) => signature === undefined) && failed.every((one) => one === null);
  if (isHarmless) return placeData(error, batch, sent.length);
  const signatures = sent.map((signature, place) => {
    const index = batch.indexes.indexOf(place);
    return index < 0 ? (signature ?? null) : failed[index];
  });
  const { message = String(error), context } = (error ?? {}) as Partial<MobileWalletError>;
  const rpcCode = context && 'rpcCode' in context ? context.rpcCode : WALLET_RPC.NOT_SUBMITTED;
  const count = signatures.filter((signature) => signature instanceof Uint8Array).length;
  return new MobileWalletError(
    'NOT_SUBMITTED',
    `${message} (${count} of ${signatures.length} transactions are known to be submitted)`,
    { rpcCode, data: { signatures } },
    { cause: error },
  );
}

/** What became of a failed request's transactions: an answer of the wallet tells, a session that broke does not. */
function getOutcomes(error: unknown, count: number): Signatures {
  const unknown = Array.from({ length: count }, () => undefined);
  if (isMobileWalletError(error, 'NOT_SUBMITTED')) {
    return unknown.map((_, index) => error.context.data?.signatures[index]);
  }
  return isMobileWalletError(error) && REFUSALS.includes(error.code) ? unknown.map(() => null) : unknown;
}
