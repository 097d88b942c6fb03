/** Inputs that go into one request, with their places among all inputs. */
export type Batch<T> = Readonly<{ inputs: readonly [T, ...T[]]; indexes: readonly number[] }>;

type OpenBatch<T> = { inputs: [T, ...T[]]; indexes: number[] };

/**
 * Cuts inputs into requests: those with the same key go together, at most `limit` to a request. Batches come in
 * the order of their first inputs.
 */
export function createBatches<T>(
  inputs: readonly T[],
  getKey: (input: T) => string,
  limit = Number.POSITIVE_INFINITY,
): readonly Batch<T>[] {
  const open = new Map<string, OpenBatch<T>>();
  const batches: OpenBatch<T>[] = [];
  inputs.forEach((input, index) => {
    const key = getKey(input);
    const batch = open.get(key);
    if (batch && batch.inputs.length < limit) {
      batch.inputs.push(input);
      batch.indexes.push(index);
      return;
    }
    const next: OpenBatch<T> = { inputs: [input], indexes: [index] };
    open.set(key, next);
    batches.push(next);
  });
  return batches;
}

/** As {@link createBatches}, but no input goes ahead of one before it: only neighbours go together. */
export function createAdjacentBatches<T>(
  inputs: readonly T[],
  getKey: (input: T) => string,
  limit?: number,
): readonly Batch<T>[] {
  let run = 0;
  const runs = inputs.map((input, index) => {
    const previous = inputs[index - 1];
    if (previous !== undefined && getKey(previous) !== getKey(input)) run++;
    return { input, run };
  });
  return createBatches(runs, (entry) => String(entry.run), limit).map(
    ({ inputs: [first, ...rest], indexes }) => ({
      inputs: [first.input, ...rest.map(({ input }) => input)],
      indexes,
    }),
  );
}
