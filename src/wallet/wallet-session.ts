import { abortable, createAbortScope } from '../abort.js';
import { decodeBase58, encodeBase64 } from '../bytes.js';
import type { AuthorizeParams, MobileWallet } from '../dapp/mobile-wallet.js';
import type { Session } from '../dapp/session.js';
import { isMobileWalletError, MobileWalletError } from '../errors.js';
import type { AuthorizationResult, Capabilities, ChainIdentifier } from '../protocol/types.js';
import { endWith } from './end-with.js';
import { addAuthorization, dropToken, isGranted, removeAuthorization } from './grant.js';
import type { Settings } from './options.js';
import type { WalletState } from './state.js';

/** How long to wait for an answer that is good to have, but not worth a spinner. */
const GRACE = 1_000;

/** What a fresh authorization may ask for besides its chain. */
export type FreshAuthorization = Pick<AuthorizeParams, 'addresses' | 'features' | 'sign_in_payload'>;

/** A session that keeps the wallet's grant: it authorizes as needed, and work in it goes one by one. */
export type WalletSession = Readonly<{
  closed: Promise<unknown>;
  wallet: MobileWallet;
  /** Runs `work` when all work before it has settled: an authorization must not change under a request. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Asks the person for an authorization, and the wallet for its capabilities meanwhile. */
  authorizeAfresh(chain: ChainIdentifier, wanted?: FreshAuthorization): Promise<AuthorizationResult>;
  /**
   * Authorizes by a token, without the person.
   * @throws `NOT_AUTHORIZED` when the wallet no longer takes it; then it is forgotten
   */
  authorizeByToken(chain: ChainIdentifier, token: string): Promise<AuthorizationResult>;
  /** Authorizes by the chain's token, or afresh where there is none or the wallet no longer takes it. */
  authorize(chain: ChainIdentifier, wanted?: FreshAuthorization): Promise<AuthorizationResult>;
  /**
   * Makes a privileged request for accounts (base58), authorizing the chain where it is not.
   * @throws `ACCOUNT_NOT_AUTHORIZED` when the wallet grants other accounts
   */
  request<T>(
    chain: ChainIdentifier,
    addresses: readonly string[],
    send: (wallet: MobileWallet) => Promise<T>,
  ): Promise<T>;
  /** Makes a token invalid, and forgets what was authorized by it. */
  deauthorize(token: string): Promise<Readonly<Record<string, never>>>;
  /** Asks the wallet for its capabilities again; keeps the known ones when it does not tell. Never rejects. */
  refreshCapabilities(): Promise<void>;
  /** Makes tokens invalid as far as the wallet does so soon; never rejects. Works while all else is being ended. */
  revokeSoon(tokens: readonly string[]): Promise<void>;
}>;

