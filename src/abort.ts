/** Resolves after `ms` milliseconds, or rejects with the signal's reason as soon as it aborts. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Settles as `promise` does, or rejects with the signal's reason as soon as it aborts. The promise itself
 * goes on; its late rejection is not reported as unhandled.
 */
export function abortable<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal?.reason);
    const settle = (): void => signal?.removeEventListener('abort', stop);
    promise.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** An abort controller that also follows other signals, until it is released. */
export type AbortScope = Readonly<{
  signal: AbortSignal;
  abort(reason: unknown): void;
  /** Stops following; leaves no listener behind. */
  release(): void;
}>;

/**
 * Opens an {@link AbortScope} that aborts with the reason of whichever of `signals` aborts first, or, given
 * `timeout`, with `timeout.getReason()` after `timeout.ms` milliseconds.
 */
export function createAbortScope(
  signals: readonly (AbortSignal | undefined)[],
  timeout?: Readonly<{ ms: number; getReason: () => unknown }>,
): AbortScope {
  const controller = new AbortController();
  const abort = (reason: unknown): void => {
    release();
    controller.abort(reason);
  };
  const links = signals.map((signal) => {
    const follow = (): void => abort(signal?.reason);
    signal?.addEventListener('abort', follow, { once: true });
    return () => signal?.removeEventListener('abort', follow);
  });
  const timer = timeout && setTimeout(() => abort(timeout.getReason()), timeout.ms);
  const release = (): void => {
    clearTimeout(timer);
    for (const unlink of links) unlink();
  };
  const aborted = signals.find((signal) => signal?.aborted);
  if (aborted) abort(aborted.reason);
  return { signal: controller.signal, abort, release };
}
