import { abortable } from './abortable.js';

/**
 * Runs `work` after all work that was passed before. If `signal` aborts, only the wait for that earlier work
 * ends, and `work` is not run.
 */
export type TakeTurn = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Creates a {@link TakeTurn}. No work begins after `workSignal` has aborted. */
export function createTurns(workSignal?: AbortSignal): TakeTurn {
  let lastWork: Promise<void> = Promise.resolve();
  return (work, signal) => {
    const before = lastWork;
    const result = abortable(before, signal).then(() => {
      workSignal?.throwIfAborted();
      return work();
    });
    // Without the outcomes, because each would hold those of all turns before it.
    lastWork = Promise.allSettled([before, result]).then(() => {});
    return result;
  };
}
