import { getLoopbackPermission } from '../../../dapp/open/permission.js';
import type { Way } from '../../../dapp/open/session-config.js';
import type { Remote } from '../../../protocol/remote-option.js';
import { isBaseUri } from '../../../protocol/text-checks.js';
import { attempt } from '../../../util/errors.js';
import { type AuthorizationStore, callStore } from '../../store.js';

/**
 * No event reports that a blocker was turned off. A try in vain costs the user a visit to the wallet app, so
 * it is rare.
 */
export const RETRY_AFTER_MS = 86_400_000;
/** How long a link that leads nowhere is left alone: the next try costs the user a web page and a tap. */
const LINK_REST_MS = 604_800_000;
/** In the place of a time: the link has reached nobody, and no wallet has named it since. */
const UNREACHED = 'unreached';

/**
 * Creates an entry of the store, of words. It is about the device and not about the accounts, so it outlives
 * a disconnect. It is kept in memory, too, because the store may not keep it.
 */
export function createEntry(store: AuthorizationStore, name: string) {
  const key = `mobile-wallet-standard:${name}`;
  /** The text that the store has not kept. */
  let unkept: string | undefined;
  return {
    read: (): readonly (string | undefined)[] =>
      (attempt(() => String(unkept ?? callStore(store, 'get', key) ?? '')) ?? '').split(' '),
    write(...words: readonly unknown[]): void {
      const text = words.join(' ');
      const isKept = attempt(() => {
        callStore(store, 'set', key, text);
        return callStore(store, 'get', key) === text;
      });
      unkept = isKept ? undefined : text;
    },
    delete(): void {
      unkept = undefined;
      attempt(() => callStore(store, 'delete', key));
    },
  };
}

/**
 * Whether a time in milliseconds, as text, is less than `ms` away. It is in the future if the clock was set
 * back.
 */
export function isRecent(time: string | undefined, ms: number): boolean {
  return Math.abs(Date.now() - Number(time)) < ms;
}

/**
 * Creates what is remembered of a wallet's own link (its `wallet_uri_base`). A link that reached nobody may
 * be one of a wallet that the user left before it answered. It leads nowhere only if then the common scheme
 * reaches a wallet that names it again.
 */
export function createOwnLink(store: AuthorizationStore) {
  const entry = createEntry(store, 'link');
  return {
    /** Returns the link by which the wallet is to be opened, unless it is left alone. */
    getUsable(baseUri: string | undefined): string | undefined {
      const [state, link] = entry.read();
      const isLeftAlone = link === baseUri && (state === UNREACHED || isRecent(state, LINK_REST_MS));
      return isBaseUri(baseUri) && !isLeftAlone ? baseUri : undefined;
    },
    /** Notes that a link has reached nobody, and that the common scheme is tried in its place. */
    noteUnreached(baseUri: string): void {
      entry.write(UNREACHED, baseUri);
    },
    /** Notes the link that a wallet named, if it named one, after the common scheme had opened it. */
    noteAnswer(baseUri: string | undefined): void {
      const [state, link] = entry.read();
      if (state === UNREACHED && link === baseUri) entry.write(Date.now(), link);
      else if (state === UNREACHED || (baseUri !== undefined && link !== baseUri)) entry.delete();
    },
  };
}

/**
 * Creates what is remembered of the way over `remote` to the wallet app on this device. Another relay is
 * another way.
 */
export function createRelayChoice(store: AuthorizationStore, remote: Remote | undefined) {
  const entry = createEntry(store, 'relay');
  const { type: _, idleMs: __, ...place } = remote ?? { type: undefined, idleMs: undefined };
  /** What tells the relay from others. */
  const name = Object.values(place).join();
  return {
    /**
     * Returns how the wallet app on this device is to be met at first: over the relay if it was before, and
     * loopback is not known to work again. What was chosen because the permission was denied counts while it
     * is denied; any other choice for a day.
     */
    async getFirstWay(): Promise<Way> {
      const [state, relay] = entry.read();
      if (!state || relay !== name) return 'local';
      const isDenied = (await getLoopbackPermission()) === 'denied';
      return isDenied || isRecent(state, RETRY_AFTER_MS) ? 'relay' : 'local';
    },
    /**
     * Remembers that the wallet app on this device was met over the relay: when, or that the permission was
     * denied.
     */
    async remember(): Promise<void> {
      const isDenied = (await getLoopbackPermission()) === 'denied';
      entry.write(isDenied ? 'denied' : Date.now(), name);
    },
    /**
     * Forgets the choice, because the relay reached nobody. It may be down, while loopback may work again.
     */
    forget: entry.delete,
  };
}
