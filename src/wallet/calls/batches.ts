import type { SolanaSignAndSendTransactionOutput } from '@solana/wallet-standard-features';
import { createSendError, NOT_SUBMITTED, type States, UNKNOWN } from '../../dapp/sent.js';
import { WALLET_RPC } from '../../protocol/json-rpc.js';
import type { Capabilities } from '../../protocol/types.js';
import { attempt } from '../../util/attempt.js';
import {
  hasErrorCode,
  MobileWalletError,
  type MobileWalletErrorCode,
  type SendErrorCode,
} from '../../util/errors.js';
import { isSendError } from '../../util/find-error.js';
import type { WalletSession } from './authorization.js';

/** What became of an input. */
export type BatchResult<TOutput> =
  | PromiseFulfilledResult<TOutput>
  | (PromiseRejectedResult &
      Readonly<{
        /** The input's index in the request that failed; `undefined` if no request was made for it. */
        index: number | undefined;
      }>);

/** How inputs of one kind become requests. */
export type RequestKind<TInput, TOutput> = Readonly<{
  /**
   * What the wallet is asked for. No request of a send overtakes another, because a transaction may depend on
   * those before.
   */
  want: 'signature' | 'send';
  /** The capability that limits the inputs of one request. */
  limit: 'max_messages_per_request' | 'max_transactions_per_request';
  /** Returns the same key for inputs that may share a request. */
  getKey(input: TInput): string;
  /** Returns the bytes of a payload, or of what is returned for it if that is longer. */
  getLength(input: TInput): number;
  /**
   * Throws `PAYLOAD_TOO_LARGE` if an input alone is too large for a connection that carries requests and
   * responses of `maxBytes`.
   */
  assertFits(input: TInput, maxBytes: number): void;
  /** Makes one request and returns an output for each input. */
  send(session: WalletSession, inputs: readonly [TInput, ...TInput[]]): Promise<readonly TOutput[]>;
  /** Creates the caller's error if one of its requests failed with `error`. */
  createError(error: unknown, results: readonly BatchResult<TOutput>[]): unknown;
}>;

/**
 * Whether inputs are done `together` or not at all, one after another up to the first that fails (`serial`),
 * or each for itself.
 */
export type BatchMode = 'together' | 'serial' | 'parallel';

/**
 * Returns what becomes of the inputs if some are too large for the connection, and therefore no request can
 * be made; otherwise `undefined`. Then nobody needs to be asked.
 */
export function refuseTooLarge<TInput>(
  inputs: readonly TInput[],
  { assertFits }: Pick<RequestKind<TInput, never>, 'assertFits'>,
  maxBytes: number | undefined,
  mode: BatchMode,
): readonly BatchResult<never>[] | undefined {
  if (maxBytes === undefined) return undefined;
  const errors = inputs.map((input) =>
    attempt<unknown, unknown>(
      () => assertFits(input, maxBytes),
      (error) => error,
    ),
  );
  const first = errors.find(Boolean);
  const isRefused = { together: first, serial: errors[0], parallel: errors.every(Boolean) }[mode];
  if (!first || !isRefused) return undefined;
  return errors.map((reason) => ({
    status: 'rejected',
    reason: reason ?? first,
    index: reason ? 0 : undefined,
  }));
}

/** What a request or response has besides its payloads. The options of a send take the most. */
const ENVELOPE_BYTES = 256;

/**
 * Makes one request after another. If the wallet refuses a request because it has too many payloads, asks for
 * the limit again and splits that request and those after it by the new limit, once: no request is made again
 * unchanged.
 *
 * @param mayContinueAfter whether to make further requests after one failed with an error
 * @returns what became of each input, in the order of the inputs; never rejects
 */
export async function runBatches<TInput, TOutput>(
  session: WalletSession,
  inputs: readonly TInput[],
  { want, limit, getKey, getLength, send }: RequestKind<TInput, TOutput>,
  getCapabilities: () => Capabilities | undefined,
  mayContinueAfter: (error: unknown) => boolean = () => false,
): Promise<readonly BatchResult<TOutput>[]> {
  const results: BatchResult<TOutput>[] = [];
  const getLimit = (): number | undefined => getCapabilities()?.[limit];
  const split = (places: readonly number[], most: number | undefined) =>
    createBatches(
      places,
      (place) => getKey(inputs[place] as TInput),
      want === 'send',
      most,
      session.maxTextBytes && session.maxTextBytes - ENVELOPE_BYTES,
      (place) => getPayloadBytes(getLength(inputs[place] as TInput)),
    );
  let batches = split([...inputs.keys()], getLimit());
  let isSplitAgain = false;
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const [first, ...rest] = batch;
    try {
      const outputs = await send(session, [
        inputs[first] as TInput,
        ...rest.map((place) => inputs[place] as TInput),
      ]);
      batch.forEach((place, index) => {
        results[place] = { status: 'fulfilled', value: outputs[index] as TOutput };
      });
    } catch (reason) {
      if (!isSplitAgain && rest.length > 0 && hasErrorCode(reason, 'TOO_MANY_PAYLOADS')) {
        await session.refreshCapabilities();
        const published = getLimit();
        // A limit that would allow the refused request is of no use.
        const isLower = published !== undefined && published < batch.length;
        const lowerLimit = isLower ? published : Math.floor(batch.length / 2);
        batches = split([batch, ...batches].flat(), lowerLimit);
        isSplitAgain = true;
        continue;
      }
      batch.forEach((place, index) => {
        results[place] = { status: 'rejected', reason, index };
      });
      if (mayContinueAfter(reason)) continue;
      for (const place of batches.flat()) results[place] = { status: 'rejected', reason, index: undefined };
      break;
    }
  }
  return results;
}

