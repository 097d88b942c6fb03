import type { SolanaTransactionVersion } from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import type { StandardEventsChangeProperties } from '@wallet-standard/features';
import { isIcon } from '../protocol/identity.js';
import { attempt } from '../util/attempt.js';
import { assertArgument } from '../util/errors.js';
import { createFeatures, type FeatureMethods, type MobileWalletFeatures } from './features.js';
import type { Settings } from './options.js';
import { callStore, localAuthorizationStore } from './store.js';
import { formatGrant, type Grant, getGrantKey, parseGrant, type ShownAccount } from './stored-grant.js';

type ChangeListener = (properties: StandardEventsChangeProperties) => void;

/** The grant, and the accounts and features that the wallet shows, which are derived from it. */
export type WalletState = ReturnType<typeof createWalletState>;

/** The transaction versions that a wallet is assumed to sign until its capabilities are known. */
const DEFAULT_VERSIONS: readonly SolanaTransactionVersion[] = ['legacy', 0];
/**
 * The most characters to store, so that a wallet cannot fill the page's store. Browsers allow about 5
 * million.
 */
const MAX_ENTRY_LENGTH = 1_048_576;

/**
 * The grants that events announce, with the store and what it kept, because it may have refused the grant.
 * They are not in the events, because every script of the page can read those. Wallets of other copies of
 * this package read their own stores instead.
 */
const announcements = new WeakMap<
  Event,
  Readonly<{ store: Settings['store']; text: string | undefined; storedText: string | null | undefined }>
>();

/** The states that have listeners. They must go on, even if the dapp holds nothing else of their wallets. */
const heard = new Set<object>();

/**
 * Creates the state of a wallet. It begins with the grant in the store, which it reads when it is first
 * needed, and follows changes by other tabs and by other wallets of the page. If one of them has
 * disconnected, `onForgotten` is called before the grant is dropped.
 */
