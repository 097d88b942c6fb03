import { loadCode } from './errors.js';

/**
 * Creates a function that loads code as {@link loadCode} does and makes something of it, once. After a
 * failure, the next call tries again.
 */
export function createLoader<TCode, T>(
  load: () => Promise<TCode>,
  create: (code: TCode) => T,
): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= loadCode(load)
      .then(create)
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  };
}
