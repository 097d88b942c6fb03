import { abortable, waitAtMost } from '../../abort.js';
import type { Session } from '../../dapp/establish-session.js';
import type { MobileWallet } from '../../dapp/mobile-wallet.js';
import { isOwnError, MobileWalletError } from '../../errors.js';
import { AUTHORIZATION_FAILED } from '../../protocol/json-rpc.js';
import type { AuthorizationResult, Capabilities, ChainIdentifier } from '../../protocol/types.js';
import type { Settings } from '../options.js';
import {
  addAuthorization,
  forgetAuthorization,
  type Grants,
  getAddressHint,
  getTokens,
  isGranted,
  retireToken,
} from './grant.js';
import { createTurns } from './shared-session.js';
import { createTrust, DEAUTHORIZE_WAIT_MS } from './trust.js';
import { assertVersions } from './versions.js';
import type { WalletSession } from './wallet-session.js';

/** How long a connect waits for the capabilities, so that both are one `change` event. */
const CAPABILITIES_WAIT_MS = 1_000;

/** Called when a wallet app has authorized. */
export type OnAnswer = (result: AuthorizationResult) => void;

/** Creates the {@link WalletSession} of an open session. `workSignal` aborts when no more work may be done in it. */
export function createWalletSession(
  session: Session,
  { identity }: Settings,
  grants: Grants,
  workSignal: AbortSignal,
  onAnswer: OnAnswer,
): WalletSession {
  const wallet = session.getWallet(workSignal);
  /** What the session is authorized for now. */
  let authorized: Readonly<{ chain: ChainIdentifier; token: string }> | undefined;
  /** The token that the wallet has just issued, if it is not in the grant yet. */
  let issuedTokens: readonly string[] = [];
  /** What the wallet publishes in this session, once it has been asked. */
  let asked: Promise<Capabilities | undefined> | undefined;
  const { transport, isOnDevice, maxTextBytes } = session;
  const isRemote = transport !== 'local';
  const { canSendToken, assertKnown } = createTrust(session, wallet, grants);

  /** Resolves with `undefined` if the wallet does not answer, because it may still be able to sign. */
  const askCapabilities = (): Promise<Capabilities | undefined> => {
    asked = wallet.getCapabilities().catch(() => undefined);
    return asked;
  };

  /** Returns the session wallet, which refuses transactions of versions that the wallet app does not publish. */
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
        return own.signTransactions(params);
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
    // The wallet may have been disconnected after the response arrived, also by another tab, which `getGrant` notices.
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

  const authorizeAfresh: WalletSession['authorizeAfresh'] = async (chain, wanted = {}) => {
    // A failed authorization invalidates the one before it.
    authorized = undefined;
    const asking = askCapabilities();
    const { addresses, ...unnamed } = wanted;
    // Whoever plays a wallet on another device could claim the accounts that are named to it.
    const named = addresses && !isRemote ? { addresses } : {};
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

  const refreshCapabilities = async (): Promise<void> => {
    const capabilities = await askCapabilities();
    if (capabilities) grants.updateGrant((grant) => ({ ...grant, capabilities }));
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
      const result = adopt(chain, renewed, false);
      // Nothing waits for this, because a changed limit is used from the next request on.
      if (!asked) void refreshCapabilities();
      return result;
    } catch (error) {
      if (isOwnError(error, 'NOT_AUTHORIZED')) retire(chain, auth_token);
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
      if (isOwnError(error, 'NOT_AUTHORIZED')) return undefined;
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
      if (isFresh || !isOwnError(error, 'NOT_AUTHORIZED')) throw error;
      retire(chain, token);
    }
    await abortable(authorizeFor(chain, addresses), signal);
    return send(sessionWallet);
  };

  return {
    getWallet,
    async getCapabilities(signal) {
      const capabilities = await getWallet(signal).getCapabilities();
      if (!isRemote || authorized) grants.updateGrant((grant) => ({ ...grant, capabilities }));
      return capabilities;
    },
    closed: session.closed,
    isRemote,
    maxTextBytes,
    canSendToken,
    authorizeAfresh,
    authorizeByToken,
    authorize: async (chain, wanted) => (await authorizeAgain(chain)) ?? authorizeAfresh(chain, wanted),
    exclusively: createTurns(workSignal),
    request,
    signTransactions(chain, addresses, transactions, signal) {
      const send = (sessionWallet: MobileWallet): Promise<Uint8Array[]> =>
        sessionWallet.signTransactions({ transactions }).catch((error: unknown) => {
          if (isOwnError(error, 'METHOD_NOT_SUPPORTED')) {
            grants.updateGrant((grant) => ({ ...grant, hasRefusedSigning: true }));
          }
          throw error;
        });
      return request(chain, addresses, send, signal);
    },
    async deauthorize(auth_token) {
      if (canSendToken(auth_token)) await wallet.deauthorize({ auth_token });
      authorized = undefined;
      grants.updateGrant((grant) => forgetAuthorization(grant, auth_token));
      return {};
    },
    refreshCapabilities,
    async deauthorizeSoon(grant) {
      const tokens = getTokens(grant).filter((token) => canSendToken(token, grant));
      const deauthorizing = [...tokens, ...issuedTokens].map((auth_token) =>
        session.wallet.deauthorize({ auth_token }),
      );
      await waitAtMost(DEAUTHORIZE_WAIT_MS, Promise.allSettled(deauthorizing));
    },
  };
}
