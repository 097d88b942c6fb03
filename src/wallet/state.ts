import type { SolanaTransactionVersion } from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import type { StandardEventsChangeProperties } from '@wallet-standard/features';
import { getAccounts } from './accounts.js';
import {
  createFeatures,
  DEFAULT_TRANSACTION_VERSIONS,
  type FeatureMethods,
  type MobileWalletFeatures,
} from './features.js';
import { type Grant, getGrantKey, parseGrant } from './grant.js';
import type { Settings } from './options.js';
import { localAuthorizationStore } from './store.js';

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

/**
 * Starts from the grant that an earlier page load left in the store, and follows the other tabs of the origin;
 * `onForgotten` is called before the grant is dropped because another tab has disconnected.
 */
export function createWalletState(
  settings: Settings,
  methods: FeatureMethods,
  onForgotten: () => void,
): WalletState {
  const { store } = settings;
  const key = getGrantKey(settings);
  const listeners = new Set<ChangeListener>();
  let grant = parseGrant(
    attempt(() => store.get(key)),
    settings,
  );
  let accounts = getAccounts(grant, settings, Object.freeze([]));
  let versions = getVersions(grant);
  let features = createFeatures(methods, versions);

  let lastChange = 0;
  /** Whether some listener may not have heard yet of the features as they are. */
  let areFeaturesNews = false;

  const adopt = (next: Grant | undefined): void => {
    grant = next;
    const previous = { accounts, features };
    accounts = getAccounts(grant, settings, accounts);
    if (String(getVersions(grant)) !== String(versions)) {
      versions = getVersions(grant);
      features = createFeatures(methods, versions);
    }
    if (accounts === previous.accounts && features === previous.features) return;
    areFeaturesNews ||= features !== previous.features;
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

  // Only other tabs' writes come as events, and only those to `localStorage`; a null key means all of it was cleared.
  if (store === localAuthorizationStore) {
    globalThis.addEventListener?.('storage', (event) => {
      if (event.storageArea !== localStorage || (event.key !== key && event.key !== null)) return;
      const next = parseGrant(event.newValue, settings);
      if (grant && !next) onForgotten();
      adopt(next);
    });
  }

  return {
    getGrant: () => grant,
    getAccounts: () => accounts,
    getFeatures: () => features,
    setGrant(next) {
      attempt(() => (next ? store.set(key, JSON.stringify(next)) : store.delete(key)));
      adopt(next);
    },
    subscribe(listener) {
      const entry: ChangeListener = (properties) => listener(properties);
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
  };
}

function getVersions(grant: Grant | undefined): readonly SolanaTransactionVersion[] {
  const versions = grant?.capabilities?.supported_transaction_versions as
    | readonly SolanaTransactionVersion[]
    | undefined;
  return versions?.length ? Object.freeze([...versions]) : DEFAULT_TRANSACTION_VERSIONS;
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
