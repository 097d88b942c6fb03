import { isOwnError } from '../../errors.js';

/** What became of an input. */
export type BatchResult<TOutput> =
  | PromiseFulfilledResult<TOutput>
  | (PromiseRejectedResult &
      Readonly<{
        /** The input's index in the request that failed; `undefined` if no request was made for it. */
        index: number | undefined;
      }>);

/** How inputs become requests. */
export type BatchRun<TInput, TOutput> = Readonly<{
  /** Returns the same key for inputs that may share a request. */
  getKey(input: TInput): string;
  /** Returns the most inputs for one request, if the wallet has published a limit. */
  getLimit(): number | undefined;
  /** Returns about how many bytes an input takes in a request or its response, whichever is more. */
  getBytes(input: TInput): number;
  /** How many bytes of inputs a request may have; absent if there is no known limit. */
  maxBytes: number | undefined;
  /** Whether requests must be made in the order of the inputs. */
  isOrdered: boolean;
  /** Makes one request and returns an output for each input. */
  send(inputs: readonly [TInput, ...TInput[]]): Promise<readonly TOutput[]>;
  /** Asks the wallet for its limits again. */
  refreshLimits(): Promise<void>;
  /** Whether to make further requests after one failed with `error`. */
  mayContinueAfter(error: unknown): boolean;
}>;

/**
 * Makes one request after another. If the wallet refuses a request because it has too many payloads, asks for the limit
 * again and splits that request and those after it by the new limit, once: no request is made again unchanged.
 *
 * @returns what became of each input, in the order of the inputs; never rejects
 */
export async function runBatches<TInput, TOutput>(
  inputs: readonly TInput[],
  {
    getKey,
    getLimit,
    getBytes,
    maxBytes,
    isOrdered,
    send,
    refreshLimits,
    mayContinueAfter,
  }: BatchRun<TInput, TOutput>,
): Promise<readonly BatchResult<TOutput>[]> {
  const results: BatchResult<TOutput>[] = [];
  const split = (places: readonly number[], limit: number | undefined) =>
    createBatches(places, (place) => getKey(inputs[place] as TInput), isOrdered, {
      limit,
      maxBytes,
      getBytes: (place) => getBytes(inputs[place] as TInput),
    });
  let batches = split([...inputs.keys()], getLimit());
  let isSplitAgain = false;
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const [first, ...rest] = batch;
    try {
      const outputs = await send([inputs[first] as TInput, ...rest.map((place) => inputs[place] as TInput)]);
      batch.forEach((place, index) => {
        results[place] = { status: 'fulfilled', value: outputs[index] as TOutput };
      });
    } catch (reason) {
      if (!isSplitAgain && rest.length > 0 && isOwnError(reason, 'TOO_MANY_PAYLOADS')) {
        await refreshLimits();
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
