import { abortable } from '../../abort.js';
import type { ProgressState } from '../../dapp/establish-session.js';
import type { SessionUi } from '../../dapp/session-ui.js';
import { isOwnError } from '../../errors.js';
import { createLoader } from '../../load-once.js';
import type { Identity } from '../../protocol/types.js';
import type { Dialogs } from '../options.js';

/**
 * Creates the dialogs for sessions: the dapp's own if it has any, otherwise this package's, which are loaded when the
 * first one is shown, with the dapp's `identity` on them. Without dialogs sessions go on; only scanning fails.
 */
export function createUi({ texts, ...own }: Dialogs, identity: Identity = {}): SessionUi {
  /** Kept besides the promise, so that one dialog replaces another at once, and the page does not show in between. */
  let loaded: Required<SessionUi> | undefined;
  const load = createLoader(
    async () => (await import('../../dialogs/index.js')).createDialogs,
    (createDialogs) => {
      loaded = createDialogs({ identity, ...(texts && { texts }) });
      return loaded;
    },
  );
  const find = (): Promise<Required<SessionUi> | undefined> => load().catch(() => undefined);
  const ui: Required<SessionUi> = {
    waiting: async (options) => (loaded ?? (await find()))?.waiting(options),
    async permission(options) {
      const dialogs = await find();
      if (dialogs) return dialogs.permission(options);
      return (await options.ask()) === 'granted';
    },
    blocked: async (options) => (await find())?.blocked(options),
    notFound: async (options) => (await find())?.notFound(options),
    // Without dialogs, launch anyway: the launch throws `USER_GESTURE_REQUIRED` if it needs a tap.
    tapNeeded: async (options) => (await find())?.tapNeeded(options) ?? true,
    scan: async (options) => (loaded ?? (await load())).scan(options),
    ...Object.fromEntries(Object.entries(own).filter(([, method]) => typeof method === 'function')),
  };
  return {
    waiting: (options) => void settle(() => ui.waiting(options), undefined, options.signal),
    permission: (options) => settle(() => ui.permission(options), false, options.signal),
    blocked: (options) => settle(() => ui.blocked(options), undefined, options.signal),
    notFound: (options) => settle(() => ui.notFound(options), false, options.signal),
    tapNeeded: (options) => settle(() => ui.tapNeeded(options), false, options.signal),
    async scan(options) {
      try {
        await ui.scan(options);
      } catch (error) {
        if (options.signal.aborted) return;
        if (isOwnError(error, 'CODE_NOT_LOADED')) throw error;
        globalThis.reportError?.(error);
        options.cancel();
      }
    },
  };
}

/**
 * Settles as a dialog does. A dialog that throws, or that is still open when `signal` aborts, counts as closed by the user.
 * An error that it throws is reported as uncaught.
 */
async function settle<T>(show: () => T | Promise<T>, closed: T, signal: AbortSignal): Promise<T> {
  try {
    return await abortable((async () => show())(), signal);
  } catch (error) {
    if (!signal.aborted) globalThis.reportError?.(error);
    return closed;
  }
}

/** Time for the wallet app to open before a dialog says that it is being opened. */
const SHOW_AFTER_LAUNCH_MS = 3_000;
/** Time for a response that the wallet sent while the user was returning to the page. */
const SHOW_AFTER_RETURN_MS = 500;
/**
 * Time for a wallet on another device to respond without asking the user, over a relay. A user who has to answer takes longer,
 * and must soon see where the request has gone.
 */
const SHOW_AFTER_REQUEST_MS = 1_000;

/**
 * Creates the dialog that says what the page is waiting for. `show` shows it. It appears only while the user looks at the page: when the wallet app is slow
 * to open, when the user returns before the wallet has responded, or while a wallet on another device has not responded.
 * `getAddress` returns the account to compare there.
 */
export function createWaitingDialog(
  show: SessionUi['waiting'] | undefined,
  cancel: () => void,
  getAddress: () => string | undefined = () => undefined,
) {
  let shown: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasAway = false;
  /** Whether the session's wallet is on another device: then the user has nothing to return from. */
  let isRemote = false;
  /** The latest state, which each call of a session reports again. */
  let last: ProgressState | undefined;
  let reopen: (() => void) | undefined;

  const close = (): void => {
    clearTimeout(timer);
    shown?.abort();
    shown = undefined;
  };
  const open = (): void => {
    if (shown || document.visibilityState === 'hidden') return;
    shown = new AbortController();
    const address = getAddress();
    show?.({
      signal: shown.signal,
      cancel,
      ...(reopen && { reopen }),
      ...(isRemote && { remote: address === undefined ? {} : { address } }),
    });
  };
  const showIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(open, ms);
  };
  const onVisibilityChange = (): void => {
    if (document.visibilityState === 'hidden') wasAway = true;
    else showIn(SHOW_AFTER_RETURN_MS);
  };
  const watch = (): void => document.addEventListener('visibilitychange', onVisibilityChange);
  /** Hides the dialog until the session reaches another state. */
  const hide = (): void => {
    close();
    if (show) document.removeEventListener('visibilitychange', onVisibilityChange);
    wasAway = false;
    last = undefined;
    reopen = undefined;
  };
  const onRemoteProgress = (state: ProgressState): void => {
    // In place of the code, which the user has just scanned.
    if (state === 'connecting') open();
    if (state === 'waiting') showIn(SHOW_AFTER_REQUEST_MS);
    // A request may begin while the user looks at another tab.
    if (state === 'connecting' || state === 'waiting') watch();
  };
  const onLocalProgress = (state: ProgressState): void => {
    if (state === 'launching') {
      watch();
      showIn(SHOW_AFTER_LAUNCH_MS);
    }
    if (state === 'waiting') {
      // Once the session is open, opening the association URI again would not lead back to it.
      reopen = undefined;
      if (wasAway && !shown) return;
      close();
      // A user who has already returned keeps seeing the dialog, now without the offer.
      if (wasAway) showIn(0);
    }
  };

  return {
    /** Shows or hides the dialog as the session's state requires. */
    onProgress(state: ProgressState): void {
      if (!show || state === last) return;
      if (state === 'idle' || state === 'scanning' || state === 'ready') hide();
      if (state === 'idle' || state === 'scanning') isRemote = state === 'scanning';
      last = state;
      if (isRemote) onRemoteProgress(state);
      else onLocalProgress(state);
    },
    /** Offers in the dialog to open the wallet app again, until a wallet has connected. */
    setReopen(openAgain: () => void): void {
      reopen = openAgain;
    },
    hide,
  };
}
