import type { AuthorizeParams, MobileWallet } from '../../dapp/mobile-wallet.js';
import type { Session } from '../../dapp/open/establish-session.js';
import type { Want } from '../../dapp/open/session-ui.js';
import { createTurns } from '../../dapp/turns.js';
import { WALLET_RPC } from '../../protocol/json-rpc.js';
import type { AuthorizationResult, Capabilities, ChainIdentifier } from '../../protocol/types.js';
import { waitAtMost } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import { hasErrorCode, MobileWalletError } from '../../util/errors.js';
import type { Settings } from '../options.js';
import { assertVersions } from './checked-inputs.js';
import {
  addAuthorization,
  type BareGrant,
  forgetAuthorization,
  type Grants,
  getAddressHint,
  getTokens,
  isGranted,
  retireToken,
} from './grant.js';
import { createTrust, DEAUTHORIZE_WAIT_MS } from './trust.js';

/** How long a connect waits for the capabilities, so that both are one `change` event. */
const CAPABILITIES_WAIT_MS = 1_000;

/** Called when a wallet app has authorized. */
export type OnAnswer = (result: AuthorizationResult) => void;

/** What a fresh authorization may ask for besides its chain. */
type FreshAuthorization = Pick<AuthorizeParams, 'addresses' | 'features' | 'sign_in_payload'>;

/**
 * A session that keeps the wallet's grant up to date. It authorizes when needed, and does one thing at a
 * time.
 */
export type WalletSession = ReturnType<typeof createWalletSession>;

/**
 * Runs `work` in the wallet's session, which is opened if there is none. `want` says what the session is
 * needed for, and is shown to the user. The signal that `work` receives aborts when `signal` does, or when
 * the session is closed.
 */
