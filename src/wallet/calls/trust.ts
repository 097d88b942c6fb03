import type { MobileWallet } from '../../dapp/mobile-wallet.js';
import type { Session } from '../../dapp/open/establish-session.js';
import type { AuthorizationResult } from '../../protocol/types.js';
import { waitAtMost } from '../../util/abort.js';
import { MobileWalletError } from '../../util/errors.js';
import {
  type BareGrant,
  type Grants,
  getAddress,
  getGrantedAddresses,
  getTokens,
  getTransport,
} from './grant.js';

/** How long a session waits for the wallet to deauthorize tokens before it is closed. */
export const DEAUTHORIZE_WAIT_MS = 1_000;

/**
 * Judges what a session's wallet is trusted with, because whoever carries the messages of a remote session
 * can play its wallet. `wallet` is the session's.
 */
export function createTrust({ transport, close }: Session, wallet: MobileWallet, grants: Grants) {
  /** The tokens that the wallet has issued in this session. */
  const issued = new Set<string>();
  /** Accounts of a wallet behind an intermediary that were accepted before any was known. */
  const accepted = new Set<string>();

  return {
    /**
     * Whether a token may be sent in this session. A stored token is only for the wallet that issued it: one
     * that came over loopback is not for a wallet behind an intermediary, nor the reverse. A new session
     * through a reflector gets none, because the reflector could play the wallet.
     *
     * @param grant the grant that the token was read from; another tab may have changed it since
     */
    canSendToken(token: string, grant: BareGrant | undefined = grants.getGrant()): boolean {
      if (issued.has(token) || !getTokens(grant).includes(token)) return true;
      return transport !== 'reflector' && getTransport(grant, token) === transport;
    },
    /**
     * Must be called with every authorization, before it is kept. Ends the session if a wallet behind an
     * intermediary grants an account that the dapp is not connected with. It is another wallet, or whoever
     * carries the messages plays one. Compares with the grant as it is now, because another tab may have
     * changed it.
     *
     * @throws `ACCOUNT_NOT_AUTHORIZED`
     */
    async assertKnown({ auth_token, accounts }: AuthorizationResult): Promise<void> {
      issued.add(auth_token);
      if (transport === 'local') return;
      const granted = getGrantedAddresses(grants.getGrant());
      const addresses = accounts.map(getAddress);
      if (granted.every((one) => accepted.has(one))) {
        for (const one of addresses) accepted.add(one);
        return;
      }
      const address = addresses.find((one) => !granted.includes(one));
      if (address === undefined) return;
      const message = `Another account (${address}) answered. Disconnect before changing wallets.`;
      const error = new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', message, { address });
      await waitAtMost(DEAUTHORIZE_WAIT_MS, wallet.deauthorize({ auth_token }));
      close(error);
      throw error;
    },
  };
}
