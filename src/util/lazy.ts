import { MobileWalletError } from './errors.js';

/** Code of this library that is loaded once, when it is first needed. */
export type Loader<T> = Readonly<{
  /** Returns what has been loaded, or `undefined` until then. */
  getLoaded(): T | undefined;
  /** Loads the code, unless it has been loaded. After a failure, the next call tries again. */
  load(): Promise<T>;
}>;

/**
 * Creates a {@link Loader} of what `create` makes of the code that `load` imports, as {@link loadCode} does.
 * An error of `create` is not `CODE_NOT_LOADED`.
 */
export function createLoader<TCode, T>(load: () => Promise<TCode>, create: (code: TCode) => T): Loader<T> {
  let loading: Promise<T> | undefined;
  let loaded: T | undefined;
  const loadOnce = async (): Promise<T> => {
    try {
      loaded = create(await loadCode(load));
      return loaded;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    getLoaded: () => loaded,
    load() {
      loading ??= loadOnce();
      return loading;
    },
  };
}

/**
 * Runs `prepare` when the page is idle, because a browser opens another app only within seconds of a tap,
 * which may be too short for loading. Nothing is prepared outside a browser. If it fails, the call that needs
 * it tries again.
 */
export function prepareWhenIdle(prepare: () => Promise<unknown>): void {
  if (typeof document === 'undefined') return;
  (globalThis.requestIdleCallback ?? setTimeout)(() => void prepare().catch(() => {}));
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
