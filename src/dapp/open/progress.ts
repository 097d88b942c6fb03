import { attempt } from '../../util/errors.js';

/**
 * The state of a session: `preparing` before the wallet app is opened, `permission` while the user is asked
 * for the browser's permission, `launching` while the wallet app is being opened, `scanning` while a QR code
 * is shown for a wallet on another device, `connecting` until the session is open, `waiting` while a call or
 * a callback of `transact` uses it, `ready` while it is kept open for the next call, `idle` once it has ended
 * or failed.
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

/**
 * Called when the session reaches a {@link ProgressState}. Once a wallet app has authorized the registered
 * wallet in this session, `wallet` is what the app says of itself, unverified: its icon as a data URI, and
 * the host of its `wallet_uri_base`.
 */
export type OnProgress = (
  progress: Readonly<{ state: ProgressState; wallet?: Readonly<{ icon?: string; host?: string }> }>,
) => void;

/** Takes a state that a session has reached. */
export type ReportProgress = (state: ProgressState) => void;

/** What {@link OnProgress} says of the wallet app. */
export type ProgressWallet = Parameters<OnProgress>[0]['wallet'];

/**
 * Creates a reporter that passes on each change of state once, with what is known of the wallet app. An error
 * that `onProgress` throws is reported as uncaught.
 */
export function createProgressReporter(
  onProgress: OnProgress | undefined,
): (state: ProgressState, wallet?: ProgressWallet) => void {
  let last: ProgressState = 'idle';
  return (state, wallet) => {
    if (state === last) return;
    last = state;
    attempt(() => onProgress?.({ state, ...(wallet && { wallet }) }), globalThis.reportError);
  };
}
