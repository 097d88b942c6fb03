import { decodeBase64 } from '../bytes.js';
import type { MobileWalletError } from '../errors.js';
import { assertSendOptions, copyObject, getObject, getTexts } from '../protocol/arguments.js';
import type { ProtocolVersion } from '../protocol/association.js';
import { DEFAULT_CHAIN, getChainIdentifier } from '../protocol/chains.js';
import { getWireIdentity } from '../protocol/identity.js';
import type { JsonRpcError } from '../protocol/json-rpc.js';
import {
  decodeAuthorizationResult,
  decodeCapabilities,
  decodeClonedToken,
  decodeSignatures,
  decodeSignedPayloads,
  encodePayloads,
  encodeSendParams,
  getCluster,
  readSignatures,
} from '../protocol/methods.js';
import { assertText, getBase64Addresses, getPayloads } from '../protocol/payloads.js';
import { ATTEST_ORIGIN_ANDROID } from '../protocol/rpc-codes.js';
import { createRpcError, parseErrorData } from '../protocol/rpc-errors.js';
import type {
  AuthorizationResult,
  Capabilities,
  Chain,
  ChainIdentifier,
  Cluster,
  Identity,
  JsonObject,
  SendOptions,
  SignInPayload,
} from '../protocol/types.js';
import { restoreSignatures } from '../protocol/wire-transaction.js';
import type { RpcClient, RpcOutcome } from '../session/rpc.js';
import { loadSignIn } from './load.js';
import { createNotSubmittedError, toSendError } from './send-errors.js';

/** What `authorize` takes; all of it is optional. */
export type AuthorizeParams = Readonly<{
  /** Chain to use, in either spelling; `solana:mainnet` when left out. */
  chain?: Chain;
  /** The legacy name of `chain`. */
  cluster?: Cluster;
  identity?: Identity;
  features?: readonly string[] | null;
  /** Base64 addresses that the dapp wants to be in scope. */
  addresses?: readonly string[] | null;
  /**
   * Token of an earlier authorization: the wallet need not ask the person again. Give `chain` along with the token of
   * another session, and only the chain that it was issued for.
   */
  auth_token?: string;
  /** Asks the person to sign in. Wallets ignore it beside an `auth_token`. */
  sign_in_payload?: SignInPayload;
}>;

/** What `signAndSendTransactions` takes: transactions as `T`, and {@link SendOptions} beside them. */
export type SignAndSendParams<T> = SendOptions & Readonly<{ transactions: readonly T[] }>;

/** A session's wallet; transactions, messages and signatures are bytes. It refuses calls after the session. */
export type MobileWallet = Readonly<{
  /** Asks for authorization. @throws `USER_REJECTED`, `CHAIN_NOT_SUPPORTED`, `NOT_AUTHORIZED` (dead token) */
  authorize(params?: AuthorizeParams): Promise<AuthorizationResult>;
  /** Renews an authorization by its token. @throws `NOT_AUTHORIZED` when the wallet no longer takes it */
  reauthorize(params: AuthorizeParams & Readonly<{ auth_token: string }>): Promise<AuthorizationResult>;
  /** Makes a token invalid. */
  deauthorize(params: Readonly<{ auth_token: string }>): Promise<Readonly<Record<string, never>>>;
  /** Asks what the wallet can do; it has 10 s to answer. */
  getCapabilities(): Promise<Capabilities>;
  /** Asks for a second token to the session's authorization. @throws `METHOD_NOT_SUPPORTED`, `NOT_CLONED` */
  cloneAuthorization(): Promise<Readonly<{ auth_token: string }>>;
  /**
   * Signs wire transactions and submits them; gives signatures of 64 bytes, one per transaction.
   * @throws `USER_REJECTED`, `INVALID_PAYLOADS`, `NOT_SUBMITTED`, `TOO_MANY_PAYLOADS`
   */
  signAndSendTransactions(params: SignAndSendParams<Uint8Array>): Promise<Uint8Array[]>;
  /**
   * Signs wire transactions. Signatures by other accounts that a transaction has are in what comes back too, unless the
   * wallet altered its message.
   * @throws `USER_REJECTED`, `INVALID_PAYLOADS`, `TOO_MANY_PAYLOADS`
   */
  signTransactions(params: Readonly<{ transactions: readonly Uint8Array[] }>): Promise<Uint8Array[]>;
  /**
   * Signs messages with each of the base64 `addresses`. Gives what the wallet returned, one per payload: the
   * message followed by one 64-byte signature per address; some wallets return the signatures alone.
   * @throws `USER_REJECTED`, `INVALID_PAYLOADS`, `TOO_MANY_PAYLOADS`
   */
  signMessages(
    params: Readonly<{ addresses: readonly string[]; payloads: readonly Uint8Array[] }>,
  ): Promise<Uint8Array[]>;
}>;

