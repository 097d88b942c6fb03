/** What is loaded once, when it is first needed. */
export type Loader<T> = Readonly<{
  /** Returns what has been loaded, or `undefined` until then. */
  getLoaded(): T | undefined;
  /** Loads it, unless it has been loaded. After a failure, the next call tries again. */
  load(): Promise<T>;
}>;

/** Creates a {@link Loader} of what `load` resolves with. */
export function createLoader<T>(load: () => Promise<T>): Loader<T> {
  let loading: Promise<T> | undefined;
  let loaded: T | undefined;
  const loadOnce = async (): Promise<T> => {
    try {
      loaded = await load();
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
