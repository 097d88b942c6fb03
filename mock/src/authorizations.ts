import { encodeBase64, type Identity } from 'mobile-wallet-standard/endpoint';
import type { MockAccount } from './accounts.js';

/** What a token allows: a dapp may use accounts on a chain. */
export type Authorization = Readonly<{
  token: string;
  identity: Identity;
  chain: string;
  accounts: readonly MockAccount[];
}>;

/** The valid tokens of a wallet. */
export type AuthorizationStore = Readonly<{
  issue(grant: Omit<Authorization, 'token'>): Authorization;
  find(token: string): Authorization | undefined;
  revoke(token: string): void;
  clear(): void;
}>;

/** In bytes. A multiple of 3, so that its base64 has no padding, like that of the reference library. */
const TOKEN_LENGTH = 48;

/** Creates an empty {@link AuthorizationStore}. */
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
