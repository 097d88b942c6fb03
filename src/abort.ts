/** Resolves after `ms` milliseconds, or rejects with the signal's reason as soon as it aborts. */
export async function delay(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await abortable(
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms);
      }),
      signal,
    );
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Settles as `promise` does, or rejects with the signal's reason as soon as it aborts. The promise itself
 * goes on; its late rejection is not reported as unhandled.
 */
export function abortable<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController();
    const settle =
      <TValue>(end: (value: TValue) => void) =>
      (value: TValue): void => {
        settled.abort();
        end(value);
      };
    const stop = (): void => settle(reject)(signal?.reason);
    promise.then(settle<T>(resolve), settle<unknown>(reject));
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, settled);
  });
}

/** Beyond this a deadline's timer did not run in time: the page was frozen, or its timers throttled. */
const LATE = 1_000;
const LATE_GRACE = 500;

/**
 * Calls `expire` once `ms` milliseconds have passed, also where timers stood still meanwhile, as in a frozen page. What
 * arrived in that time is handled first. Gives the function that calls it off.
 */
export function setDeadline(ms: number, expire: () => void): () => void {
  // The one stands still where a device sleeps, the other may be set back.
  const countdowns = [performance, Date].map((clock) => {
    const due = clock.now() + ms;
    return () => due - clock.now();
  });
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => {
    clearTimeout(timer);
    ended.abort();
  };
  const finish = (): void => {
    cancel();
    expire();
  };
  const check = (): void => {
    clearTimeout(timer);
    const left = Math.min(...countdowns.map((getLeft) => getLeft()));
    timer = left > 0 ? setTimeout(check, left) : setTimeout(finish, left < -LATE ? LATE_GRACE : 0);
  };
  for (const event of ['visibilitychange', 'resume']) {
    globalThis.document?.addEventListener(event, check, ended);
  }
  check();
  return cancel;
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
  const released = new AbortController();
  const abort = (reason: unknown): void => {
    release();
    controller.abort(reason);
  };
  const cancelTimeout = timeout && setDeadline(timeout.ms, () => abort(timeout.getReason()));
  const release = (): void => {
    cancelTimeout?.();
    released.abort();
  };
  for (const signal of signals) {
    const follow = (): void => abort(signal?.reason);
    if (signal?.aborted) follow();
    signal?.addEventListener('abort', follow, released);
  }
  return { signal: controller.signal, abort, release };
}
