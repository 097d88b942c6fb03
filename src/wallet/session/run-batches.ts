import { isMobileWalletError } from '../../errors.js';
import type { Batch } from './batches.js';

/** How inputs become requests. */
export type BatchRun<TInput, TOutput> = Readonly<{
  /** Cuts inputs into requests, by the limits of now, and into smaller ones than one of `refused` inputs, if given. */
  cut(inputs: readonly TInput[], refused?: number): readonly Batch<TInput>[];
  /** Makes one request; gives an output for each of its inputs. */
  send(inputs: Batch<TInput>['inputs']): Promise<readonly TOutput[]>;
  /** Asks the wallet for its limits again. */
  refreshLimits(): Promise<void>;
  /**
   * Hears of a request that failed, with the outputs so far. Throws what the whole run fails with; otherwise the
   * requests after it are still made.
   */
  onError(error: unknown, batch: Batch<TInput>, outputs: readonly (TOutput | undefined)[]): void;
}>;

/**
 * Makes one request after the other. The first that has too many payloads is cut again by limits asked anew, with all
 * that come after it. A request that was refused is never made again unchanged.
 *
 * @returns the outputs in the order of the inputs; `undefined` for those whose request failed
 */
export async function runBatches<TInput, TOutput>(
  inputs: readonly TInput[],
  { cut, send, refreshLimits, onError }: BatchRun<TInput, TOutput>,
): Promise<readonly (TOutput | undefined)[]> {
  const outputs: (TOutput | undefined)[] = inputs.map(() => undefined);

  const run = async (places: readonly number[], refused?: number): Promise<void> => {
    const pending = places.map((place) => inputs[place] as TInput);
    const batches = cut(pending, refused).map((batch) => ({
      ...batch,
      indexes: batch.indexes.map((index) => places[index] as number),
    }));
    for (const [position, batch] of batches.entries()) {
      try {
        const results = await send(batch.inputs);
        results.forEach((output, index) => {
          outputs[batch.indexes[index] as number] = output;
        });
      } catch (error) {
        const count = batch.inputs.length;
        if (refused === undefined && count > 1 && isMobileWalletError(error, 'TOO_MANY_PAYLOADS')) {
          await refreshLimits();
          return run(
            batches.slice(position).flatMap(({ indexes }) => indexes),
            count,
          );
        }
        onError(error, batch, outputs);
      }
    }
  };

  await run([...inputs.keys()]);
  return outputs;
}

/**
 * Returns the most payloads for a request: what the wallet publishes, or half of what it has refused where it publishes
 * more than that, or nothing.
 */
export function getBatchLimit(
  published: number | undefined,
  refused: number | undefined,
): number | undefined {
  if (refused === undefined || (published ?? refused) < refused) return published;
  return Math.floor(refused / 2);
}