/** Time for answers that need no person. */
const PROMPT_ANSWER_TIMEOUT = 10_000;

/** Has the page's origin attested by what a wallet sent with -100; gives the token for `attest_origin`. */
export type Attest = (data: unknown) => Promise<string>;

/** The tokens of a session, each with its chain as far as it is known. */
export type TokenChains = Map<string, ChainIdentifier | undefined>;

/** Puts the operations of the session API on top of an established session. */
export function createMobileWallet(
  client: RpcClient,
  protocol: ProtocolVersion,
  attest?: Attest,
  tokenChains: TokenChains = new Map(),
): MobileWallet {
  /** Makes a request by `request`; a second time where the wallet wants the page's origin attested first. */
  const ask = async (
    method: string,
    params: JsonObject,
    timeoutMs?: number,
    request = client.call,
  ): Promise<RpcOutcome> => {
    const outcome = await request(method, params, timeoutMs);
    if (outcome.error?.code !== ATTEST_ORIGIN_ANDROID || !attest) return outcome;
    const attest_origin = await attest(parseErrorData(outcome.error.data));
    return request(method, { ...params, attest_origin }, timeoutMs);
  };

  const toError = (error: JsonRpcError, params: JsonObject, isFreshAuthorize = false): MobileWalletError => {
    const sent = typeof params['auth_token'] === 'string' ? [params['auth_token']] : [];
    return createRpcError(withoutTokens(error, [...sent, ...tokenChains.keys()]), isFreshAuthorize);
  };

  const call = async (
    method: string,
    params: JsonObject,
    { timeoutMs, isFreshAuthorize }: { timeoutMs?: number; isFreshAuthorize?: boolean } = {},
  ): Promise<unknown> => {
    const outcome = await ask(method, params, timeoutMs);
    if (outcome.error) throw toError(outcome.error, params, isFreshAuthorize);
    return outcome.result;
  };

  /** Once the request may have left, only an error response that is a refusal says that nothing was sent. */
  const send = async (params: JsonObject, count: number): Promise<Uint8Array[]> => {
    const call: RpcClient['call'] = async (...request) => {
      client.assertOpen();
      try {
        return await client.call(...request);
      } catch (cause) {
        throw createNotSubmittedError(cause, readSignatures(undefined, count));
      }
    };
    const { error, result } = await ask('sign_and_send_transactions', params, undefined, call);
    if (error) throw toSendError(toError(error, params), error.code, count);
    try {
      return decodeSignatures(result, count);
    } catch (cause) {
      throw createNotSubmittedError(cause, readSignatures(result, count));
    }
  };

  const authorize = async (given: AuthorizeParams | undefined): Promise<AuthorizationResult> => {
    const params = copyAuthorizeParams(given);
    const { auth_token, chain, cluster } = params;
    const named = chain ?? cluster;
    const identifier = named === undefined ? undefined : getChainIdentifier(named);
    // A token carries its own chain, and wallets refuse it beside another, so none is made up for it.
    const requested = auth_token === undefined ? (identifier ?? DEFAULT_CHAIN) : identifier;
    const signIn = params.sign_in_payload && (await loadSignIn());
    const request = {
      ...encodeAuthorizeParams(params),
      ...(signIn && { sign_in_payload: signIn.getSignInRequest(params) }),
      ...(requested && (protocol === 'legacy' ? { cluster: getCluster(requested) } : { chain: requested })),
    };
    const isReauthorize = protocol === 'legacy' && auth_token !== undefined;
    const result = isReauthorize
      ? await call('reauthorize', pick(request, ['auth_token', 'identity']))
      : await call('authorize', request, { isFreshAuthorize: auth_token === undefined });
    const known = auth_token === undefined ? undefined : tokenChains.get(auth_token);
    const authorizedChain = requested ?? known;
    const authorization = decodeAuthorizationResult(result, authorizedChain, signIn?.decodeSignInResult);
    tokenChains.set(authorization.auth_token, authorizedChain);
    return authorization;
  };

  return {
    authorize,
    async reauthorize(params) {
      const { auth_token } = getObject(params, 'params');
      assertText(auth_token, 'auth_token');
      return authorize(params);
    },
    async deauthorize(params) {
      const { auth_token } = getObject(params, 'params');
      assertText(auth_token, 'auth_token');
      await call('deauthorize', { auth_token }, { timeoutMs: PROMPT_ANSWER_TIMEOUT });
      return {};
    },
    async getCapabilities() {
      const result = await call('get_capabilities', {}, { timeoutMs: PROMPT_ANSWER_TIMEOUT });
      return decodeCapabilities(result, protocol === 'legacy');
    },
    async cloneAuthorization() {
      const auth_token = decodeClonedToken(await call('clone_authorization', {}));
      return { auth_token };
    },
    async signAndSendTransactions(params) {
      const { transactions, ...options } = getObject(params, 'params') as SignAndSendParams<Uint8Array>;
      const payloads = getPayloads(transactions, 'transactions');
      assertSendOptions(options);
      return send(encodeSendParams(payloads, options), payloads.length);
    },
    async signTransactions(params) {
      const { transactions } = getObject(params, 'params') as { transactions: readonly Uint8Array[] };
      const payloads = getPayloads(transactions, 'transactions');
      const request = encodePayloads(payloads);
      const signed = decodeSignedPayloads(await call('sign_transactions', request), payloads.length);
      // The caller's bytes may have changed meanwhile; the request has those that were signed.
      return signed.map((wire, index) =>
        restoreSignatures(() => decodeBase64(request.payloads[index] as string), wire),
      );
    },
    async signMessages(params) {
      const given = getObject(params, 'params') as Parameters<MobileWallet['signMessages']>[0];
      const addresses = getBase64Addresses(given.addresses);
      const payloads = getPayloads(given.payloads, 'payloads');
      const result = await call('sign_messages', encodePayloads(payloads, addresses));
      return decodeSignedPayloads(result, payloads.length);
    },
  };
}