export function createWalletState(settings: Settings, methods: FeatureMethods, onForgotten: () => void) {
  const { store } = settings;
  const key = getGrantKey(settings);
  const listeners = new Set<ChangeListener>();
  let grant: Grant | undefined;
  /**
   * The accounts by their JSON. An unchanged account stays the same object, because wallet pickers compare by
   * identity.
   */
  let accountsByJson = new Map<string, WalletAccount>();
  let accounts: readonly WalletAccount[] = Object.freeze([]);
  /** What the features depend on. While this does not change, the features stay the same object. */
  let featuresKey = '';
  let features: MobileWalletFeatures;
  let isRead = false;
  /** The store's entry when it was last read. */
  let storedText: string | null | undefined;
  let lastChange = 0;
  /** Whether the features have changed since the last `change` event that reached all listeners. */
  let hasNewFeatures = false;
  /** How often the accounts have been read from outside. */
  let reads = 0;
  /** The event that announced the grant that this wallet set last. */
  let grantEvent: Event | undefined;

  /** Replaces the grant and what is derived from it. Returns whether accounts or features changed. */
  const adopt = (next: Grant | undefined): boolean => {
    grant = next;
    const before = { accounts, features };
    accountsByJson = new Map(
      (grant?.accounts ?? []).map((shown) => {
        const json = JSON.stringify(shown);
        return [json, accountsByJson.get(json) ?? createAccount(shown)];
      }),
    );
    const shown = [...accountsByJson.values()];
    if (shown.length !== accounts.length || shown.some((account, index) => account !== accounts[index])) {
      accounts = Object.freeze(shown);
    }
    const named = grant?.capabilities?.supported_transaction_versions as typeof DEFAULT_VERSIONS | undefined;
    const supported = named?.length ? named : DEFAULT_VERSIONS;
    const isSendOnly = grant?.isSendOnly ?? false;
    const nextKey = String([isSendOnly, ...supported]);
    if (nextKey !== featuresKey) {
      featuresKey = nextKey;
      features = createFeatures(methods, Object.freeze([...supported]), isSendOnly);
    }
    hasNewFeatures ||= features !== before.features;
    return accounts !== before.accounts || features !== before.features;
  };

  /** Adopts a grant that was stored, or none if it cannot be used. */
  const adoptStored = (next: Grant | undefined): boolean =>
    attempt(
      () => adopt(next),
      () => adopt(undefined),
    );

  const emitChange = (): void => {
    // Always pass the accounts, because some wallet pickers treat a change without accounts as a disconnect.
    const properties = hasNewFeatures ? { accounts, features } : { accounts };
    const number = ++lastChange;
    for (const listener of [...listeners]) {
      // If a listener has changed the wallet again, the other listeners have already been called for that
      // later change.
      if (number !== lastChange) return;
      // A listener that throws must not keep the change from the others.
      if (listeners.has(listener)) attempt(() => listener(properties), globalThis.reportError);
    }
    if (number === lastChange) hasNewFeatures = false;
  };

  /**
   * Reads the entry. If that fails, it counts as unchanged, because a store that is blocked must not stop the
   * wallet.
   */
  const readEntry = (): string | null | undefined =>
    attempt(
      () => callStore(store, 'get', key),
      () => storedText,
    );

  /** Adopts the grant that another tab or another wallet of the page has written. */
  const adoptForeign = (text: string | null | undefined): void => {
    // Other wallets that have yet to receive the earlier grant must not receive it after this one.
    grantEvent?.stopImmediatePropagation();
    const next = attempt(() => parseGrant(text));
    if (grant && !next) onForgotten();
    if (adoptStored(next)) emitChange();
  };

  /**
   * Follows the store as it is now. Events come late, so what they carry may no longer be true. While the
   * entry is the one that was read last, nothing changes: the store may have refused the grant of this
   * wallet.
   */
  const follow = (isCleared = false): void => {
    const text = readEntry();
    if (text === storedText && !isCleared) return;
    storedText = text;
    adoptForeign(text);
  };

  /**
   * Reading `localStorage` is a round trip to another process, so it is delayed to keep it out of the page
   * load.
   */
  const read = (): void => {
    if (isRead) return;
    isRead = true;
    storedText = readEntry();
    adoptStored(attempt(() => parseGrant(storedText)));
    hasNewFeatures = false;
    // A page in the back-forward cache gets no events. Only writes to `localStorage` by other tabs are
    // `storage` events.
    listenFor(state, [key, 'pageshow', ...(store === localAuthorizationStore ? ['storage'] : [])]);
  };

  /**
   * Replaces the accounts by equal ones, and emits a `change` event, if the first to read them was
   * wallet-adapter's `connect`: the adapter has subscribed before, and reads them twice in a row. If a
   * component calls that in an effect, the adapter emits `connect` before its provider listens, and then does
   * so again only for a new account. Must run in a microtask, so that React renders both as one.
   */
  const replaceAccountsOnce = (): void => {
    if (reads === 1) return;
    accountsByJson.clear();
    if (adopt(grant)) emitChange();
  };

  /**
   * Writes the entry. If that fails, removes the earlier entry, because the next page load would treat it as
   * current.
   */
  const write = (text: string | undefined): void => {
    const remove = () => attempt(() => callStore(store, 'delete', key));
    if (text === undefined || text.length > MAX_ENTRY_LENGTH) remove();
    else attempt(() => callStore(store, 'set', key, text), remove);
    storedText = readEntry();
  };

  const tellOthers = (text: string | undefined): void => {
    grantEvent?.stopImmediatePropagation();
    grantEvent = new Event(key);
    announcements.set(grantEvent, { store, text, storedText });
    globalThis.dispatchEvent?.(grantEvent);
  };

  const state = {
    /**
     * Returns the grant. What another tab has written counts from now on, even if its event is still to come.
     */
    getGrant(): Grant | undefined {
      read();
      if (store === localAuthorizationStore) follow();
      return grant;
    },
    getAccounts(): readonly WalletAccount[] {
      read();
      return accounts;
    },
    /** Returns the accounts to a library or the dapp, and notes that they were read. */
    showAccounts(): readonly WalletAccount[] {
      read();
      if (reads++ === 0 && listeners.size > 0) queueMicrotask(replaceAccountsOnce);
      return accounts;
    },
    getFeatures(): MobileWalletFeatures {
      read();
      return features;
    },
    /** Replaces the grant, stores it, and emits one `change` event if accounts or features changed. */
    setGrant(next: Grant | undefined): void {
      read();
      const text = next && formatGrant(next);
      const isChange = adopt(next);
      const number = lastChange;
      write(text);
      tellOthers(text);
      // If another wallet changed the grant in response, its change has been emitted here already.
      if (isChange && number === lastChange) emitChange();
    },
    /** Adds a listener. Returns the function that removes it. */
    subscribe(listener: ChangeListener): () => void {
      assertArgument(typeof listener === 'function', 'listener', 'must be a function');
      read();
      const entry: ChangeListener = (properties) => listener(properties);
      listeners.add(entry);
      heard.add(state);
      return () => {
        listeners.delete(entry);
        if (listeners.size === 0) heard.delete(state);
      };
    },
    /** Follows the store, or another wallet of the page, after an event of theirs or of the page. */
    receive(event: Event): void {
      // A page that is shown for the first time has just read the store.
      if (event === grantEvent || (event as PageTransitionEvent).persisted === false) return;
      if (event.type === 'storage') {
        const { storageArea, key: changed } = event as StorageEvent;
        // A null key means that all of it was cleared.
        if (storageArea === localStorage && (changed === key || changed === null)) follow(changed === null);
        return;
      }
      const announcement = announcements.get(event);
      if (announcement?.store === store && announcement.storedText === readEntry()) {
        storedText = announcement.storedText;
        adoptForeign(announcement.text);
      } else follow();
    },
  };
  return state;
}

function createAccount({ icon, key, ...shown }: ShownAccount): WalletAccount {
  return Object.freeze({
    ...shown,
    // Earlier versions stored icons without checking all of them.
    ...(isIcon(icon) && { icon }),
    publicKey: Uint8Array.from(atob(key), (character) => character.charCodeAt(0)),
    chains: Object.freeze([...shown.chains]),
    features: Object.freeze([...shown.features]),
  });
}

type Receiver = Readonly<{ receive(event: Event): void }>;

/** Passes events of the page on to a state, which its listeners on the page do not keep alive. */
function listenFor(state: Receiver, types: readonly string[]): void {
  if (!globalThis.addEventListener) return;
  // Made here, because some servers have neither class, and import this file, too.
  gone ??= new FinalizationRegistry((stopListening) => stopListening());
  const receive = receiveFor.bind(undefined, new WeakRef(state));
  for (const type of types) {
    addEventListener(type, receive);
    gone.register(state, () => globalThis.removeEventListener?.(type, receive));
  }
}

/** Removes the listeners on the page of wallets that nobody holds any more. */
let gone: FinalizationRegistry<() => void> | undefined;

function receiveFor(reference: WeakRef<Receiver>, event: Event): void {
  reference.deref()?.receive(event);
}
