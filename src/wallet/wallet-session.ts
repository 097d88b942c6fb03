import type { MobileWallet } from '../dapp/mobile-wallet.js';
import type { Session } from '../dapp/session.js';
import { isMobileWalletError, MobileWalletError } from '../errors.js';
import type { AuthorizationResult, Capabilities, ChainIdentifier, SignInPayload } from '../protocol/types.js';
import { addAuthorization, dropToken } from './grant.js';
import type { Settings } from './options.js';
import type { WalletState } from './state.js';

/** A session that keeps the wallet's grant: it authorizes as needed, and work in it goes one by one. */
export type WalletSession = Readonly<{
  closed: Promise<unknown>;
  wallet: MobileWallet;
  /** Runs `work` when all work before it has settled: an authorization must not change under a request. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Asks the person for an authorization, and the wallet for its capabilities meanwhile. */
  authorizeAfresh(chain: ChainIdentifier, signInPayload?: SignInPayload): Promise<AuthorizationResult>;
  /**
   * Makes a privileged request for an account: authorizes the chain by its token, or afresh where the wallet no
   * longer takes that.
   * @throws `ACCOUNT_NOT_AUTHORIZED` when the wallet grants other accounts
   */
  request<T>(chain: ChainIdentifier, address: string, send: (wallet: MobileWallet) => Promise<T>): Promise<T>;
}>;

/** Puts the grant on top of an open session; `signal` is the one that ends it. */
export function createWalletSession(
  { wallet, closed }: Session,
  { identity }: Settings,
  state: WalletState,
  signal: AbortSignal,
): WalletSession {
  let authorizedChain: ChainIdentifier | undefined;
  let lastWork: Promise<unknown> = Promise.resolve();

  const accept = (result: AuthorizationResult, chain: ChainIdentifier, capabilities?: Capabilities): void => {
    // A disconnect may come between an answer and this line; what it forgot stays forgotten.
    signal.throwIfAborted();
    authorizedChain = chain;
    const grant = addAuthorization(state.getGrant(), result, chain);
    state.setGrant(capabilities ? { ...grant, capabilities } : grant);
  };

  const authorizeAfresh: WalletSession['authorizeAfresh'] = async (chain, signInPayload) => {
    // A wallet that cannot tell its capabilities can still sign, so that is no reason to fail.
    const asked = wallet.getCapabilities().catch(() => undefined);
    const payload = signInPayload && { sign_in_payload: signInPayload };
    const result = await wallet.authorize({ chain, identity, ...payload });
    accept(result, chain, await asked);
    return result;
  };

  const authorize = async (chain: ChainIdentifier): Promise<void> => {
    if (authorizedChain === chain) return;
    authorizedChain = undefined;
    const token = state.getGrant()?.tokens[chain];
    if (token !== undefined) {
      try {
        return accept(await wallet.authorize({ chain, identity, auth_token: token }), chain);
      } catch (error) {
        forgetTokenAfter(error, chain);
      }
    }
    await authorizeAfresh(chain);
  };

  /** Rethrows any error but the one that says that the token is dead. */
  const forgetTokenAfter = (error: unknown, chain: ChainIdentifier): void => {
    const grant = state.getGrant();
    if (!isMobileWalletError(error, 'NOT_AUTHORIZED') || !grant) throw error;
    authorizedChain = undefined;
    state.setGrant(dropToken(grant, chain));
  };

  const assertGranted = (address: string): void => {
    if (state.getAccounts().some((account) => account.address === address)) return;
    throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', `The wallet no longer grants ${address}`, {
      address,
    });
  };

  return {
    wallet,
    closed,
    authorizeAfresh,
    exclusively(work) {
      const result = lastWork.then(work);
      lastWork = result.catch(() => {});
      return result;
    },
    async request(chain, address, send) {
      await authorize(chain);
      assertGranted(address);
      try {
        return await send(wallet);
      } catch (error) {
        forgetTokenAfter(error, chain);
      }
      await authorizeAfresh(chain);
      assertGranted(address);
      return send(wallet);
    },
  };
}
