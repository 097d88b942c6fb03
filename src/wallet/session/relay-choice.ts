import type { Way } from '../../dapp/open-session.js';
import { getLoopbackPermission } from '../../dapp/permission.js';
import { attempt } from '../../errors.js';
import type { AuthorizationStore } from '../options.js';

/** The key of the store's entry. It outlives a disconnect, because it is about the browser and not about the accounts. */
const KEY = 'mobile-wallet-standard:relay';
/** The entry if the permission was denied. Otherwise it is the time of the choice. */
const DENIED = 'denied';
/** No event reports that a blocker was turned off. A try in vain costs the user a visit to the wallet app, so it is rare. */
const RETRY_AFTER_MS = 86_400_000;

/**
 * Returns how the wallet app on this device is to be met at first: over the relay if it was before, and loopback is not known to
 * work again. What was chosen because the permission was denied counts while it is denied; any other choice for a day.
 */
export async function getFirstWay(store: AuthorizationStore): Promise<Way> {
  const entry = attempt(() => store.get(KEY));
  if (!entry) return 'local';
  const isDenied = (await getLoopbackPermission()) === 'denied';
  const isRecent = Math.abs(Date.now() - Number(entry)) < RETRY_AFTER_MS;
  return isDenied || isRecent ? 'relayed' : 'local';
}

/** Remembers that the wallet app on this device was met over the relay. */
export async function rememberRelay(store: AuthorizationStore): Promise<void> {
  const isDenied = (await getLoopbackPermission()) === 'denied';
  attempt(() => store.set(KEY, isDenied ? DENIED : String(Date.now())));
}

/** Forgets the choice, so that the next session is tried on loopback. */
export function forgetRelay(store: AuthorizationStore): void {
  attempt(() => store.delete(KEY));
}
