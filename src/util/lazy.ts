import { MobileWalletError } from './errors.js';

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

/**
 * Loads code of this library by `load`, which imports a file and returns what is needed of it, so that
 * bundlers drop the rest.
 *
 * @throws `CODE_NOT_LOADED` if the page is offline or was redeployed
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const message = 'A file of this library could not be loaded: try again, or reload the page';
    throw new MobileWalletError('CODE_NOT_LOADED', message, {}, { cause });
  }
}
