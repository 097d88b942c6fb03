import { createNotSubmittedError, type SendSignatures } from '../../dapp/send-errors.js';
import { isOwnError, MobileWalletError, type MobileWalletErrorCode } from '../../errors.js';
import { NOT_SUBMITTED } from '../../protocol/json-rpc.js';
import type { SolanaSignAndSendTransactionOutput } from '../standard.js';
import type { BatchResult } from './batches.js';

type SendOutput = SolanaSignAndSendTransactionOutput;

/** Errors about the payloads of a request: other payloads may succeed. */
const ABOUT_PAYLOADS: readonly MobileWalletErrorCode[] = [
  'ACCOUNT_NOT_AUTHORIZED',
  'CHAIN_NOT_SUPPORTED',
  'INVALID_PAYLOADS',
  'PAYLOAD_TOO_LARGE',
  'TOO_MANY_PAYLOADS',
];

/**
 * Creates the caller's error for a request that failed. Maps the `valid` of `INVALID_PAYLOADS` from that request to all of the
 * caller's inputs; the others are `true`.
 */
export function createBatchError(error: unknown, results: readonly BatchResult<unknown>[]): unknown {
  return mapValid(error, (valid) =>
    results.map((result) => {
      const index = result.status === 'rejected' ? result.index : undefined;
      return index === undefined || (valid[index] ?? true);
    }),
  );
}

/**
 * Creates the caller's error for a send. If any transaction was submitted, or may have been, that is `NOT_SUBMITTED` with
 * an entry for each of the caller's inputs, because a retry of all of them would send some twice.
 */
export function createSendError(error: unknown, results: readonly BatchResult<SendOutput>[]): unknown {
  const isAnySent = results.some(({ status }) => status === 'fulfilled');
  if (!isAnySent && !isOwnError(error, 'NOT_SUBMITTED')) return createBatchError(error, results);
  return toNotSubmitted(error, results.map(getSignature));
}

/** Returns a transaction's result as `Promise.allSettled` would. */
export function getSendResult(result: BatchResult<SendOutput>): PromiseSettledResult<SendOutput> {
  const signature = getSignature(result);
  if (signature) return { status: 'fulfilled', value: { signature } };
  const { reason, index } = result as BatchResult<SendOutput> & { status: 'rejected' };
  if (index === undefined || isOwnError(reason, 'NOT_SUBMITTED')) {
    return { status: 'rejected', reason: toNotSubmitted(reason, [signature]) };
  }
  return { status: 'rejected', reason: mapValid(reason, (valid) => [valid[index] ?? true]) };
}

/** Whether other transactions can still be sent after an error: not if the user refused or the session ended. */
export function isAboutPayloads(error: unknown): boolean {
  if (isOwnError(error, 'NOT_SUBMITTED')) return error.context.rpcCode === NOT_SUBMITTED;
  return isOwnError(error) && ABOUT_PAYLOADS.includes(error.code);
}

/** Returns a transaction's signature, `null` if it was not submitted, or `undefined` if that is not known. */
function getSignature(result: BatchResult<SendOutput>): SendSignatures[number] {
  if (result.status === 'fulfilled') return result.value.signature;
  const { reason, index } = result;
  if (index === undefined || !isOwnError(reason, 'NOT_SUBMITTED')) return null;
  return reason.context.data?.signatures[index];
}

/** Creates `NOT_SUBMITTED` for a request's error; for one that is `NOT_SUBMITTED` itself, with the same cause. */
function toNotSubmitted(error: unknown, signatures: SendSignatures): MobileWalletError<'NOT_SUBMITTED'> {
  const isNotSubmitted = isOwnError(error, 'NOT_SUBMITTED');
  const { context } = Object(error) as Partial<MobileWalletError<'NOT_SUBMITTED'>>;
  return createNotSubmittedError(isNotSubmitted ? error.cause : error, signatures, context);
}

function mapValid(error: unknown, map: (valid: readonly boolean[]) => readonly boolean[]): unknown {
  if (!isOwnError(error, 'INVALID_PAYLOADS') || !error.context.data) return error;
  const context = { ...error.context, data: { valid: map(error.context.data.valid) } };
  return new MobileWalletError('INVALID_PAYLOADS', error.message, context, { cause: error });
}
