import type { SolanaTransactionVersion } from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import type { StandardEventsChangeProperties } from '@wallet-standard/features';
import { decodeBase58 } from '../base58.js';
import { isIcon } from '../protocol/identity.js';
import { createFeatures, type FeatureMethods, type MobileWalletFeatures } from './features.js';
import type { Settings } from './options.js';
import { localAuthorizationStore } from './store.js';
import { formatGrant, type Grant, getGrantKey, parseGrant, type ShownAccount } from './stored-grant.js';

type ChangeListener = (properties: StandardEventsChangeProperties) => void;

/** What the wallet shows now, all of it derived from the grant. */
export type WalletState = Readonly<{
  getGrant(): Grant | undefined;
  /** Replaces the grant, keeps it in the store, and emits one `change` if accounts or features changed. */
  setGrant(grant: Grant | undefined): void;
  getAccounts(): readonly WalletAccount[];
  getFeatures(): MobileWalletFeatures;
  /** Adds a listener; gives the function that takes it away. */
  subscribe(listener: ChangeListener): () => void;
}>;

/** Before a wallet has said which transactions it signs, these are what every one is taken to sign. */
const DEFAULT_VERSIONS: readonly SolanaTransactionVersion[] = ['legacy', 0];
/** Longest entry in characters, so that no wallet can fill the page's store: browsers allow some 5 million. */
const LONGEST_ENTRY = 1_048_576;

/** The event by which wallets of one page that have a store and a key in common tell each other of a new grant. */
const GRANTED = 'mobile-wallet-standard:grant';
/** `store` is `undefined` for the default one, of which each copy of this package has an object of its own. */
type Granted = Readonly<{ store: unknown; key: string; text: string | undefined; sender: symbol }>;

/**
 * Starts from the grant that an earlier page load left in the store, as soon as anyone asks, and follows the other tabs
 * of the origin and the other wallets of the page; `onForgotten` is called before the grant is dropped because one of
 * them has disconnected.
 */
