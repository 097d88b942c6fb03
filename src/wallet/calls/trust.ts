import type { Session } from '../../dapp/open/establish-session.js';
import { TRANSPORTS } from '../../dapp/open/transports.js';
import type { AuthorizationResult } from '../../protocol/types.js';
import { waitAtMost } from '../../util/abort.js';
import { MobileWalletError } from '../../util/errors.js';
import {
  type Grants,
  getAddress,
  getGrantedAddresses,
  getTokens,
  getTransport,
  isOfApp,
} from '../grant/grant.js';
import type { BareGrant } from '../grant/stored-grant.js';
import type { SessionApp } from '../open/apps/session-app.js';

/** How long a session waits for the wallet to deauthorize tokens before it is closed. */
export const DEAUTHORIZE_WAIT_MS = 1_000;

/** Judges what a session's wallet app is trusted with. */
export type Trust = Readonly<{
  /**
   * Whether a token may be sent in this session. A stored token is only for the wallet app that issued it:
   * one that came over loopback is not for an app behind an intermediary, nor the reverse, and one of a
   * chosen app is not for another. A new session through a reflector gets none, because the reflector could
   * play the app.
   *
   * @param grant the grant that the token was read from; another tab may have changed it since
   */
  canSendToken(token: string, grant?: BareGrant): boolean;
  /**
   * Returns the accounts (base58) of another app: those of the grant while it is another app's, and those of
   * one that this session has replaced. They are not named to the session's app.
   */
  getForeignAddresses(): readonly string[];
  /**
   * Notes whose tokens and accounts an authorization has: must be called with each, before it is kept. Ends
   * the session if a wallet app behind an intermediary grants an account that the dapp is not connected with:
   * it is another app, or whoever carries the messages plays one. Compares with the grant as it is now,
   * because another tab may have changed it.
   *
   * @throws `ACCOUNT_NOT_AUTHORIZED`
   */
  admit(authorization: AuthorizationResult): Promise<void>;
}>;

/**
 * Creates the {@link Trust} of a session, because whoever carries the messages of a remote session can play
 * its wallet app, and because the user may have chosen another app than the one that has granted.
 */
export function createTrust(
  { transport, requests, close }: Pick<Session, 'transport' | 'requests' | 'close'>,
  workSignal: AbortSignal,
  grants: Grants,
  { androidPackage, isChosenAnew }: SessionApp,
): Trust {
  /** The tokens that the wallet app has issued in this session. */
  const issued = new Set<string>();
  /** Accounts of a wallet app behind an intermediary that were accepted before any was known. */
  const accepted = new Set<string>();
  /** The grants of other apps that one of this session has replaced. */
  const replaced = new Set<BareGrant>();
  /** Returns the grants of other apps, also if `grant` is one. */
  const getForeign = (grant: BareGrant | undefined = grants.readGrant()) =>
    [...replaced, grant].filter((other) => !isOfApp(other, androidPackage));

  return {
    canSendToken(token, grant = grants.readGrant()) {
      if (issued.has(token)) return true;
      if (getForeign(grant).some((other) => getTokens(other).includes(token))) return false;
      if (!getTokens(grant).includes(token)) return true;
      return TRANSPORTS[transport].keepsTokens && getTransport(grant, token) === transport;
    },
    getForeignAddresses: () => getForeign().flatMap(getGrantedAddresses),
    async admit({ auth_token, accounts }) {
      const grant = grants.readGrant();
      const isOther = !isOfApp(grant, androidPackage);
      issued.add(auth_token);
      if (grant && isOther) replaced.add(grant);
      if (transport === 'local') return;
      const addresses = accounts.map(getAddress);
      const granted = getGrantedAddresses(grant);
      const grantedBefore = granted.filter((address) => !accepted.has(address));
      // The user may just have chosen another app, which has other accounts.
      if (grantedBefore.length === 0 || (isChosenAnew && isOther)) {
        for (const address of addresses) accepted.add(address);
        return;
      }
      const stranger = addresses.find((address) => !granted.includes(address));
      if (stranger === undefined) return;
      const message = `Another account (${stranger}) answered. Disconnect before changing wallets.`;
      const error = new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', message, { address: stranger });
      await waitAtMost(DEAUTHORIZE_WAIT_MS, requests.deauthorize(auth_token, workSignal));
      close(error);
      throw error;
    },
  };
}
