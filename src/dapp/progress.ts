import { assertArgument } from '../errors.js';

/**
 * The state of a session: `preparing` before the wallet app is opened, `permission` while the user is asked for the browser's
 * permission, `launching` while the wallet app is being opened, `scanning` while a code is shown for a wallet on another
 * device, `connecting` until the session is open, `waiting` while it is open (for the wallet or the user in it), `ready`
 * while it is kept open for the next call, `idle` once it has ended or failed.
 */
export type ProgressState =
  | 'preparing'
  | 'permission'
  | 'launching'
  | 'scanning'
  | 'connecting'
  | 'waiting'
  | 'ready'
  | 'idle';

/** Called when the session reaches a {@link ProgressState}. */
export type OnProgress = (state: ProgressState) => void;

/**
 * Creates a listener that passes on each change of state once. An error that `onProgress` throws is reported as uncaught.
 *
 * @throws `INVALID_ARGUMENT` unless `onProgress` is a function or `undefined`
 */
export function createProgressReporter(onProgress: OnProgress | undefined): OnProgress {
  const isListener = onProgress === undefined || typeof onProgress === 'function';
  assertArgument(isListener, 'onProgress', 'must be a function');
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
