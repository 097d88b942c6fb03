import { abortable, createAbortScope } from '../../abort.js';
import { decodeBase58 } from '../../base58.js';
import { encodeBase64 } from '../../bytes.js';
import type { AuthorizeParams, MobileWallet } from '../../dapp/mobile-wallet.js';
import type { Session } from '../../dapp/session.js';
import { isMobileWalletError, MobileWalletError } from '../../errors.js';
import type { AuthorizationResult, Capabilities, ChainIdentifier } from '../../protocol/types.js';
import type { Settings } from '../options.js';
import type { Grant } from '../stored-grant.js';
import { addAuthorization, isGranted, removeAuthorization, retireToken, withoutRefusal } from './grant.js';
import type { GrantKeeper } from './grant-keeper.js';
import { watchSigning } from './watch-signing.js';

/** How long to wait for an answer that is good to have, but not worth a spinner. */
const GRACE = 1_000;

/** What a fresh authorization may ask for besides its chain. */
export type FreshAuthorization = Pick<AuthorizeParams, 'addresses' | 'features' | 'sign_in_payload'>;

/** A session that keeps the wallet's grant: it authorizes as needed, and work in it goes one by one. */
export type WalletSession = Readonly<{
  closed: Promise<unknown>;
  wallet: MobileWallet;
  /** Returns the wallet for calls that end earlier: with `signal`, they reject with its reason. */
  getWallet(signal: AbortSignal): MobileWallet;
  /**
   * Runs `work` when all work before it has settled: an authorization must not change under a request. `signal` ends
   * the waiting.
   */
  exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Asks the person for an authorization, and the wallet for its capabilities meanwhile. */
  authorizeAfresh(chain: ChainIdentifier, wanted?: FreshAuthorization): Promise<AuthorizationResult>;
  /**
   * Authorizes by a token, without the person.
   * @throws `NOT_AUTHORIZED` when the wallet no longer takes it; then it is not used again
   */
  authorizeByToken(chain: ChainIdentifier, token: string): Promise<AuthorizationResult>;
  /** Authorizes by the chain's token, or afresh where there is none or the wallet no longer takes it. */
  authorize(chain: ChainIdentifier, wanted?: FreshAuthorization): Promise<AuthorizationResult>;
  /**
   * Makes a privileged request for accounts (base58), authorizing the chain where it is not. When `signal` aborts, the
   * request ends, and is not made if it has not been made yet.
   * @throws `ACCOUNT_NOT_AUTHORIZED` when the wallet grants other accounts
   */
  request<T>(
    chain: ChainIdentifier,
    addresses: readonly string[],
    send: (wallet: MobileWallet) => Promise<T>,
    signal?: AbortSignal,
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
  state: GrantKeeper,
  works: AbortSignal,
): WalletSession {
  const rememberRefusal = (): void => {
    const grant = state.getGrant();
    if (grant && !works.aborted) state.setGrant({ ...grant, hasRefusedSigning: true });
  };

  const getWallet = (signal: AbortSignal): MobileWallet =>
    watchSigning(session.getWallet(signal), rememberRefusal);
  const wallet = getWallet(works);
  /** What the session is authorized for now. */
  let authorized: Readonly<{ chain: ChainIdentifier; token: string }> | undefined;
  /** A token that the wallet has just issued, and that is not in the grant yet. */
  let issued: string | undefined;
  let lastWork: Promise<unknown> = Promise.resolve();
  /** Whether this session has asked the wallet for its capabilities. */
  let hasRefreshed = false;

  /** A wallet that cannot tell its capabilities can still sign, so that is no reason to fail. */
  const askCapabilities = (): Promise<Capabilities | undefined> =>
    wallet.getCapabilities().catch(() => undefined);

  const keep = (
    chain: ChainIdentifier,
    result: AuthorizationResult,
    fresh?: Readonly<{ capabilities: Capabilities | undefined }>,
  ): AuthorizationResult => {
    // A disconnect may come between an answer and this line; what it forgot stays forgotten.
    works.throwIfAborted();
    // Another wallet app than the one that refused to sign may have answered a fresh authorization.
    const before = fresh ? withoutRefusal(state.getGrant()) : state.getGrant();
    const grant = addAuthorization(before, result, chain);
    const capabilities = fresh?.capabilities;
    authorized = { chain, token: result.auth_token };
    issued = undefined;
    state.setGrant(capabilities ? { ...grant, capabilities } : grant);
    // Or in answer to the change that this has told.
    works.throwIfAborted();
    return result;
  };

  const authorizeAfresh: WalletSession['authorizeAfresh'] = async (chain, wanted) => {
    // A failed authorization takes back the one before.
    authorized = undefined;
    hasRefreshed = true;
    const asked = askCapabilities();
    const result = await wallet.authorize({ chain, identity, ...wanted });
    issued = result.auth_token;
    // Its accounts and versions are one change, but are not kept waiting long for what can be asked again.
    return keep(chain, result, { capabilities: await within(GRACE, asked) });
  };

  /** Stops using a token that the wallet refused, unless another one has replaced it meanwhile. */
  const retire = (chain: ChainIdentifier, token: string | undefined): void => {
    const grant = state.getGrant();
    authorized = undefined;
    if (grant && grant.byChain[chain]?.token === token) state.setGrant(retireToken(grant, chain));
  };

  const refreshCapabilities = async (): Promise<void> => {
    hasRefreshed = true;
    const capabilities = await askCapabilities();
    const grant = state.getGrant();
    if (capabilities && grant && !works.aborted) state.setGrant({ ...grant, capabilities });
  };

  const authorizeByToken: WalletSession['authorizeByToken'] = async (chain, auth_token) => {
    authorized = undefined;
    try {
      const result = keep(chain, await wallet.authorize({ chain, identity, auth_token }));
      // Nothing waits for it: what has changed, such as a limit, counts from the next request on.
      if (!hasRefreshed) void refreshCapabilities();
      return result;
    } catch (error) {
      if (isMobileWalletError(error, 'NOT_AUTHORIZED')) retire(chain, auth_token);
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

  /** Another tab may have replaced the token that this session is authorized by. */
  const isAuthorized = (chain: ChainIdentifier): boolean =>
    authorized?.chain === chain && authorized.token === state.getGrant()?.byChain[chain]?.token;

  /** Makes sure that accounts are granted; tells whether that took a fresh authorization. */
  const authorizeFor = async (chain: ChainIdentifier, addresses: readonly string[]): Promise<boolean> => {
    const getMissing = (): string | undefined =>
      addresses.find((address) => !isGranted(state.getGrant(), chain, address));
    const isReady = isAuthorized(chain) || (await authorizeAgain(chain));
    if (isReady && getMissing() === undefined) return false;
    await authorizeAfresh(chain, getAddressHint(state.getGrant(), chain, addresses));
    const address = getMissing();
    if (address === undefined) return true;
    throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', `The wallet did not grant ${address}`, { address });
  };

  return {
    wallet,
    getWallet,
    closed: session.closed,
    authorizeAfresh,
    authorizeByToken,
    authorize: async (chain, wanted) => (await authorizeAgain(chain)) ?? authorizeAfresh(chain, wanted),
    exclusively(work, signal) {
      const before = lastWork;
      const result = abortable(before, signal).then(() => {
        works.throwIfAborted();
        return work();
      });
      lastWork = Promise.allSettled([before, result]);
      return result;
    },
    async request(chain, addresses, send, signal = works) {
      const able = getWallet(signal);
      const isFresh = await abortable(authorizeFor(chain, addresses), signal);
      const token = authorized?.token;
      try {
        return await send(able);
      } catch (error) {
        if (isFresh || !isMobileWalletError(error, 'NOT_AUTHORIZED')) throw error;
        retire(chain, token);
      }
      await abortable(authorizeFor(chain, addresses), signal);
      return send(able);
    },
    async deauthorize(auth_token) {
      const result = await wallet.deauthorize({ auth_token });
      const grant = state.getGrant();
      authorized = undefined;
      if (grant) state.setGrant(removeAuthorization(grant, auth_token));
      return result;
    },
    refreshCapabilities,
    async revokeSoon(tokens) {
      const all = issued === undefined ? tokens : [...tokens, issued];
      await within(
        GRACE,
        Promise.allSettled(all.map((auth_token) => session.wallet.deauthorize({ auth_token }))),
      );
    },
  };
}

/** Names to the wallet the accounts that are needed, besides those that it has granted: what it leaves out is lost. */
export function getAddressHint(
  grant: Grant | undefined,
  chain: ChainIdentifier,
  needed: readonly string[],
): FreshAuthorization {
  const granted = grant?.byChain[chain]?.accounts.map(({ address }) => address) ?? [];
  const addresses = [...new Set([...needed, ...granted])];
  if (addresses.length === 0) return {};
  return { addresses: addresses.map((address) => encodeBase64(decodeBase58(address))) };
}

/** Gives what comes within a time, else `undefined`. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const scope = createAbortScope([], { ms, getReason: () => undefined });
  try {
    return await abortable(promise, scope.signal);
  } catch {
    return undefined;
  } finally {
    scope.release();
  }
}
