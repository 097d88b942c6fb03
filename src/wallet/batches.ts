/** Inputs that go into one request, with their places among all inputs. */
export type Batch<T> = Readonly<{ inputs: readonly [T, ...T[]]; indexes: readonly number[] }>;

/**
 * Cuts inputs into requests: those with the same key go together, at most `limit` to a request. Batches come in
 * the order of their first inputs.
 */
export function createBatches<T>(
  inputs: readonly T[],
  getKey: (input: T) => string,
  limit = Number.POSITIVE_INFINITY,
): readonly Batch<T>[] {
  const open = new Map<string, { inputs: [T, ...T[]]; indexes: number[] }>();
  const batches: Batch<T>[] = [];
  inputs.forEach((input, index) => {
    const key = getKey(input);
    const batch = open.get(key);
    if (batch && batch.inputs.length < limit) {
      batch.inputs.push(input);
      batch.indexes.push(index);
      return;
    }
    const next: { inputs: [T, ...T[]]; indexes: number[] } = { inputs: [input], indexes: [index] };
    open.set(key, next);
    batches.push(next);
  });
  return batches;
}