/** Puts the grant on top of an open session; `works` aborts when nothing more may be done in it. */
export function createWalletSession(
  session: Session,
  { identity }: Settings,
  state: WalletState,
  works: AbortSignal,
): WalletSession {
  const wallet = endWith(session.wallet, works);
  let authorizedChain: ChainIdentifier | undefined;
  let lastWork: Promise<unknown> = Promise.resolve();

  /** A wallet that cannot tell its capabilities can still sign, so that is no reason to fail. */
  const askCapabilities = (): Promise<Capabilities | undefined> =>
    wallet.getCapabilities().catch(() => undefined);

  const keep = async (
    chain: ChainIdentifier,
    result: AuthorizationResult,
    asked: Promise<Capabilities | undefined> | undefined,
  ): Promise<AuthorizationResult> => {
    // An authorization that is there does not wait long for what can be asked again in the next session.
    const capabilities = asked && (await within(GRACE, asked));
    // A disconnect may come between an answer and this line; what it forgot stays forgotten.
    works.throwIfAborted();
    const grant = addAuthorization(state.getGrant(), result, chain);
    state.setGrant(capabilities ? { ...grant, capabilities } : grant);
    authorizedChain = chain;
    return result;
  };

  const authorizeAfresh: WalletSession['authorizeAfresh'] = async (chain, wanted) => {
    // A failed authorization takes back the one before.
    authorizedChain = undefined;
    const asked = askCapabilities();
    return keep(chain, await wallet.authorize({ chain, identity, ...wanted }), asked);
  };

  /** A token may have been replaced meanwhile: only the very one is forgotten. */
  const forgetToken = (chain: ChainIdentifier, token = state.getGrant()?.byChain[chain]?.token): void => {
    const grant = state.getGrant();
    authorizedChain = undefined;
    if (grant && grant.byChain[chain]?.token === token) state.setGrant(dropToken(grant, chain));
  };

  const authorizeByToken: WalletSession['authorizeByToken'] = async (chain, auth_token) => {
    authorizedChain = undefined;
    try {
      const asked = state.getGrant()?.capabilities ? undefined : askCapabilities();
      return await keep(chain, await wallet.authorize({ chain, identity, auth_token }), asked);
    } catch (error) {
      if (isMobileWalletError(error, 'NOT_AUTHORIZED')) forgetToken(chain, auth_token);
      throw error;
    }
  };

  /** Authorizes by the chain's token, if there is one that the wallet takes. */
  const authorizeAgain = async (chain: ChainIdentifier): Promise<AuthorizationResult | undefined> => {
    const token = state.getGrant()?.byChain[chain]?.token;
    if (token === undefined) return undefined;
    try {
      return await authorizeByToken(chain, token);
    } catch (error) {
      if (isMobileWalletError(error, 'NOT_AUTHORIZED')) return undefined;
      throw error;
    }
  };

  const authorizeFor = async (chain: ChainIdentifier, addresses: readonly string[]): Promise<void> => {
    const getMissing = (): string | undefined =>
      addresses.find((address) => !isGranted(state.getGrant(), chain, address));
    const isAuthorized = authorizedChain === chain || (await authorizeAgain(chain));
    if (isAuthorized && getMissing() === undefined) return;
    const encoded = addresses.map((address) => encodeBase64(decodeBase58(address)));
    await authorizeAfresh(chain, encoded.length > 0 ? { addresses: encoded } : {});
    const address = getMissing();
    if (address === undefined) return;
    throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', `The wallet did not grant ${address}`, { address });
  };

  return {
    wallet,
    closed: session.closed,
    authorizeAfresh,
    authorizeByToken,
    authorize: async (chain, wanted) => (await authorizeAgain(chain)) ?? authorizeAfresh(chain, wanted),
    exclusively(work) {
      const result = lastWork.then(() => {
        works.throwIfAborted();
        return work();
      });
      lastWork = result.catch(() => {});
      return result;
    },
    async request(chain, addresses, send) {
      await authorizeFor(chain, addresses);
      try {
        return await send(wallet);
      } catch (error) {
        if (!isMobileWalletError(error, 'NOT_AUTHORIZED')) throw error;
        forgetToken(chain);
      }
      await authorizeFor(chain, addresses);
      return send(wallet);
    },
    async deauthorize(auth_token) {
      const result = await wallet.deauthorize({ auth_token });
      const grant = state.getGrant();
      authorizedChain = undefined;
      if (grant) state.setGrant(removeAuthorization(grant, auth_token));
      return result;
    },
    async refreshCapabilities() {
      const capabilities = await askCapabilities();
      const grant = state.getGrant();
      if (capabilities && grant && !works.aborted) state.setGrant({ ...grant, capabilities });
    },
    async revokeSoon(tokens) {
      await within(
        GRACE,
        Promise.allSettled(tokens.map((auth_token) => session.wallet.deauthorize({ auth_token }))),
      );
    },
  };
}

/** Gives what comes within a time, else `undefined`. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const scope = createAbortScope([], { ms, getReason: () => undefined });
  try {
    return await abortable(promise, scope.signal);
  } catch {
    return undefined;
  } finally {
    scope.release();
  }
}
