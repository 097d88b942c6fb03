import type { Session } from '../../dapp/open/establish-session.js';
import type { AuthorizeRequest, Requests } from '../../dapp/requests.js';
import { isDoubtful } from '../../dapp/sent.js';
import { createNotGrantedError } from '../../dapp/sign-in-message.js';
import { WALLET_RPC_CODES } from '../../protocol/json-rpc.js';
import type { AuthorizationResult, Capabilities, ChainIdentifier } from '../../protocol/types.js';
import { createAbortScope, waitAtMost } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import { MobileWalletError } from '../../util/errors.js';
import { hasErrorCode, isSendError } from '../../util/find-error.js';
import { createTurns, type TakeTurn } from '../../util/turns.js';
import {
  addAuthorization,
  forgetAuthorization,
  type Grants,
  getAddressHint,
  getCurrentTokens,
  getGrantsOfApp,
  getTokens,
  isGranted,
  isOfApp,
  noteClosed,
  retireToken,
} from '../grant/grant.js';
import type { BareGrant } from '../grant/stored-grant.js';
import type { SessionApp } from '../open/apps/session-app.js';
import type { Settings } from '../open/settings.js';
import { createSessionCapabilities } from './capabilities.js';
import { createTrust, DEAUTHORIZE_WAIT_MS } from './trust.js';

/** What a fresh authorization may ask for besides its chain. */
export type Wanted = Pick<AuthorizeRequest, 'addresses' | 'features' | 'sign_in_payload'>;

/**
 * A session that keeps the wallet's grant up to date. Its calls reject when no more work may be done in it,
 * with the reason.
 */
