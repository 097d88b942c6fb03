import type { WalletAccount } from '@wallet-standard/base';
import { attempt } from '../../util/errors.js';
import type { FirstSettings } from '../options.js';
import { localAuthorizationStore } from '../store.js';
import { getShown, NOTHING_GRANTED, type Shown } from './shown.js';
import { createStoredEntry } from './stored-entry.js';
import type { Grant } from './stored-grant.js';

/**
 * Holds the grant of a wallet, and what is shown of it. It begins with the grant in the store, which it reads
 * when it is first needed, and follows changes by other tabs and by other wallets of the page.
 */
export type WalletState = Readonly<{
  /**
   * Reads the store, and returns the grant. What another tab has written to `localStorage` counts at once:
   * this emits the change, and calls `onForgotten` if the tab has disconnected, which ends the wallet's
   * session.
   */
  readGrant(): Grant | undefined;
  /** Replaces the grant, saves it, and emits one change if what is shown has changed. */
  setGrant(grant: Grant | undefined): void;
  /** Follows what was written to the store elsewhere, if its event is still to come or there is none. */
  catchUp(): void;
  /** Returns what is shown of the grant. */
  getShown(): Shown;
  /** Returns the accounts that are shown. */
  getAccounts(): readonly WalletAccount[];
  /** Replaces the accounts by equal ones, and emits a change if there are any. */
  renewAccounts(): void;
  /** Calls `listener` when what is shown has changed. Returns the function that removes it. */
  subscribe(listener: () => void): () => void;
  /** Whether anything has subscribed. */
  hasListeners(): boolean;
}>;

/**
 * Creates the {@link WalletState} of a wallet. If another tab or another wallet of the page has disconnected,
 * `onForgotten` is called before the grant is dropped.
 */
export function createWalletState(settings: FirstSettings, onForgotten: () => void): WalletState {
  const listeners = new Set<() => void>();
  let grant: Grant | undefined;
  let shown = NOTHING_GRANTED;
  let lastChange = 0;

  const entry = createStoredEntry(settings, (stored) => {
    if (grant && !stored) onForgotten();
    if (hold(stored)) emit();
  });

  /** Holds a grant, or none if it cannot be shown. Returns whether what is shown has changed. */
  const hold = (next: Grant | undefined): boolean => {
    const before = shown;
    const readable = attempt(() => getShown(next, before));
    grant = readable && next;
    shown = readable ?? getShown(undefined, before);
    return shown !== before;
  };

  const emit = (): void => {
    const change = ++lastChange;
    for (const listener of [...listeners]) {
      // If a listener has changed the wallet again, the other listeners have already been called for that
      // later change.
      if (change !== lastChange) return;
      // A listener that throws must not keep the change from the others.
      if (listeners.has(listener)) attempt(listener, globalThis.reportError);
    }
  };

  const state: WalletState = {
    readGrant() {
      entry.load();
      if (settings.store === localAuthorizationStore) entry.catchUp();
      return grant;
    },
    setGrant(next) {
      entry.load();
      const isChange = hold(next);
      const change = lastChange;
      entry.save(next);
      // If another wallet changed the grant in response, its change has been emitted here already.
      if (isChange && change === lastChange) emit();
    },
    catchUp: entry.catchUp,
    getShown() {
      entry.load();
      return shown;
    },
    getAccounts: () => state.getShown().accounts,
    renewAccounts() {
      if (shown.accounts.length === 0) return;
      shown = getShown(grant, { ...NOTHING_GRANTED, transactions: shown.transactions });
      emit();
    },
    subscribe(listener) {
      entry.load();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    hasListeners: () => listeners.size > 0,
  };
  return state;
}
