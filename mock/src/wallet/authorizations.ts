import { encodeBase64, type Identity } from 'mobile-wallet-standard/endpoint';
import type { ConnectedApp } from './activity.js';

/** What a token allows: a dapp may use accounts, by their base58 addresses, on a chain. */
export type Authorization = Readonly<{
  token: string;
  identity: Identity;
  chain: string;
  addresses: readonly string[];
}>;

/** The valid tokens of a wallet. */
export type AuthorizationStore = ReturnType<typeof createAuthorizationStore>;

type Entry = Readonly<{ id: string; authorization: Authorization; since: number; lastUsed: number }>;

/** In bytes. A multiple of 3, so that its base64 has no padding, like that of the reference library. */
const TOKEN_LENGTH = 48;
/** Keeps the memory small that a dapp can take which asks for tokens without end. */
const MAX_ENTRIES = 1_000;
/** Longer texts of a dapp are cut where they are shown. */
const MAX_TEXT_LENGTH = 500;

/** Creates an empty {@link AuthorizationStore}. `notify` is called after every change. */
export function createAuthorizationStore(notify: () => void) {
  const entries = new Map<string, Entry>();
  let lastId = 0;

  const add = (entry: Omit<Entry, 'authorization'>, grant: Omit<Authorization, 'token'>): Authorization => {
    const token = encodeBase64(crypto.getRandomValues(new Uint8Array(TOKEN_LENGTH)));
    const authorization = { ...grant, token };
    entries.set(token, { ...entry, authorization });
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value ?? '');
    notify();
    return authorization;
  };

  const issue = (grant: Omit<Authorization, 'token'>): Authorization => {
    const now = Date.now();
    return add({ id: String(++lastId), since: now, lastUsed: now }, grant);
  };

  const revokeWhere = (isRevoked: (entry: Entry) => boolean): void => {
    for (const [token, entry] of entries) if (isRevoked(entry)) entries.delete(token);
    notify();
  };

  return {
    issue,
    /** Replaces a token by a new one for the same app. */
    renew(authorization: Authorization): Authorization {
      const known = entries.get(authorization.token);
      if (!known) return issue(authorization);
      entries.delete(authorization.token);
      return add({ ...known, lastUsed: Date.now() }, authorization);
    },
    find: (token: string) => entries.get(token)?.authorization,
    /** Returns the id of the app that holds the token. */
    findId: (token: string) => entries.get(token)?.id,
    /** Notes that a token, or what it authorizes, was used now. */
    touch(token: string): void {
      const entry = entries.get(token);
      if (!entry) return;
      entries.set(token, { ...entry, lastUsed: Date.now() });
      notify();
    },
    revoke: (token: string) => revokeWhere(({ authorization }) => authorization.token === token),
    /** Revokes the token of the app with this id. */
    revokeApp: (appId: string) => revokeWhere(({ id }) => id === appId),
    /** Revokes all tokens of a dapp. */
    forget: (identity: Identity) =>
      revokeWhere(({ authorization }) => isSameIdentity(authorization.identity, identity)),
    /** Takes an account out of every authorization, and revokes those that are left without one. */
    withdraw(address: string): void {
      for (const [token, entry] of entries) {
        const { authorization } = entry;
        const addresses = authorization.addresses.filter((own) => own !== address);
        entries.set(token, { ...entry, authorization: { ...authorization, addresses } });
      }
      revokeWhere(({ authorization }) => authorization.addresses.length === 0);
    },
    clear: () => revokeWhere(() => true),
    /** Returns the dapps that hold tokens, the last to connect first. */
    getApps: (): readonly ConnectedApp[] =>
      Array.from(entries.values(), ({ id, authorization, since, lastUsed }) => {
        const { identity, chain, addresses } = authorization;
        return { id, identity: shorten(identity), chain: cut(chain), addresses, since, lastUsed };
      }).reverse(),
  };
}

function shorten(identity: Identity): Identity {
  return Object.fromEntries(Object.entries(identity).map(([key, text]) => [key, cut(text)]));
}

function cut(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

/** Whether two descriptions are of the same dapp. */
export function isSameIdentity(one: Identity, other: Identity): boolean {
  return (['name', 'uri', 'icon'] as const).every((key) => one[key] === other[key]);
}
