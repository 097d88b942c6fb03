import { isOwnError } from '../../errors.js';
import type { Capabilities } from '../../protocol/types.js';
import type { WalletSession } from './wallet-session.js';

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
  /** A transaction to send may depend on those that are sent before it, so that no request overtakes another. */
  want: 'signature' | 'send';
  /** The capability that limits the inputs of one request. */
  limit: 'max_messages_per_request' | 'max_transactions_per_request';
  /** Returns the same key for inputs that may share a request. */
  getKey(input: TInput): string;
  /** Returns the bytes of a payload, or of what is returned for it if that is longer. */
  getLength(input: TInput): number;
  /** Makes one request and returns an output for each input. */
  send(session: WalletSession, inputs: readonly [TInput, ...TInput[]]): Promise<readonly TOutput[]>;
}>;

/** What a request or response has besides its payloads. The options of a send take the most. */
const ENVELOPE_BYTES = 256;

/**
 * Makes one request after another. If the wallet refuses a request because it has too many payloads, asks for the limit
 * again and splits that request and those after it by the new limit, once: no request is made again unchanged.
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
    createBatches(places, (place) => getKey(inputs[place] as TInput), want === 'send', {
      limit: most,
      maxBytes: session.maxTextBytes && session.maxTextBytes - ENVELOPE_BYTES,
      getBytes: (place) => getPayloadBytes(getLength(inputs[place] as TInput)),
    });
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
      if (!isSplitAgain && rest.length > 0 && isOwnError(reason, 'TOO_MANY_PAYLOADS')) {
        await session.refreshCapabilities();
        batches = split([batch, ...batches].flat(), getLowerLimit(getLimit(), batch.length));
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

/** The most items of a batch, and the most bytes of its items together. An item alone may have more bytes. */
type BatchLimits<T> = Readonly<{
  limit?: number | undefined;
  maxBytes?: number | undefined;
  getBytes?: (item: T) => number;
}>;

/**
 * Groups items by key, as many to a batch as the limits allow. If `isOrdered`, only neighbours share a batch, so that no item
 * overtakes another.
 */
export function createBatches<T>(
  items: readonly T[],
  getKey: (item: T) => string,
  isOrdered: boolean,
  { limit = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY, getBytes }: BatchLimits<T> = {},
): [T, ...T[]][] {
  const batches: [T, ...T[]][] = [];
  /** The last batch of each key, and its bytes. */
  const open = new Map<string, { batch: [T, ...T[]]; bytes: number }>();
  for (const item of items) {
    const key = getKey(item);
    const bytes = getBytes?.(item) ?? 0;
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
 * Returns the limit that the wallet publishes. If that would allow the refused request, returns half of the request's
 * size.
 */
function getLowerLimit(published: number | undefined, refused: number): number {
  return published !== undefined && published < refused ? published : Math.floor(refused / 2);
}

/**
 * Returns about how many bytes of JSON a payload of `length` bytes takes: base64 with quotes and a comma. Some wallets write each
 * `/` of it as two characters, and one in 64 is a `/`; twice that is room enough.
 */
function getPayloadBytes(length: number): number {
  return Math.ceil(length / 3) * 4 * (1 + 2 / 64) + 3;
}
