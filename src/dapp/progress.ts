import { createInvalidArgumentError } from '../errors.js';

/**
 * Where a session stands, for a dapp that shows it: `preparing` before the wallet app opens, `permission` while the
 * browser's permission is asked for, `launching` as the wallet app is opened, `connecting` until the session stands,
 * `waiting` while it does (for the wallet, or the person in it), `idle` when it has ended or failed.
 */
export type ProgressState = 'preparing' | 'permission' | 'launching' | 'connecting' | 'waiting' | 'idle';

/** Hears of each {@link ProgressState} as it is reached. */
export type OnProgress = (state: ProgressState) => void;

/**
 * Makes a listener that passes each change on once. What the given listener throws is reported as an uncaught
 * error and stops nothing.
 *
 * @throws `INVALID_ARGUMENT` unless `onProgress` is a function or left out
 */
export function createProgressReporter(onProgress: OnProgress | undefined): OnProgress {
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw createInvalidArgumentError('onProgress', 'must be a function');
  }
  let last: ProgressState = 'idle';
  return (state) => {
    if (state === last) return;
    last = state;
    try {
      onProgress?.(state);
    } catch (error) {
      globalThis.reportError?.(error);
    }
  };
}
