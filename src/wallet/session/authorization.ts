import { abortable, createAbortScope } from '../../abort.js';
import type { AuthorizeParams, MobileWallet } from '../../dapp/mobile-wallet.js';
import type { Session } from '../../dapp/start-session.js';
import { isMobileWalletError, MobileWalletError } from '../../errors.js';
import { AUTHORIZATION_FAILED } from '../../protocol/json-rpc.js';
import type { AuthorizationResult, Capabilities, ChainIdentifier } from '../../protocol/types.js';
import type { Settings } from '../options.js';
import {
  addAuthorization,
  type BareGrant,
  forgetAuthorization,
  type Grants,
  getAddress,
  getAddressHint,
  getGrantedAddresses,
  getTokens,
  getTransport,
  isGranted,
  retireToken,
} from './grant.js';

/** How long a connect waits for the capabilities, so that both are one `change` event. */
const CAPABILITIES_WAIT_MS = 1_000;
/** How long a disconnect waits for the wallet to deauthorize tokens. */
const DEAUTHORIZE_WAIT_MS = 1_000;

/** What a fresh authorization may ask for besides its chain. */
export type FreshAuthorization = Pick<AuthorizeParams, 'addresses' | 'features' | 'sign_in_payload'>;

/** A session that keeps the wallet's grant up to date. It authorizes when needed, and does one thing at a time. */
export type WalletSession = Readonly<{
  closed: Promise<unknown>;
  /** Whether the wallet is on another device. */
  isRemote: boolean;
  /** The longest request or response that the connection carries, in bytes of JSON; absent if there is no known limit. */
  maxTextBytes: number | undefined;
  /** Returns the session wallet. Its calls reject with the reason of `signal` when that aborts. */
  getWallet(signal?: AbortSignal): MobileWallet;
  /**
   * Asks the wallet for its capabilities. They become those of the grant, unless the wallet is on another device and has not
   * been authorized: then it may not be the wallet of the grant.
   */
  getCapabilities(signal: AbortSignal): Promise<Capabilities>;
  /**
   * Runs `work` after all work before it, because the authorization must not change during a request. If `signal`
   * aborts, only the wait for that earlier work ends.
   */
  exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Asks the user for an authorization. Meanwhile, asks the wallet for its capabilities. Addresses are not sent to a wallet
   * on another device.
   */
  authorizeAfresh(chain: ChainIdentifier, wanted?: FreshAuthorization): Promise<AuthorizationResult>;
  /**
   * Authorizes by a token, without asking the user.
   * @throws `NOT_AUTHORIZED` if the wallet no longer accepts the token, which is then not used again
   */
  authorizeByToken(chain: ChainIdentifier, token: string): Promise<AuthorizationResult>;
  /** Authorizes by the chain's token, or afresh if there is none or the wallet no longer accepts it. */
  authorize(chain: ChainIdentifier, wanted?: FreshAuthorization): Promise<AuthorizationResult>;
  /**
   * Makes a privileged request for accounts (base58) after authorizing the chain if needed. If `signal` aborts first, the
   * request is not made.
   * @throws `ACCOUNT_NOT_AUTHORIZED` if the wallet grants other accounts
   */
  request<T>(
    chain: ChainIdentifier,
    addresses: readonly string[],
    send: (wallet: MobileWallet) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Makes a `sign_transactions` request as {@link request} does, and remembers if the wallet lacks that method. */
  signTransactions(
    chain: ChainIdentifier,
    addresses: readonly string[],
    transactions: readonly Uint8Array[],
    signal?: AbortSignal,
  ): Promise<Uint8Array[]>;
  /**
   * Whether a token may be sent in this session. A stored token is only for the wallet that issued it: one from this device
   * is not for a wallet on another, nor the reverse. A new session through a reflector gets none, because the reflector
   * could play the wallet.
   *
   * @param grant the grant that the token was read from, by default the current one; another tab may have changed it since
   */
  canSendToken(token: string, grant?: BareGrant): boolean;
  /** Deauthorizes a token, and forgets its authorization. A token that may not be sent is only forgotten. */
  deauthorize(token: string): Promise<Readonly<Record<string, never>>>;
  /** Asks the wallet for its capabilities; keeps the known ones if the wallet does not answer. Never rejects. */
  refreshCapabilities(): Promise<void>;
  /**
   * Deauthorizes the tokens of a grant, and waits for the responses for at most a second. Never rejects. Can be called after
   * everything else in the session has been aborted.
   */
  deauthorizeSoon(grant: BareGrant | undefined): Promise<void>;
}>;

/** Creates the {@link WalletSession} of an open session. `workSignal` aborts when no more work may be done in it. */
export function createWalletSession(
  session: Session,
  { identity }: Settings,
  grants: Grants,
  workSignal: AbortSignal,
): WalletSession {
  const getWallet = (signal = workSignal): MobileWallet => session.getWallet(signal);
  const wallet = getWallet();
  /** What the session is authorized for now. */
  let authorized: Readonly<{ chain: ChainIdentifier; token: string }> | undefined;
  /** A token that the wallet has just issued, and that is not in the grant yet. */
  let issuedToken: string | undefined;
  let lastWork: Promise<unknown> = Promise.resolve();
  let hasAskedCapabilities = false;
  const { transport, maxTextBytes } = session;
  const isRemote = transport !== 'local';
  /** The tokens that the wallet has issued in this session. */
  const issued = new Set<string>();
  /** The accounts that a wallet on another device has brought while the dapp was connected with no others. */
  const brought = new Set<string>();

  const canSendToken: WalletSession['canSendToken'] = (token, grant = grants.getGrant()) => {
    if (issued.has(token) || !getTokens(grant).includes(token)) return true;
    return transport !== 'reflector' && getTransport(grant, token) === transport;
  };

  /**
   * Ends the session if a wallet on another device grants an account that the dapp is not connected with. It is another wallet,
   * or whoever carries the messages plays one. Compares with the grant as it is now, because another tab may have changed it.
   */
  const assertKnown = async ({ auth_token, accounts }: AuthorizationResult): Promise<void> => {
    issued.add(auth_token);
    if (!isRemote) return;
    const granted = getGrantedAddresses(grants.getGrant());
    const addresses = accounts.map(getAddress);
    if (granted.every((one) => brought.has(one))) {
      for (const one of addresses) brought.add(one);
      return;
    }
    const address = addresses.find((one) => !granted.includes(one));
    if (address === undefined) return;
    const error = new MobileWalletError(
      'ACCOUNT_NOT_AUTHORIZED',
      `The wallet granted ${address}, which this page is not connected with: disconnect first to change wallets`,
      { address },
    );
    await waitAtMost(DEAUTHORIZE_WAIT_MS, wallet.deauthorize({ auth_token }));
    session.close(error);
    throw error;
  };

  /** Resolves with `undefined` if the wallet does not answer, because it may still be able to sign. */
  const askCapabilities = (): Promise<Capabilities | undefined> => {
    hasAskedCapabilities = true;
    return wallet.getCapabilities().catch(() => undefined);
  };

  /**
   * Replaces the grant, unless a disconnect has ended the session, because a late response must not reconnect the
   * wallet.
   */
  const updateGrant: Grants['updateGrant'] = (update) => {
    if (!workSignal.aborted) grants.updateGrant(update);
  };

  const keep = (
    chain: ChainIdentifier,
    result: AuthorizationResult,
    isFresh: boolean,
    capabilities?: Capabilities,
  ): AuthorizationResult => {
    // The wallet may have been disconnected after the response arrived.
    workSignal.throwIfAborted();
    authorized = { chain, token: result.auth_token };
    issuedToken = undefined;
    const grant = addAuthorization(grants.getGrant(), result, chain, { isFresh, transport });
    grants.setGrant(capabilities ? { ...grant, capabilities } : grant);
    // A listener of the `change` event may have disconnected the wallet.
    workSignal.throwIfAborted();
    return result;
  };

  const authorizeAfresh: WalletSession['authorizeAfresh'] = async (chain, wanted = {}) => {
    // A failed authorization invalidates the one before it.
    authorized = undefined;
    const asked = askCapabilities();
    const { addresses, ...unnamed } = wanted;
    // Whoever plays a wallet on another device could claim the accounts that are named to it.
    const named = addresses && !isRemote ? { addresses } : {};
    const result = await wallet.authorize({ chain, identity, ...unnamed, ...named });
    await assertKnown(result);
    issuedToken = result.auth_token;
    // Wait a little, so that accounts and capabilities are emitted in one `change` event.
    return keep(chain, result, true, await waitAtMost(CAPABILITIES_WAIT_MS, asked));
  };

  /** Stops using a token that the wallet refused, unless another one has replaced it meanwhile. */
  const retire = (chain: ChainIdentifier, token: string | undefined): void => {
    const grant = grants.getGrant();
    authorized = undefined;
    if (grant && grant.byChain[chain]?.token === token) grants.setGrant(retireToken(grant, chain));
  };

  const refreshCapabilities = async (): Promise<void> => {
    const capabilities = await askCapabilities();
    if (capabilities) updateGrant((grant) => ({ ...grant, capabilities }));
  };

  const authorizeByToken: WalletSession['authorizeByToken'] = async (chain, auth_token) => {
    authorized = undefined;
    if (!canSendToken(auth_token)) {
      throw new MobileWalletError('NOT_AUTHORIZED', 'The token was issued in another kind of session', {
        rpcCode: AUTHORIZATION_FAILED,
      });
    }
    try {
      const renewed = await wallet.authorize({ chain, identity, auth_token });
      await assertKnown(renewed);
      const result = keep(chain, renewed, false);
      // Nothing waits for this, because a changed limit is used from the next request on.
      if (!hasAskedCapabilities) void refreshCapabilities();
      return result;
    } catch (error) {
      if (isMobileWalletError(error, 'NOT_AUTHORIZED')) retire(chain, auth_token);
      throw error;
    }
  };

  /** Authorizes by the chain's token. Resolves with `undefined` if there is none or the wallet refuses it. */
  const authorizeAgain = async (chain: ChainIdentifier): Promise<AuthorizationResult | undefined> => {
    const token = grants.getGrant()?.byChain[chain]?.token;
    if (token === undefined || !canSendToken(token)) return undefined;
    try {
      return await authorizeByToken(chain, token);
    } catch (error) {
      if (isMobileWalletError(error, 'NOT_AUTHORIZED')) return undefined;
      throw error;
    }
  };

  /** Whether the session is authorized by the chain's token, which another tab may have replaced. */
  const isAuthorized = (chain: ChainIdentifier): boolean =>
    authorized?.chain === chain && authorized.token === grants.getGrant()?.byChain[chain]?.token;

  /** Ensures that accounts are granted. Resolves with whether a fresh authorization was necessary. */
  const authorizeFor = async (chain: ChainIdentifier, addresses: readonly string[]): Promise<boolean> => {
    const getMissing = (): string | undefined =>
      addresses.find((address) => !isGranted(grants.getGrant(), chain, address));
    const isReady = isAuthorized(chain) || (await authorizeAgain(chain));
    if (isReady && getMissing() === undefined) return false;
    await authorizeAfresh(chain, getAddressHint(grants.getGrant(), chain, addresses));
    const address = getMissing();
    if (address === undefined) return true;
    throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', `The wallet did not grant ${address}`, { address });
  };

  const request: WalletSession['request'] = async (chain, addresses, send, signal = workSignal) => {
    const sessionWallet = getWallet(signal);
    const isFresh = await abortable(authorizeFor(chain, addresses), signal);
    const token = authorized?.token;
    try {
      return await send(sessionWallet);
    } catch (error) {
      if (isFresh || !isMobileWalletError(error, 'NOT_AUTHORIZED')) throw error;
      retire(chain, token);
    }
    await abortable(authorizeFor(chain, addresses), signal);
    return send(sessionWallet);
  };

  return {
    getWallet,
    async getCapabilities(signal) {
      const capabilities = await getWallet(signal).getCapabilities();
      if (!isRemote || authorized) updateGrant((grant) => ({ ...grant, capabilities }));
      return capabilities;
    },
    closed: session.closed,
    isRemote,
    maxTextBytes,
    canSendToken,
    authorizeAfresh,
    authorizeByToken,
    authorize: async (chain, wanted) => (await authorizeAgain(chain)) ?? authorizeAfresh(chain, wanted),
    exclusively(work, signal) {
      const before = lastWork;
      const result = abortable(before, signal).then(() => {
        workSignal.throwIfAborted();
        return work();
      });
      lastWork = Promise.allSettled([before, result]);
      return result;
    },
    request,
    signTransactions(chain, addresses, transactions, signal) {
      const send = (sessionWallet: MobileWallet): Promise<Uint8Array[]> =>
        sessionWallet.signTransactions({ transactions }).catch((error: unknown) => {
          if (isMobileWalletError(error, 'METHOD_NOT_SUPPORTED')) {
            updateGrant((grant) => ({ ...grant, hasRefusedSigning: true }));
          }
          throw error;
        });
      return request(chain, addresses, send, signal);
    },
    async deauthorize(auth_token) {
      if (canSendToken(auth_token)) await wallet.deauthorize({ auth_token });
      authorized = undefined;
      updateGrant((grant) => forgetAuthorization(grant, auth_token));
      return {};
    },
    refreshCapabilities,
    async deauthorizeSoon(grant) {
      const tokens = getTokens(grant).filter((token) => canSendToken(token, grant));
      const all = [...tokens, ...(issuedToken === undefined ? [] : [issuedToken])];
      const deauthorizing = all.map((auth_token) => session.wallet.deauthorize({ auth_token }));
      await waitAtMost(DEAUTHORIZE_WAIT_MS, Promise.allSettled(deauthorizing));
    },
  };
}

/** Settles as `promise` does if that is within `ms` milliseconds, otherwise with `undefined`. Never rejects. */
async function waitAtMost<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const scope = createAbortScope([], { ms, getReason: () => undefined });
  try {
    return await abortable(promise, scope.signal);
  } catch {
    return undefined;
  } finally {
    scope.release();
  }
}