export type WalletSession = Readonly<{
  /** The longest request or response that the connection carries, in bytes of JSON, if that is known. */
  maxBytes: number | undefined;
  /**
   * Whether a call for an account of this grant may run in the session: only with the grant's own app. A
   * wallet on another device may have the same accounts, which its authorization shows.
   */
  mayServe(grant: BareGrant | undefined): boolean;
  /** Resolves with the reason when the session has ended. */
  closed: Promise<unknown>;
  /** Those requests that this session makes as they are, without an authorization or a check. */
  plainRequests: Pick<Requests, 'deauthorize' | 'signMessages'>;
  /** Runs `work` after all work before it, because the authorization must not change during a request. */
  exclusively: TakeTurn;
  /**
   * Makes a request for accounts (base58) on a chain. Authorizes before it if needed, and makes the request
   * once more if the wallet app answers that it is not authorized after all, unless it is a send that has
   * left. When `signal` aborts, nothing more is requested; `send` gets it to end the request, too.
   *
   * @throws `ACCOUNT_NOT_AUTHORIZED` if the wallet app grants other accounts; `INVALID_PAYLOADS` for
   * transactions of versions that it does not publish
   */
  request<T>(
    chain: ChainIdentifier,
    addresses: readonly string[],
    send: (requests: Requests, signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
  /** Notes that no call is left in the session, which stays open. */
  noteIdle(): void;
  /**
   * Lets the next request authorize first, if the session has been idle. Call it before a send: that is not
   * repeated, so the session must notice before it if its authorization ended meanwhile.
   */
  renewAfterIdle(): void;
  /** Authorizes by the chain's token, or asks the user if there is none or it is no longer accepted. */
  authorize(chain: ChainIdentifier, wanted?: Wanted): Promise<AuthorizationResult>;
  /** Asks the user for an authorization. */
  askUser(chain: ChainIdentifier, wanted?: Wanted): Promise<AuthorizationResult>;
  /**
   * Authorizes by a token, without asking the user.
   * @throws `NOT_AUTHORIZED` if the wallet app no longer accepts the token, which is then not used again
   */
  useToken(chain: ChainIdentifier, token: string): Promise<AuthorizationResult>;
  /** Whether a token may be sent in this session: see `createTrust`. */
  canSendToken(token: string, grant?: BareGrant): boolean;
  /** Deauthorizes a token, and forgets its authorization. One that may not be sent is only forgotten. */
  deauthorize(token: string): Promise<void>;
  /**
   * Deauthorizes the tokens of a grant, the latest first, for at most a second: one request waits for the
   * response to the one before. Never rejects. Can be called after all other work has been aborted.
   */
  deauthorizeSoon(grant: BareGrant | undefined): Promise<void>;
  /**
   * Asks the wallet app for its capabilities. They become those of the grant, unless an intermediary carries
   * the messages and the app has not been authorized: then it may not be the one of the grant.
   */
  getCapabilities(signal: AbortSignal): Promise<Capabilities>;
  /** Asks for the capabilities again, and keeps them. Never rejects: those that are known may stay. */
  refreshCapabilities(): Promise<void>;
  /** Returns the most inputs of one request, if the wallet app publishes a limit. */
  getLimit(limit: 'max_messages_per_request' | 'max_transactions_per_request'): number | undefined;
}>;

/** Called when a wallet app has authorized, or without a result, when it or its user said no to be asked. */
export type OnAnswer = (result?: AuthorizationResult) => void;

/**
 * Creates the {@link WalletSession} of an open session. `workSignal` aborts when no more work may be done in
 * it. `offerToAskAgain` offers the user to be asked anew by `askAgain`, until it is called without it.
 */
export function createWalletSession(
  { session, app }: Readonly<{ session: Session; app: SessionApp }>,
  { identity }: Pick<Settings, 'identity'>,
  allGrants: Grants,
  workSignal: AbortSignal,
  offerToAskAgain: (askAgain?: () => void) => void,
  onAnswer: OnAnswer,
): WalletSession {
  const { requests, transport, isOnDevice, maxBytes } = session;
  /**
   * Whether a reflector or relay carries the messages, also to the app on this device: whoever runs it could
   * play the wallet app.
   */
  const isIntermediated = transport !== 'local';
  const { canSendToken, getForeignAddresses, admit } = createTrust(session, workSignal, allGrants, app);
  /** The grant, if it is of this session's app. */
  const appGrants = getGrantsOfApp(allGrants, app.androidPackage);
  /** What the session is authorized for now, and whether it has been idle since. */
  let authorized: Readonly<{ chain: ChainIdentifier; token: string; wasIdle?: boolean }> | undefined;
  /** The token that the wallet app has just issued, if it is not in the grant yet: at most one. */
  let issuedTokens: readonly string[] = [];
  const capabilities = createSessionCapabilities(session, appGrants, workSignal);
  /** Whether the session has not ended yet. */
  let isOpen = true;
  void session.closed.then(() => {
    isOpen = false;
  });

  /**
   * Adds an authorization to the grant, for which the user was asked if it `isFresh`. The capabilities are
   * kept with it, if the wallet app has `published` them.
   */
  const keepAuthorization = (
    chain: ChainIdentifier,
    result: AuthorizationResult,
    isFresh = false,
    published?: Capabilities,
  ): void => {
    const before = appGrants.readGrant();
    // The wallet may have been disconnected after the response arrived, also by another tab, which
    // `readGrant` notices.
    workSignal.throwIfAborted();
    authorized = { chain, token: result.auth_token };
    issuedTokens = [];
    onAnswer(result);
    const grant = addAuthorization(before, result, chain, { isFresh, transport, isOnDevice });
    appGrants.setGrant(published ? { ...grant, capabilities: published } : grant);
    // A listener of the `change` event may have disconnected the wallet.
    workSignal.throwIfAborted();
  };

  /** Throws for an account of another app on this device. One elsewhere may have the same accounts. */
  const assertNotForeign = (address: string | undefined): void => {
    if (address === undefined || !isOnDevice || !getForeignAddresses().includes(address)) return;
    throw createNotGrantedError(address);
  };

  const askUser = async (chain: ChainIdentifier, wanted: Wanted = {}): Promise<AuthorizationResult> => {
    // The text of a sign-in names its account, too.
    assertNotForeign(wanted.sign_in_payload?.address);
    // A failed authorization invalidates the one before it.
    authorized = undefined;
    // A second time, it would wait for the answer to a token, and the authorization with it.
    if (!capabilities.wasAsked()) void capabilities.ask();
    // Only the app that granted an account may learn it. Whoever plays a wallet app could claim those that
    // are named to it.
    const mayName = !isIntermediated && getForeignAddresses().length === 0;
    const addresses = mayName ? wanted.addresses : undefined;
    const authorizing = requests.authorize({ chain, identity, ...wanted, addresses }, workSignal);
    const result = await authorizing.catch((error: unknown) => {
      if (hasErrorCode(error, 'USER_REJECTED') || hasErrorCode(error, 'USER_CANCELLED')) onAnswer();
      throw error;
    });
    await admit(result);
    issuedTokens = [result.auth_token];
    // Wait a little, so that accounts and capabilities are emitted in one `change` event.
    const published = await capabilities.getAnswer();
    keepAuthorization(chain, result, true, published);
    return result;
  };

  /**
   * Stops using a token that the wallet app refused, unless another one has replaced it meanwhile. `update`
   * returns the grant after that.
   */
  const retire = (chain: ChainIdentifier, token: string | undefined, update = retireToken): void => {
    const grant = appGrants.readGrant();
    authorized = undefined;
    if (grant && grant.byChain[chain]?.token === token) appGrants.setGrant(update(grant, chain));
  };

  const useToken = async (chain: ChainIdentifier, token: string, signal = workSignal) => {
    authorized = undefined;
    const grant = appGrants.readGrant();
    // In protocol 1.x no chain goes with a token, so the wallet app would authorize the token's own.
    const isOfOtherChain = grant?.byChain[chain]?.token !== token && getCurrentTokens(grant).includes(token);
    if (isOfOtherChain || !canSendToken(token)) {
      const message = 'The token was issued for another chain, or in another kind of session';
      throw new MobileWalletError('NOT_AUTHORIZED', message);
    }
    const asking = capabilities.wasAsked() ? undefined : capabilities.ask();
    try {
      const result = await requests.authorize({ chain, identity, auth_token: token }, signal);
      await admit(result);
      keepAuthorization(chain, result);
      // Nothing waits for this, because a changed limit is used from the next request on.
      void asking?.then(capabilities.keep);
      return result;
    } catch (error) {
      if (hasErrorCode(error, 'NOT_AUTHORIZED')) retire(chain, token);
      throw error;
    }
  };

  /**
   * Authorizes by the chain's token. Resolves with `undefined` if there is none, or if the wallet app answers
   * with an error: wallets refuse a token by any code. Only a decline is the user's answer, and rejects. Also
   * resolves with `undefined` if the wallet app is silent, and the user wants to be asked anew. A Cancel says
   * as much of the token as the end of the session.
   */
  const useStoredToken = async (chain: ChainIdentifier): Promise<AuthorizationResult | undefined> => {
    const token = appGrants.readGrant()?.byChain[chain]?.token;
    if (token === undefined || !canSendToken(token)) return undefined;
    const wasOpen = isOpen;
    const { signal, abort, release } = createAbortScope([workSignal]);
    offerToAskAgain(() => abort(undefined));
    try {
      return await useToken(chain, token, signal);
    } catch (error) {
      const isSilent = signal.aborted && !workSignal.aborted;
      if (isSilent || isRefusal(error)) {
        retire(chain, token);
        return undefined;
      }
      const isOver = isEnd(error) || hasErrorCode(error, 'USER_CANCELLED');
      // In a session that had ended before, the token was not sent.
      if (wasOpen && isOver) retire(chain, token, noteClosed);
      throw error;
    } finally {
      release();
      offerToAskAgain();
    }
  };

  /**
   * Ensures that the session is authorized for a chain, with accounts. Resolves with whether the user had to
   * be asked.
   */
  const ensureGranted = async (chain: ChainIdentifier, addresses: readonly string[]): Promise<boolean> => {
    const findMissing = (grant = appGrants.readGrant()): string | undefined =>
      addresses.find((address) => !isGranted(grant, chain, address));
    // Another tab may have replaced the chain's token.
    const grant = appGrants.readGrant();
    const isAuthorized = authorized?.chain === chain && authorized.token === grant?.byChain[chain]?.token;
    const missing = findMissing(grant);
    if (isAuthorized && missing === undefined) return false;
    assertNotForeign(missing);
    if (!isAuthorized && (await useStoredToken(chain)) && findMissing() === undefined) return false;
    await askUser(chain, getAddressHint(appGrants.readGrant(), chain, addresses));
    const address = findMissing();
    if (address === undefined) return true;
    throw createNotGrantedError(address);
  };

  return {
    maxBytes,
    mayServe: (grant) => !isOnDevice || isOfApp(grant, app.androidPackage),
    closed: session.closed,
    plainRequests: requests,
    exclusively: createTurns(workSignal),
    async request(chain, addresses, send, signal = workSignal) {
      const hasAsked = await abortable(ensureGranted(chain, addresses), signal);
      const token = authorized?.token;
      try {
        return await send(capabilities.checkedRequests, signal);
      } catch (error) {
        const mayBeSent = isSendError(error) || isDoubtful(error);
        if (!isUnauthorized(error) || (hasAsked && !mayBeSent)) throw error;
        retire(chain, token);
        // However soon the wallet app answered: some approve by themselves.
        if (mayBeSent) throw error;
      }
      await abortable(ensureGranted(chain, addresses), signal);
      return send(capabilities.checkedRequests, signal);
    },
    noteIdle() {
      authorized = authorized && { ...authorized, wasIdle: true };
    },
    renewAfterIdle() {
      if (authorized?.wasIdle) authorized = undefined;
    },
    authorize: async (chain, wanted) => (await useStoredToken(chain)) ?? askUser(chain, wanted),
    askUser,
    useToken,
    canSendToken,
    async deauthorize(token) {
      if (canSendToken(token)) await requests.deauthorize(token, workSignal);
      authorized = undefined;
      appGrants.updateGrant((grant) => forgetAuthorization(grant, token));
    },
    async deauthorizeSoon(grant) {
      const tokens = getTokens(grant).filter((token) => canSendToken(token, grant));
      const deauthorizing = [...tokens, ...issuedTokens]
        .reverse()
        .map((token) => requests.deauthorize(token));
      await waitAtMost(DEAUTHORIZE_WAIT_MS, Promise.allSettled(deauthorizing));
    },
    async getCapabilities(signal) {
      const published = await requests.getCapabilities(signal);
      if (!isIntermediated || authorized) capabilities.keep(published);
      return published;
    },
    refreshCapabilities: async () => capabilities.keep(await capabilities.ask()),
    getLimit: (limit) => appGrants.readGrant()?.capabilities?.[limit],
  };
}

/** Whether a wallet app has answered that a request is not authorized. */
function isUnauthorized(error: unknown): boolean {
  if (isSendError(error)) return error.context.rpcCode === WALLET_RPC_CODES.AUTHORIZATION_FAILED;
  return hasErrorCode(error, 'NOT_AUTHORIZED');
}

/**
 * Whether a wallet app has refused a token: by any error but a decline, or by a result that cannot be read.
 */
function isRefusal(error: unknown): boolean {
  if (!hasErrorCode(error) || error.code === 'USER_REJECTED') return false;
  return 'rpcCode' in error.context || error.code === 'INVALID_RESPONSE';
}

/** Whether the session has ended. */
function isEnd(error: unknown): boolean {
  return hasErrorCode(error, 'SESSION_CLOSED') || hasErrorCode(error, 'PROTOCOL_VIOLATION');
}