/** Copies what `authorize` takes, whole: the caller may change its own while code loads, or another call has its turn. */
export function copyAuthorizeParams(given: AuthorizeParams | undefined): AuthorizeParams {
  const params = copyObject(getObject(given, 'params') as AuthorizeParams);
  const { identity, sign_in_payload } = params;
  return {
    ...params,
    ...(identity && { identity: copyObject(identity) }),
    ...(sign_in_payload && { sign_in_payload: copyObject(sign_in_payload) }),
  };
}

/** Members that are not set are left out: some wallets read `null` as the text "null". */
function encodeAuthorizeParams(params: AuthorizeParams): JsonObject {
  const { identity = {}, features, addresses, auth_token } = params;
  if (auth_token !== undefined) assertText(auth_token, 'auth_token');
  return {
    identity: getWireIdentity(identity),
    ...(features && { features: getTexts(features, 'features') }),
    ...(addresses && { addresses: getBase64Addresses(addresses) }),
    ...(auth_token !== undefined && { auth_token }),
  };
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}

/** A wallet may quote a request in its message, and messages end up in logs. */
function withoutTokens(error: JsonRpcError, tokens: Iterable<string>): JsonRpcError {
  let { message } = error;
  for (const token of tokens) message = message.replaceAll(token, '<auth_token>');
  return { ...error, message };
}