export type RunInSession = <T>(
  want: Want,
  work: (session: WalletSession, signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/**
 * Creates the {@link WalletSession} of an open session. `workSignal` aborts when no more work may be done in
 * it.
 */
export function createWalletSession(
  session: Session,
  { identity }: Settings,
  grants: Grants,
  workSignal: AbortSignal,
  onAnswer: OnAnswer,
) {
  const wallet = session.getWallet(workSignal);
  /** What the session is authorized for now. */
  let authorized: Readonly<{ chain: ChainIdentifier; token: string }> | undefined;
  /** The token that the wallet has just issued, if it is not in the grant yet: at most one. */
  let issuedTokens: readonly string[] = [];
  /** What the wallet publishes in this session, once it has been asked. */
  let asked: Promise<Capabilities | undefined> | undefined;
  const { transport, isOnDevice, maxTextBytes } = session;
  /**
   * Whether a reflector or relay carries the messages, also to the app on this device: whoever runs it could
   * play the wallet.
   */
  const isIntermediated = transport !== 'local';
  const { canSendToken, assertKnown } = createTrust(session, wallet, grants);

  /** Resolves with `undefined` if the wallet does not answer, because it may still be able to sign. */
  const askCapabilities = (): Promise<Capabilities | undefined> => {
    asked = wallet.getCapabilities().catch(() => undefined);
    return asked;
  };

  /**
   * Returns the session wallet, which refuses transactions of versions that the wallet app does not publish,
   * and remembers if the app lacks `sign_transactions`. Its calls reject with the reason of `signal` when
   * that aborts.
   */
  const getWallet = (signal = workSignal): MobileWallet => {
    const own = session.getWallet(signal);
    const assertPublished = async ({ transactions }: Readonly<{ transactions: readonly Uint8Array[] }>) => {
      if (session.protocol === 'legacy') return;
      const stored = grants.getGrant()?.capabilities?.supported_transaction_versions;
      const checking = assertVersions(
        transactions,
        stored,
        // Every authorization asks for the capabilities, so this is not another request.
        async () => asked && (await waitAtMost(CAPABILITIES_WAIT_MS, asked))?.supported_transaction_versions,
      );
      await abortable(checking, signal);
    };
    return {
      ...own,
      async signAndSendTransactions(params) {
        await assertPublished(params);
        return own.signAndSendTransactions(params);
      },
      async signTransactions(params) {
        await assertPublished(params);
        try {
          return await own.signTransactions(params);
        } catch (error) {
          if (hasErrorCode(error, 'METHOD_NOT_SUPPORTED')) {
            grants.updateGrant((grant) => ({ ...grant, hasRefusedSigning: true }));
          }
          throw error;
        }
      },
    };
  };

  const adopt = (
    chain: ChainIdentifier,
    result: AuthorizationResult,
    isFresh: boolean,
    capabilities?: Capabilities,
  ): AuthorizationResult => {
    const before = grants.getGrant();
    // The wallet may have been disconnected after the response arrived, also by another tab, which `getGrant`
    // notices.
    workSignal.throwIfAborted();
    authorized = { chain, token: result.auth_token };
    issuedTokens = [];
    onAnswer(result);
    const grant = addAuthorization(before, result, chain, { isFresh, transport, isOnDevice });
    grants.setGrant(capabilities ? { ...grant, capabilities } : grant);
    // A listener of the `change` event may have disconnected the wallet.
    workSignal.throwIfAborted();
    return result;
  };

  /** Asks the wallet for its capabilities, and then the user for an authorization. */
  const authorizeAfresh = async (
    chain: ChainIdentifier,
    wanted: FreshAuthorization = {},
  ): Promise<AuthorizationResult> => {
    // A failed authorization invalidates the one before it.
    authorized = undefined;
    const asking = askCapabilities();
    const { addresses, ...unnamed } = wanted;
    // Whoever plays the wallet could claim the accounts that are named to it.
    const named = addresses && !isIntermediated ? { addresses } : {};
    const result = await wallet.authorize({ chain, identity, ...unnamed, ...named });
    await assertKnown(result);
    issuedTokens = [result.auth_token];
    // Wait a little, so that accounts and capabilities are emitted in one `change` event.
    return adopt(chain, result, true, await waitAtMost(CAPABILITIES_WAIT_MS, asking));
  };

  /** Stops using a token that the wallet refused, unless another one has replaced it meanwhile. */
  const retire = (chain: ChainIdentifier, token: string | undefined): void => {
    const grant = grants.getGrant();
    authorized = undefined;
    if (grant && grant.byChain[chain]?.token === token) grants.setGrant(retireToken(grant, chain));
  };

  /** Keeps the capabilities; those that are known if the wallet does not answer. Never rejects. */
  const refreshCapabilities = async (asking = askCapabilities()): Promise<void> => {
    const capabilities = await asking;
    if (capabilities) grants.updateGrant((grant) => ({ ...grant, capabilities }));
  };

  /**
   * Authorizes by a token, without asking the user.
   * @throws `NOT_AUTHORIZED` if the wallet no longer accepts the token, which is then not used again
   */
  const authorizeByToken = async (
    chain: ChainIdentifier,
    auth_token: string,
  ): Promise<AuthorizationResult> => {
    authorized = undefined;
    if (!canSendToken(auth_token)) {
      const message = 'The token was issued in another kind of session';
      throw new MobileWalletError('NOT_AUTHORIZED', message, { rpcCode: WALLET_RPC.AUTHORIZATION_FAILED });
    }
    const asking = asked ? undefined : askCapabilities();
    try {
      const renewed = await wallet.authorize({ chain, identity, auth_token });
      await assertKnown(renewed);
      const result = adopt(chain, renewed, false);
      // Nothing waits for this, because a changed limit is used from the next request on.
      if (asking) void refreshCapabilities(asking);
      return result;
    } catch (error) {
      if (hasErrorCode(error, 'NOT_AUTHORIZED')) retire(chain, auth_token);
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
      if (hasErrorCode(error, 'NOT_AUTHORIZED')) return undefined;
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

  /**
   * Makes a privileged request for accounts (base58) after authorizing the chain if needed. If `signal`
   * aborts first, the request is not made.
   * @throws `ACCOUNT_NOT_AUTHORIZED` if the wallet grants other accounts
   */
  const request = async <T>(
    chain: ChainIdentifier,
    addresses: readonly string[],
    send: (wallet: MobileWallet) => Promise<T>,
    signal = workSignal,
  ): Promise<T> => {
    const sessionWallet = getWallet(signal);
    const isFresh = await abortable(authorizeFor(chain, addresses), signal);
    const token = authorized?.token;
    try {
      return await send(sessionWallet);
    } catch (error) {
      if (isFresh || !hasErrorCode(error, 'NOT_AUTHORIZED')) throw error;
      retire(chain, token);
    }
    await abortable(authorizeFor(chain, addresses), signal);
    return send(sessionWallet);
  };

  return {
    getWallet,
    /**
     * Asks the wallet for its capabilities. They become those of the grant, unless an intermediary carries
     * the messages and the wallet has not been authorized: then it may not be the wallet of the grant.
     */
    async getCapabilities(signal: AbortSignal): Promise<Capabilities> {
      const capabilities = await getWallet(signal).getCapabilities();
      if (!isIntermediated || authorized) grants.updateGrant((grant) => ({ ...grant, capabilities }));
      return capabilities;
    },
    closed: session.closed,
    maxTextBytes,
    canSendToken,
    authorizeAfresh,
    authorizeByToken,
    /** Authorizes by the chain's token, or afresh if there is none or the wallet no longer accepts it. */
    authorize: async (chain: ChainIdentifier, wanted?: FreshAuthorization): Promise<AuthorizationResult> =>
      (await authorizeAgain(chain)) ?? authorizeAfresh(chain, wanted),
    /** Runs `work` after all work before it, because the authorization must not change during a request. */
    exclusively: createTurns(workSignal),
    request,
    /**
     * Deauthorizes a token, and forgets its authorization. A token that may not be sent is only forgotten.
     */
    async deauthorize(auth_token: string): Promise<Readonly<Record<string, never>>> {
      if (canSendToken(auth_token)) await wallet.deauthorize({ auth_token });
      authorized = undefined;
      grants.updateGrant((grant) => forgetAuthorization(grant, auth_token));
      return {};
    },
    refreshCapabilities,
    /**
     * Deauthorizes the tokens of a grant, the latest first, for at most a second: one request waits for the
     * response to the one before. Never rejects. Can be called after everything else in the session has been
     * aborted.
     */
    async deauthorizeSoon(grant: BareGrant | undefined): Promise<void> {
      const tokens = getTokens(grant).filter((token) => canSendToken(token, grant));
      const deauthorizing = [...tokens, ...issuedTokens]
        .reverse()
        .map((auth_token) => session.wallet.deauthorize({ auth_token }));
      await waitAtMost(DEAUTHORIZE_WAIT_MS, Promise.allSettled(deauthorizing));
    },
  };
}
