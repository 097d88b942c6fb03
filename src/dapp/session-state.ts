import type { AuthorizationResult } from '../protocol/types.js';

/**
 * What a session knows of its own authorization (session API, section 3). The changes are noted when the turn
 * of their request comes, so that a request is judged by the answers to all requests before it.
 */
export type SessionState = Readonly<{
  /**
   * Whether the session is authorized. `undefined` if only the wallet app knows, because an authorization
   * failed, or a deauthorization had no answer.
   */
  isAuthorized(): boolean | undefined;
  /** The base64 addresses of all accounts that the wallet app has authorized in the session. */
  getAddresses(): ReadonlySet<string>;
  /** Notes that an authorization is being requested: until it is answered, only the wallet app knows. */
  noteAuthorizing(): void;
  noteAuthorized(authorization: AuthorizationResult): void;
  /** Notes that a token is being deauthorized. Only the one that was issued last changes the state. */
  noteDeauthorizing(token: string): void;
  noteDeauthorized(token: string): void;
}>;

/** Creates the {@link SessionState} of a session, which is not authorized at first. */
export function createSessionState(): SessionState {
  let isAuthorized: boolean | undefined = false;
  let latestToken: string | undefined;
  const addresses = new Set<string>();
  return {
    isAuthorized: () => isAuthorized,
    getAddresses: () => addresses,
    noteAuthorizing() {
      isAuthorized = undefined;
    },
    noteAuthorized({ auth_token: token, accounts }) {
      isAuthorized = true;
      latestToken = token;
      for (const { address } of accounts) addresses.add(address);
    },
    noteDeauthorizing(token) {
      if (token === latestToken) isAuthorized = undefined;
    },
    noteDeauthorized(token) {
      if (token === latestToken) isAuthorized = false;
    },
  };
}
