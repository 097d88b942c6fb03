import { attempt } from '../../util/errors.js';
import type { FirstSettings } from '../options.js';
import { callStore, localAuthorizationStore } from '../store.js';
import { formatGrant, GRANT_VERSION, type Grant, parseGrant } from './stored-grant.js';

/**
 * The most characters to store, so that a wallet cannot fill the page's store. Browsers allow about 5
 * million.
 */
const MAX_ENTRY_LENGTH = 1_048_576;

/**
 * Creates the entry of the store that keeps a wallet's grant. Other tabs and other wallets of the page share
 * it. `onGrant` is called with the grant that is stored, also when one of those has written it; with nothing
 * if the entry was removed, or cannot be read.
 */
export function createStoredEntry(
  settings: Pick<FirstSettings, 'store' | 'uri' | 'chains'>,
  onGrant: (grant: Grant | undefined) => void,
) {
  const { store } = settings;
  const key = getEntryKey(settings);
  let isLoaded = false;
  /** The entry when it was last read. */
  let lastText: string | null | undefined;
  /** The event that announced the grant that this wallet saved last. */
  let lastAnnouncement: Event | undefined;

  /**
   * Reads the entry. If that fails, it counts as unchanged, because a store that is blocked must not stop the
   * wallet.
   */
  const read = (): string | null | undefined =>
    attempt(
      () => callStore(store, 'get', key),
      () => lastText,
    );

  /**
   * Writes the entry. If that fails, removes the earlier entry, because the next page load would treat it as
   * current.
   */
  const write = (text: string | undefined): void => {
    const remove = () => attempt(() => callStore(store, 'delete', key));
    if (text === undefined || text.length > MAX_ENTRY_LENGTH) remove();
    else attempt(() => callStore(store, 'set', key, text), remove);
    lastText = read();
  };

  const announce = (): void => {
    lastAnnouncement?.stopImmediatePropagation();
    lastAnnouncement = new Event(key);
    globalThis.dispatchEvent?.(lastAnnouncement);
  };

  /**
   * Passes on the entry as it is now. Events come late, so what they carry may no longer be true. While the
   * entry is the one that was read last, nothing is passed on, because the store may have refused the grant
   * of this wallet.
   */
  const passOnIfChanged = (isCleared = false): void => {
    const text = read();
    if (text === lastText && !isCleared) return;
    lastText = text;
    // Other wallets that have yet to receive the earlier grant must not receive it after this one.
    lastAnnouncement?.stopImmediatePropagation();
    onGrant(attempt(() => parseGrant(text)));
  };

  const receive = (event: Event): void => {
    // A page that is shown for the first time has just read the store.
    if (event === lastAnnouncement || (event as PageTransitionEvent).persisted === false) return;
    const { storageArea, key: changed } = event as StorageEvent;
    if (event.type !== 'storage') passOnIfChanged();
    // A null key means that all of it was cleared.
    else if (storageArea === localStorage && (changed === key || changed === null))
      passOnIfChanged(changed === null);
  };

  return {
    /**
     * Passes on the stored grant when it is first called, and watches the entry from then on. That call comes
     * late, because reading `localStorage` is a round trip to another process, and not for the page load.
     */
    load(): void {
      if (isLoaded) return;
      isLoaded = true;
      passOnIfChanged();
      // A page in the back-forward cache gets no events. Only writes to `localStorage` by other tabs are
      // `storage` events.
      const types = [key, 'pageshow', ...(store === localAuthorizationStore ? ['storage'] : [])];
      for (const type of types) globalThis.addEventListener?.(type, receive);
    },
    /** Writes the grant, or removes the entry if there is none. Then tells the other wallets of the page. */
    save(grant: Grant | undefined): void {
      write(grant && formatGrant(grant));
      announce();
    },
    /** Passes on what was written elsewhere, if its event is still to come or there is none. */
    catchUp: (): void => passOnIfChanged(),
  };
}

/** Returns the key of the entry. Each format version, identity and set of chains has an entry of its own. */
function getEntryKey({ uri, chains }: Pick<FirstSettings, 'uri' | 'chains'>): string {
  return `mobile-wallet-standard:${GRANT_VERSION}:${uri ?? ''}:${[...chains].sort().join()}`;
}