export function createWalletState(
  settings: Settings,
  methods: FeatureMethods,
  onForgotten: () => void,
): WalletState {
  const { store } = settings;
  const isDefaultStore = store === localAuthorizationStore;
  const key = getGrantKey(settings);
  const sender = Symbol('wallet');
  const listeners = new Set<ChangeListener>();
  let grant: Grant | undefined;
  /** Accounts by what is shown of them: one that has not changed is that very object, since pickers compare by identity. */
  let known = new Map<string, WalletAccount>();
  let accounts: readonly WalletAccount[] = Object.freeze([]);
  /** What the features differ by: they keep their identity while it is the same. */
  let featuresShape = '';
  let features: MobileWalletFeatures;
  let isRead = false;
  let lastChange = 0;
  /** Whether some listener may not have heard yet of the features as they are. */
  let areFeaturesNews = false;
  /** What has told the other wallets of the latest grant that was set here. */
  let told: Event | undefined;

  /** Takes a grant over; tells whether that changes what is shown. */
  const adopt = (next: Grant | undefined): boolean => {
    grant = next;
    const before = { accounts, features };
    known = new Map(
      (grant?.accounts ?? []).map((shown) => {
        const text = JSON.stringify(shown);
        return [text, known.get(text) ?? createAccount(shown)];
      }),
    );
    const shown = [...known.values()];
    if (shown.length !== accounts.length || shown.some((account, index) => account !== accounts[index])) {
      accounts = Object.freeze(shown);
    }
    const named = grant?.capabilities?.supported_transaction_versions as typeof DEFAULT_VERSIONS | undefined;
    const supported = named?.length ? named : DEFAULT_VERSIONS;
    const isSendOnly = grant?.isSendOnly ?? false;
    const shape = String([isSendOnly, ...supported]);
    if (shape !== featuresShape) {
      featuresShape = shape;
      features = createFeatures(methods, Object.freeze([...supported]), isSendOnly);
    }
    areFeaturesNews ||= features !== before.features;
    return accounts !== before.accounts || features !== before.features;
  };

  /** Tells the listeners what is shown now. */
  const emitChange = (): void => {
    // Some wallet pickers read a change without accounts as a disconnect, so they always go along.
    const properties = areFeaturesNews ? { accounts, features } : { accounts };
    const number = ++lastChange;
    for (const listener of [...listeners]) {
      // A listener may change the wallet; then the others have had the later change, with all that is new in it.
      if (number !== lastChange) return;
      if (listeners.has(listener)) {
        attempt(
          () => listener(properties),
          (error) => globalThis.reportError?.(error),
        );
      }
    }
    if (number === lastChange) areFeaturesNews = false;
  };

  /** Takes over what another tab or another wallet of the page has written. */
  const follow = (text: string | null | undefined): void => {
    // A wallet that has not heard yet of the grant before must not hear of it after this one.
    told?.stopImmediatePropagation();
    const next = attempt(() => parseGrant(text));
    if (grant && !next) onForgotten();
    if (adopt(next)) emitChange();
  };

  const startFollowing = (): void => {
    globalThis.addEventListener?.(GRANTED, (event) => {
      const { detail } = event as CustomEvent<Granted>;
      const isOurs = detail.key === key && detail.store === (isDefaultStore ? undefined : store);
      if (isOurs && detail.sender !== sender) follow(detail.text);
    });
    // Only other tabs' writes come as these, and only those to `localStorage`; a null key means all of it was cleared.
    if (!isDefaultStore) return;
    globalThis.addEventListener?.('storage', (event) => {
      if (event.storageArea !== localStorage || (event.key !== key && event.key !== null)) return;
      follow(event.newValue);
    });
  };

  /** The browser fetches a page's store from another process, for which no page load waits that does not ask. */
  const read = (): void => {
    if (isRead) return;
    isRead = true;
    attempt(
      () => adopt(parseGrant(store.get(key))),
      () => adopt(undefined),
    );
    areFeaturesNews = false;
    startFollowing();
  };

  /** Writes the store's entry. An earlier one must not outlive a grant that cannot be written: it would be read as new. */
  const keep = (text: string | undefined): void => {
    const remove = (): void => store.delete(key);
    if (text === undefined || text.length > LONGEST_ENTRY) attempt(remove);
    else
      attempt(
        () => store.set(key, text),
        () => attempt(remove),
      );
  };

  const tellOthers = (text: string | undefined): void => {
    const detail: Granted = { store: isDefaultStore ? undefined : store, key, text, sender };
    told?.stopImmediatePropagation();
    told = new CustomEvent(GRANTED, { detail });
    globalThis.dispatchEvent?.(told);
  };

  return {
    getGrant() {
      read();
      return grant;
    },
    getAccounts() {
      read();
      return accounts;
    },
    getFeatures() {
      read();
      return features;
    },
    setGrant(next) {
      read();
      const text = next && formatGrant(next);
      const isChange = adopt(next);
      const number = lastChange;
      keep(text);
      tellOthers(text);
      // One of them may have changed the grant again; then its change has been told here.
      if (isChange && number === lastChange) emitChange();
    },
    subscribe(listener) {
      read();
      const entry: ChangeListener = (properties) => listener(properties);
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
  };
}

function createAccount({ icon, ...shown }: ShownAccount): WalletAccount {
  return Object.freeze({
    ...shown,
    // Earlier versions kept icons without checking all of them.
    ...(isIcon(icon) && { icon }),
    publicKey: decodeBase58(shown.address),
    chains: Object.freeze([...shown.chains]),
    features: Object.freeze([...shown.features]),
  });
}

/** A store may be full or blocked, and a listener may throw: neither stops the wallet. */
function attempt<T>(action: () => T, onError: (error: unknown) => void = () => {}): T | undefined {
  try {
    return action();
  } catch (error) {
    onError(error);
    return undefined;
  }
}
