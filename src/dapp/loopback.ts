import { MobileWalletError } from '../errors.js';
import { getRandomPort } from '../protocol/association.js';
import type { LoopbackPermission, SessionUi } from './ui.js';

/** The permission's names: the one that decides, and the one of Chrome 142 to 144. */
const NAMES = ['loopback-network', 'local-network-access'];
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Tells whether the browser lets this page reach apps on this device. Pages that are themselves on loopback are never
 * asked, whatever the permission says, and neither are browsers that do not know it.
 */
export async function getLoopbackPermission(): Promise<LoopbackPermission> {
  if (typeof location === 'undefined' || LOOPBACK.test(location.hostname)) return 'granted';
  for (const name of NAMES) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state;
    } catch {
      // Not a name that this browser knows, or no permissions at all.
    }
  }
  return 'granted';
}

/** Has the browser ask the person, which takes a request to loopback; tells what the browser says afterwards. */
async function askLoopbackPermission(signal: AbortSignal): Promise<LoopbackPermission> {
  const url = `http://localhost:${getRandomPort()}/`;
  await fetch(url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal }).catch(() => {});
  signal.throwIfAborted();
  return getLoopbackPermission();
}

/**
 * Makes sure, before the wallet app is opened, that the browser will let this page reach it: its prompt would be hidden
 * behind the app.
 *
 * @throws `LOOPBACK_BLOCKED`; `USER_CANCELLED` when the person leaves it undecided; the signal's reason
 */
export async function ensureLoopbackPermission(
  ui: SessionUi | undefined,
  signal: AbortSignal,
  onAsk: () => void,
): Promise<void> {
  let permission = await getLoopbackPermission();
  let mayGoOn = true;
  if (permission === 'prompt') {
    onAsk();
    const ask = (): Promise<LoopbackPermission> => askLoopbackPermission(signal);
    if (ui) mayGoOn = await ui.permission({ signal, ask });
    else await ask();
    signal.throwIfAborted();
    permission = await getLoopbackPermission();
  } else if (permission === 'denied') {
    await ui?.blocked({ signal });
    signal.throwIfAborted();
  }
  if (permission === 'denied') throw createLoopbackBlockedError();
  if (mayGoOn && permission === 'granted') return;
  throw new MobileWalletError(
    'USER_CANCELLED',
    'The person cancelled, or did not say whether this page may reach the wallet app',
  );
}

/** Makes the error for a browser that was told to keep this page from apps on this device. */
export function createLoopbackBlockedError(cause?: unknown): MobileWalletError<'LOOPBACK_BLOCKED'> {
  return new MobileWalletError(
    'LOOPBACK_BLOCKED',
    "The browser keeps this page from reaching the wallet app: allow it in the site's permissions",
    {},
    cause === undefined ? undefined : { cause },
  );
}
