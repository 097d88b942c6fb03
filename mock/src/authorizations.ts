import { encodeBase64, type Identity } from 'mobile-wallet-standard/endpoint';
import type { MockAccount } from './accounts.js';

/** What a token stands for: a dapp that may use accounts on a chain. */
export type Authorization = Readonly<{
  token: string;
  identity: Identity;
  chain: string;
  accounts: readonly MockAccount[];
}>;

/** The tokens that a wallet has issued and still honours. */
export type AuthorizationStore = Readonly<{
  issue(grant: Omit<Authorization, 'token'>): Authorization;
  find(token: string): Authorization | undefined;
  revoke(token: string): void;
  clear(): void;
}>;

/** Bytes in a token, as a multiple of 3: its base64 needs no padding, as the reference library's has none. */
const TOKEN_LENGTH = 48;

/** Makes an empty {@link AuthorizationStore}. */
export function createAuthorizationStore(): AuthorizationStore {
  const authorizations = new Map<string, Authorization>();
  return {
    issue(grant) {
      const token = encodeBase64(crypto.getRandomValues(new Uint8Array(TOKEN_LENGTH)));
      const authorization = { ...grant, token };
      authorizations.set(token, authorization);
      return authorization;
    },
    find: (token) => authorizations.get(token),
    revoke: (token) => void authorizations.delete(token),
    clear: () => authorizations.clear(),
  };
}
