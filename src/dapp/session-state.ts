import type { AuthorizationResult } from '../protocol/types.js';

/**
 * Creates what a session knows of its own authorization (session API, section 3). It is not authorized at
 * first. The changes are noted when the turn of their request comes, so that a request is judged by the
 * answers to all requests before it.
 */
export function createSessionState() {
  let isAuthorized: boolean | undefined = false;
  let latestToken: string | undefined;
  const addresses = new Set<string>();
  return {
    /**
     * Whether the session is authorized. `undefined` if only the wallet app knows, because an authorization
     * failed, or a deauthorization had no answer.
     */
    isAuthorized: () => isAuthorized,
    /** Returns the base64 addresses of all accounts that the wallet app has authorized in the session. */
    getAddresses: (): ReadonlySet<string> => addresses,
    /** Notes that an authorization is being requested: until it is answered, only the wallet app knows. */
    noteAuthorizing(): void {
      isAuthorized = undefined;
    },
    noteAuthorized({ auth_token: token, accounts }: AuthorizationResult): void {
      isAuthorized = true;
      latestToken = token;
      for (const { address } of accounts) addresses.add(address);
    },
    /** Notes that a token is being deauthorized. Only the one that was issued last changes the state. */
    noteDeauthorizing(token: string): void {
      if (token === latestToken) isAuthorized = undefined;
    },
    noteDeauthorized(token: string): void {
      if (token === latestToken) isAuthorized = false;
    },
  };
}
