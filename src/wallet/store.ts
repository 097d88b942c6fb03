import { createInvalidArgumentError } from '../util/errors.js';

/**
 * Stores authorizations between page loads, as text by key. Its methods are synchronous, because a wallet
 * must show its accounts as soon as it is registered. If one throws, the wallet goes on without the store.
 */
export type AuthorizationStore = Readonly<{
  /** Returns the text that is stored for a key, or nothing. */
  get(key: string): string | null | undefined;
  /** Stores a text in place of an earlier one. */
  set(key: string, value: string): void;
  /** Deletes what is stored for a key. */
  delete(key: string): void;
}>;

/**
 * The default store. Looks up `localStorage` at each use, because the property itself throws where storage is
 * blocked.
 */
export const localAuthorizationStore: AuthorizationStore = {
  get: (key) => localStorage.getItem(key),
  set: (key, value) => localStorage.setItem(key, value),
  delete: (key) => localStorage.removeItem(key),
};

/** Stands in for a store that cannot be used: nothing is read and nothing is kept. */
export const NO_STORE: AuthorizationStore = { get: () => null, set() {}, delete() {} };

/** The stores of which a promise was reported. */
const reported = new WeakSet<AuthorizationStore>();

/**
 * Returns what a method of a store has returned, or `undefined` for a promise, because the accounts are read
 * before it settles. Its rejection is handled here, because nobody awaits it. `onPromise` gets the error for
 * the developer.
 */
export function getReturned<T>(
  returned: T,
  method: string,
  onPromise: (error: unknown) => void,
): T | undefined {
  if (typeof Object(returned).then !== 'function') return returned;
  Promise.resolve(returned).catch(() => {});
  onPromise(createInvalidArgumentError(`store.${method}`, 'must not return a promise: keep texts in memory'));
  return undefined;
}

/**
 * Calls a method of a store. A promise counts as nothing. The first is reported and not thrown, because the
 * wallet is in use by then.
 */
export function callStore(
  store: AuthorizationStore,
  method: 'get' | 'set' | 'delete',
  key: string,
  text?: string,
): string | null | undefined {
  return getReturned(store[method](key, text as string) as string | undefined, method, (error) => {
    if (!reported.has(store)) globalThis.reportError?.(error);
    reported.add(store);
  });
}
