/**
 * Where authorizations are kept between page loads, as text by key. Synchronous, because a wallet's accounts
 * must be there the moment it is registered. What it throws is taken as "not available" and costs nothing else.
 */
export type AuthorizationStore = Readonly<{
  get(key: string): string | null | undefined;
  set(key: string, value: string): void;
  delete(key: string): void;
}>;

/** The default store. `localStorage` is looked up at each use: merely touching it throws where it is blocked. */
export const localAuthorizationStore: AuthorizationStore = {
  get: (key) => localStorage.getItem(key),
  set: (key, value) => localStorage.setItem(key, value),
  delete: (key) => localStorage.removeItem(key),
};