/**
 * Groups items by key: at most `limit` to a batch, and with `maxBytes` together, but an item alone may have
 * more. If `isOrdered`, only neighbours share a batch, so that no item overtakes another.
 */
export function createBatches<T>(
  items: readonly T[],
  getKey: (item: T) => string,
  isOrdered: boolean,
  limit = Number.POSITIVE_INFINITY,
  maxBytes = Number.POSITIVE_INFINITY,
  getBytes: (item: T) => number = () => 0,
): [T, ...T[]][] {
  const batches: [T, ...T[]][] = [];
  /** The last batch of each key, and its bytes. */
  const open = new Map<string, { batch: [T, ...T[]]; bytes: number }>();
  for (const item of items) {
    const key = getKey(item);
    const bytes = getBytes(item);
    const last = open.get(key);
    if (last && last.batch.length < limit && last.bytes + bytes <= maxBytes) {
      last.batch.push(item);
      last.bytes += bytes;
      continue;
    }
    const next: [T, ...T[]] = [item];
    if (isOrdered) open.clear();
    open.set(key, { batch: next, bytes });
    batches.push(next);
  }
  return batches;
}

/**
 * Returns about how many bytes of JSON a payload of `length` bytes takes: base64 with quotes and a comma.
 * Some wallets write each `/` of it as two characters, and one in 64 is a `/`; twice that is room enough.
 */
function getPayloadBytes(length: number): number {
  return Math.ceil(length / 3) * 4 * (1 + 2 / 64) + 3;
}

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
 * Creates the caller's error for a request that failed. Maps the `valid` of `INVALID_PAYLOADS` from that
 * request to all of the caller's inputs; the others are `true`.
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
 * Creates the caller's error for a send. If any transaction was submitted, or may have been, it has the state
 * of each of the caller's inputs, because a retry of all of them would send some twice.
 */
export function createBatchSendError(error: unknown, results: readonly BatchResult<SendOutput>[]): unknown {
  const isAnySent = results.some(({ status }) => status === 'fulfilled');
  if (!isAnySent && !isSendError(error)) return createBatchError(error, results);
  return withStates(error, results.map(getState));
}

/** Returns a transaction's result as `Promise.allSettled` would. */
export function getSendResult(result: BatchResult<SendOutput>): PromiseSettledResult<SendOutput> {
  const state = getState(result);
  if (state.status === 'submitted') return { status: 'fulfilled', value: { signature: state.signature } };
  const { reason, index } = result as BatchResult<SendOutput> & { status: 'rejected' };
  if (index === undefined || isSendError(reason)) {
    return { status: 'rejected', reason: withStates(reason, [state]) };
  }
  return { status: 'rejected', reason: mapValid(reason, (valid) => [valid[index] ?? true]) };
}

/**
 * Whether other transactions can still be sent after an error: not if the user refused or the session ended.
 */
export function isAboutPayloads(error: unknown): boolean {
  if (isSendError(error)) return error.context.rpcCode === WALLET_RPC.NOT_SUBMITTED;
  return hasErrorCode(error) && ABOUT_PAYLOADS.includes(error.code);
}

/** Returns what became of an input. One for which no request was made was not submitted. */
function getState(result: BatchResult<SendOutput>): States[number] {
  if (result.status === 'fulfilled') return { status: 'submitted', signature: result.value.signature };
  const { reason, index } = result;
  if (index === undefined || !isSendError(reason)) return NOT_SUBMITTED;
  return reason.context.transactions?.[index] ?? UNKNOWN;
}

/**
 * Creates the error of a send for a request's error; for one that is such an error itself, with the same
 * cause.
 */
function withStates(error: unknown, states: States): MobileWalletError<SendErrorCode> {
  const isOfSend = isSendError(error);
  return createSendError(isOfSend ? error.cause : error, states, isOfSend ? error.context : {});
}

function mapValid(error: unknown, map: (valid: readonly boolean[]) => readonly boolean[]): unknown {
  if (!hasErrorCode(error, 'INVALID_PAYLOADS') || !error.context.data) return error;
  const context = { ...error.context, data: { valid: map(error.context.data.valid) } };
  return new MobileWalletError('INVALID_PAYLOADS', error.message, context, { cause: error });
}
