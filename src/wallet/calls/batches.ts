import type { Requests } from '../../dapp/requests.js';
import { MobileWalletError } from '../../util/errors.js';
import { hasErrorCode } from '../../util/find-error.js';
import type { WalletSession } from './authorization.js';
import type { Input } from './inputs.js';

/** What became of an input. */
export type Outcome<TOutput> =
  | Readonly<{ status: 'done'; output: TOutput }>
  /** The request with it failed. `index` is its place in that request. */
  | Readonly<{ status: 'failed'; error: unknown; index: number }>
  /** No request was made for it, because another one failed with `error`. */
  | Readonly<{ status: 'skipped'; error: unknown }>;

/** Inputs that share a request: of one account, on one chain, with the same options. */
export type Batch<TInput> = readonly [TInput, ...TInput[]];

/** How inputs are split into requests. */
export type Splitting = Readonly<{
  /** The capability that limits the inputs of one request. */
  limit: 'max_messages_per_request' | 'max_transactions_per_request';
  /** Whether no input may overtake another, because a transaction may depend on those before. */
  isOrdered?: boolean | undefined;
  /** Whether further requests are made after one failed with this error. By default, none is. */
  mayContinueAfter?: ((error: unknown) => boolean) | undefined;
}>;

/**
 * Makes one request for each batch of inputs, one after another, by `send`. If the wallet app refuses a
 * request because it has too many payloads, asks for the limit again and splits that request and those after
 * it by the new limit, once: no request is made again unchanged.
 *
 * @returns what became of each input, in the order of the inputs; never rejects
 */
export async function runInBatches<TInput extends Input, TOutput>(
  session: WalletSession,
  inputs: readonly TInput[],
  { limit, isOrdered, mayContinueAfter }: Splitting,
  send: (batch: Batch<TInput>, requests: Requests, signal: AbortSignal) => Promise<readonly TOutput[]>,
): Promise<readonly Outcome<TOutput>[]> {
  const { maxBytes } = session;
  const outcomes = new Map<TInput, Outcome<TOutput>>();
  let batches = split(inputs, { isOrdered, maxBytes, most: session.getLimit(limit) });
  let isSplitAgain = false;
  while (batches.length > 0) {
    const batch = batches.shift() as Batch<TInput>;
    const [{ chain, account }] = batch;
    try {
      const outputs = await session.request(chain, [account.address], (requests, signal) =>
        send(batch, requests, signal),
      );
      for (const [index, input] of batch.entries()) {
        outcomes.set(input, { status: 'done', output: outputs[index] as TOutput });
      }
    } catch (error) {
      if (!isSplitAgain && batch.length > 1 && hasErrorCode(error, 'TOO_MANY_PAYLOADS')) {
        await session.refreshCapabilities();
        const published = session.getLimit(limit);
        // A limit that would allow the refused request is of no use.
        const isLower = published !== undefined && published < batch.length;
        const most = isLower ? published : Math.floor(batch.length / 2);
        batches = split([batch, ...batches].flat(), { isOrdered, maxBytes, most });
        isSplitAgain = true;
        continue;
      }
      for (const [index, input] of batch.entries()) outcomes.set(input, { status: 'failed', error, index });
      if (mayContinueAfter?.(error)) continue;
      for (const input of batches.flat()) outcomes.set(input, { status: 'skipped', error });
      break;
    }
  }
  return inputs.map((input) => outcomes.get(input) as Outcome<TOutput>);
}

/**
 * Groups inputs that may share a request: at most `most` of them, and no more than the connection carries,
 * but an input alone may have more. If `isOrdered`, only neighbours share one.
 */
function split<TInput extends Input>(
  inputs: readonly TInput[],
  {
    isOrdered,
    maxBytes = Number.POSITIVE_INFINITY,
    most = Number.POSITIVE_INFINITY,
  }: Pick<Splitting, 'isOrdered'> & Readonly<{ maxBytes: number | undefined; most: number | undefined }>,
): Batch<TInput>[] {
  const batches: [TInput, ...TInput[]][] = [];
  /** The last batch of each key. */
  const open = new Map<string, [TInput, ...TInput[]]>();
  for (const input of inputs) {
    const last = open.get(input.batchKey);
    const hasRoom = last && last.length < most && getBytes([...last, input]) <= maxBytes;
    if (hasRoom) {
      last.push(input);
      continue;
    }
    const next: [TInput, ...TInput[]] = [input];
    if (isOrdered) open.clear();
    open.set(input.batchKey, next);
    batches.push(next);
  }
  return batches;
}

/** What a request or response has besides its payloads. The options of a send take the most. */
const ENVELOPE_BYTES = 256;

/** Returns room enough for one request for all of these inputs, and for its response. */
function getBytes(inputs: readonly Input[]): number {
  let bytes = ENVELOPE_BYTES;
  for (const { length } of inputs) {
    // Base64 with quotes and a comma. Some wallets write each `/` of it as two characters, and one in 64 is a
    // `/`: twice that is room enough.
    bytes += Math.ceil(length / 3) * 4 * (1 + 2 / 64) + 3;
  }
  return bytes;
}

/**
 * Returns the outputs of inputs that are done together or not at all.
 * @throws the error for the request that failed
 */
export function getOutputs<TOutput>(
  outcomes: readonly Outcome<TOutput>[],
  toError: (error: unknown, outcomes: readonly Outcome<TOutput>[]) => unknown = toCallError,
): readonly TOutput[] {
  const outputs: TOutput[] = [];
  for (const outcome of outcomes) {
    if (outcome.status !== 'done') throw toError(outcome.error, outcomes);
    outputs.push(outcome.output);
  }
  return outputs;
}

/**
 * Creates the caller's error for a request that failed. Maps the `valid` of `INVALID_PAYLOADS` from that
 * request to all of the caller's inputs; those of other requests are `true`. Returns any other error.
 */
export function toCallError(error: unknown, outcomes: readonly Outcome<unknown>[]): unknown {
  if (!hasErrorCode(error, 'INVALID_PAYLOADS') || !error.context.data) return error;
  const { valid: ofRequest } = error.context.data;
  const valid = outcomes.map(
    (outcome) => outcome.status !== 'failed' || (ofRequest[outcome.index] as boolean),
  );
  const context = { ...error.context, data: { valid } };
  return new MobileWalletError('INVALID_PAYLOADS', error.message, context, { cause: error });
}
