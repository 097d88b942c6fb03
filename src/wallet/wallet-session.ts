import { abortable, createAbortScope } from '../abort.js';
import { decodeBase58, encodeBase64 } from '../bytes.js';
import type { MobileWallet } from '../dapp/mobile-wallet.js';
import type { Session } from '../dapp/session.js';
import { isMobileWalletError, MobileWalletError } from '../errors.js';
import type { AuthorizationResult, Capabilities, ChainIdentifier, SignInPayload } from '../protocol/types.js';
import { addAuthorization, dropToken, isGranted } from './grant.js';
import type { Settings } from './options.js';
import type { WalletState } from './state.js';

const CAPABILITIES_GRACE = 1_000;

/** What to ask for in a fresh authorization. */
export type FreshAuthorization = Readonly<{
  signInPayload?: SignInPayload;
  /** Base58 address of the account that is needed: a hint for the wallet. */
  address?: string;
}>;

/** A session that keeps the wallet's grant: it authorizes as needed, and work in it goes one by one. */
export type WalletSession = Readonly<{
  closed: Promise<unknown>;
  wallet: MobileWallet;
  /** Runs `work` when all work before it has settled: an authorization must not change under a request. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Asks the person for an authorization, and the wallet for its capabilities meanwhile. */
  authorizeAfresh(chain: ChainIdentifier, wanted?: FreshAuthorization): Promise<AuthorizationResult>;
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

  /** A wallet that cannot tell its capabilities can still sign, so that is no reason to fail. */
  const askCapabilities = (): Promise<Capabilities | undefined> =>
    wallet.getCapabilities().catch(() => undefined);

  /** An authorization that is there does not wait long for what can be asked again in the next session. */
  const soon = async (asked: Promise<Capabilities | undefined>): Promise<Capabilities | undefined> => {
    const grace = createAbortScope([signal], { ms: CAPABILITIES_GRACE, getReason: () => undefined });
    try {
      return await abortable(asked, grace.signal);
    } catch {
      return undefined;
    } finally {
      grace.release();
    }
  };

  const authorizeAfresh: WalletSession['authorizeAfresh'] = async (
    chain,
    { signInPayload, address } = {},
  ) => {
    // A failed authorization takes back the one before.
    authorizedChain = undefined;
    const asked = askCapabilities();
    const result = await wallet.authorize({
      chain,
      identity,
      ...(address !== undefined && { addresses: [encodeBase64(decodeBase58(address))] }),
      ...(signInPayload && { sign_in_payload: signInPayload }),
    });
    const capabilities = await soon(asked);
    // A disconnect may come between an answer and this line; what it forgot stays forgotten.
    signal.throwIfAborted();
    const grant = addAuthorization(state.getGrant(), result, chain);
    state.setGrant(capabilities ? { ...grant, capabilities } : grant);
    authorizedChain = chain;
    return result;
  };

  /** Rethrows any error but the one that says that the token is dead. */
  const forgetTokenAfter = (error: unknown, chain: ChainIdentifier): void => {
    const grant = state.getGrant();
    if (!isMobileWalletError(error, 'NOT_AUTHORIZED') || !grant) throw error;
    authorizedChain = undefined;
    state.setGrant(dropToken(grant, chain));
  };

  /** Authorizes by the chain's token, without the person; tells whether that went well. */
  const authorizeByToken = async (chain: ChainIdentifier): Promise<boolean> => {
    const auth_token = state.getGrant()?.byChain[chain]?.token;
    if (auth_token === undefined) return false;
    authorizedChain = undefined;
    try {
      const asked = state.getGrant()?.capabilities ? undefined : askCapabilities();
      const result = await wallet.authorize({ chain, identity, auth_token });
      const capabilities = asked && (await soon(asked));
      signal.throwIfAborted();
      const grant = addAuthorization(state.getGrant(), result, chain);
      state.setGrant(capabilities ? { ...grant, capabilities } : grant);
      authorizedChain = chain;
      return true;
    } catch (error) {
      forgetTokenAfter(error, chain);
      return false;
    }
  };

  const authorize = async (chain: ChainIdentifier, address: string): Promise<void> => {
    const isAuthorized = authorizedChain === chain || (await authorizeByToken(chain));
    if (isAuthorized && isGranted(state.getGrant(), chain, address)) return;
    await authorizeAfresh(chain, { address });
    if (isGranted(state.getGrant(), chain, address)) return;
    throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', `The wallet did not grant ${address}`, { address });
  };

  return {
    wallet,
    closed,
    authorizeAfresh,
    exclusively(work) {
      const result = lastWork.then(() => {
        signal.throwIfAborted();
        return work();
      });
      lastWork = result.catch(() => {});
      return result;
    },
    async request(chain, address, send) {
      await authorize(chain, address);
      try {
        return await send(wallet);
      } catch (error) {
        forgetTokenAfter(error, chain);
      }
      await authorize(chain, address);
      return send(wallet);
    },
  };
}
