import { abortable, followSignal } from './abortable.js';

/** Resolves after `ms` milliseconds, or rejects with the signal's reason as soon as it aborts. */
export async function delay(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await abortable(elapsed, signal).finally(() => clearTimeout(timer));
}

/**
 * Returns a function that returns how many milliseconds have passed. `performance.now()` may stand still
 * while a device sleeps, and `Date.now()` may be set back.
 */
export function startClock(): () => number {
  const start = performance.now();
  const wallStart = Date.now();
  return () => Math.max(performance.now() - start, Date.now() - wallStart);
}

/** If a timer runs later than this, the page was frozen or its timers were throttled. */
const LATE_MS = 1_000;
const LATE_GRACE_MS = 500;

/**
 * Calls `expire` after `ms` milliseconds, even if timers stood still meanwhile, as they do in a frozen page.
 * A deadline that passed then expires half a second after the page thaws, so that messages that arrived
 * meanwhile are handled first. `getWallTime` is the clock that goes on while a device sleeps, in ms. Returns
 * a function that cancels the deadline.
 */
export function setDeadline(ms: number, expire: () => void, getWallTime = Date.now): () => void {
  const end = performance.now() + ms;
  const wallEnd = getWallTime() + ms;
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
    // `performance` stands still while a device sleeps, and the wall clock may be set back: the one that is
    // ahead counts.
    const left = Math.min(end - performance.now(), wallEnd - getWallTime());
    timer = left > 0 ? setTimeout(check, left) : setTimeout(finish, left < -LATE_MS ? LATE_GRACE_MS : 0);
  };
  for (const event of ['visibilitychange', 'resume']) {
    globalThis.document?.addEventListener(event, check, ended);
  }
  check();
  return cancel;
}

/** An abort controller that also aborts with other signals, and after a time limit. */
export type AbortScope = Readonly<{
  signal: AbortSignal;
  /** Aborts the signal, and stops following the others. Only the first call counts. */
  abort(reason: unknown): void;
  /** Stops following the other signals and the time limit. */
  release(): void;
}>;

/**
 * Creates a scope that aborts with the reason of the first of `signals` to abort, or, given `timeout`, with
 * `timeout.getReason()` after `timeout.ms` milliseconds.
 */
export function createAbortScope(
  signals: readonly (AbortSignal | undefined)[],
  timeout?: Readonly<{ ms: number; getReason: () => unknown }>,
): AbortScope {
  const controller = new AbortController();
  const cancelTimeout = timeout && setDeadline(timeout.ms, () => abort(timeout.getReason()));
  let followed: readonly (() => void)[] = [];
  const release = (): void => {
    cancelTimeout?.();
    for (const end of followed) end();
  };
  const abort = (reason: unknown): void => {
    release();
    controller.abort(reason);
  };
  const aborted = signals.find((signal) => signal?.aborted);
  // Not by `AbortSignal.any`, which would abort only after all listeners of a signal, also those that were
  // added later.
  if (aborted) abort(aborted.reason);
  else {
    followed = signals.flatMap((signal) =>
      signal ? [followSignal(signal, () => abort(signal.reason))] : [],
    );
  }
  return { signal: controller.signal, abort, release };
}

/**
 * Settles as `promise` does if that is within `ms` milliseconds and before `signal` aborts, otherwise with
 * `undefined`. Never rejects.
 */
export function waitAtMost<T>(ms: number, promise: Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
  const scope = createAbortScope([signal], { ms, getReason: () => undefined });
  return abortable(promise, scope.signal)
    .catch(() => undefined)
    .finally(scope.release);
}
