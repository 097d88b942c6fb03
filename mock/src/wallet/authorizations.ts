import { encodeBase64, type Identity } from 'mobile-wallet-standard/endpoint';
import type { ConnectedApp } from './activity.js';

/** What a token allows: a dapp may use accounts, by their base58 addresses, on a chain. */
export type Authorization = ConnectedApp & Readonly<{ token: string }>;

type NewAuthorization = Pick<ConnectedApp, 'identity' | 'chain' | 'addresses'>;

/** The valid tokens of a wallet. */
export type Authorizations = Readonly<{
  /** Creates a token. */
  issue(authorization: NewAuthorization): Authorization;
  /** Replaces a token by a new one for the same app. */
  renew(authorization: Authorization): Authorization;
  find(token: string): Authorization | undefined;
  /** Notes that a token, or what it authorizes, was used now. */
  touch(token: string): void;
  revoke(token: string): void;
  /** Revokes the token of the app with this id. */
  revokeApp(appId: string): void;
  /** Revokes all tokens of a dapp. */
  forget(dapp: Identity): void;
  /** Takes an account out of every authorization, and revokes those that are left without one. */
  withdraw(address: string): void;
  /** Revokes all tokens. */
  clear(): void;
  /** Returns the dapps that hold tokens, the first to connect first. */
  getApps(): readonly ConnectedApp[];
}>;

/** In bytes. A multiple of 3, so that its base64 has no padding, like that of the reference library. */
const TOKEN_LENGTH = 48;
/** Keeps the memory small that a dapp can take which asks for tokens without end. */
const MAX_ENTRIES = 1_000;
/** Longer texts of a dapp are cut where they are shown. */
const MAX_TEXT_LENGTH = 500;

/** Creates an empty {@link Authorizations}. `notify` is called after every change. */
export function createAuthorizations(notify: () => void): Authorizations {
  const authorizations = new Map<string, Authorization>();
  let lastId = 0;

  const add = (app: ConnectedApp): Authorization => {
    const token = encodeBase64(crypto.getRandomValues(new Uint8Array(TOKEN_LENGTH)));
    const authorization = { ...app, token };
    authorizations.set(token, authorization);
    if (authorizations.size > MAX_ENTRIES) authorizations.delete(authorizations.keys().next().value ?? '');
    notify();
    return authorization;
  };

  const revokeWhere = (isRevoked: (authorization: Authorization) => boolean): void => {
    for (const [token, authorization] of authorizations) {
      if (isRevoked(authorization)) authorizations.delete(token);
    }
    notify();
  };

  return {
    issue({ identity, chain, addresses }) {
      const now = Date.now();
      return add({ id: String(++lastId), identity, chain, addresses, since: now, lastUsed: now });
    },
    renew(authorization) {
      authorizations.delete(authorization.token);
      return add(authorization);
    },
    find: (token) => authorizations.get(token),
    touch(token) {
      const authorization = authorizations.get(token);
      if (!authorization) return;
      authorizations.set(token, { ...authorization, lastUsed: Date.now() });
      notify();
    },
    revoke: (revoked) => revokeWhere(({ token }) => token === revoked),
    revokeApp: (appId) => revokeWhere(({ id }) => id === appId),
    forget: (dapp) => revokeWhere(({ identity }) => isSameIdentity(identity, dapp)),
    withdraw(address) {
      for (const [token, authorization] of authorizations) {
        const addresses = authorization.addresses.filter((known) => known !== address);
        authorizations.set(token, { ...authorization, addresses });
      }
      revokeWhere(({ addresses }) => addresses.length === 0);
    },
    clear: () => revokeWhere(() => true),
    getApps: () =>
      Array.from(authorizations.values(), ({ token: _, identity, chain, ...app }) => ({
        ...app,
        identity: Object.fromEntries(Object.entries(identity).map(([key, text]) => [key, cut(text ?? '')])),
        chain: cut(chain),
      })),
  };
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

/** Whether two descriptions are of the same dapp. */
export function isSameIdentity(identity: Identity, other: Identity): boolean {
  return (['name', 'uri', 'icon'] as const).every((key) => identity[key] === other[key]);
}
