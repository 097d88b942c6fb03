import { assertRequestFits, assertSize, type RpcClient } from '../connection/rpc.js';
import { copyObject, isSet, parseObject } from '../protocol/arguments.js';
import type { ProtocolVersion } from '../protocol/association.js';
import { DEFAULT_CHAIN, parseChainIdentifier } from '../protocol/chains.js';
import { parseWireIdentity } from '../protocol/identity.js';
import { type JsonRpcError, type RpcOutcome, WALLET_RPC } from '../protocol/json-rpc.js';
import {
  decodeAuthorizationResult,
  decodeCapabilities,
  decodeClonedToken,
  decodeSignatures,
  decodeSignedPayloads,
  encodePayloads,
  encodeSendParams,
  getCluster,
  SEND,
  SIGN,
} from '../protocol/methods.js';
import { assertText, parseBase64Addresses, parsePayloads, parseTexts } from '../protocol/payloads.js';
import { createRpcError, parseErrorData } from '../protocol/rpc-errors.js';
import { decodeSignInResult } from '../protocol/sign-in-text.js';
import type { AuthorizationResult, ChainIdentifier } from '../protocol/types.js';
import { parseTransactions, restoreSignatures } from '../protocol/wire-transaction.js';
import { waitAtMost } from '../util/abort.js';
import { decodeBase64, SIGNATURE_LENGTH } from '../util/bytes.js';
import { hasErrorCode, type MobileWalletError } from '../util/errors.js';
import type { JsonObject } from '../util/json-object.js';
import type { AuthorizeParams, MobileWallet, SignAndSendParams } from './mobile-wallet.js';
import { readStates, toSendError } from './send-answer.js';
import { createSendError, getUnknown } from './sent.js';
import { hasAskedResources, parseSignInRequest, signInByMessage } from './sign-in-message.js';
import { createTurns, type TakeTurn } from './turns.js';

/** How long a wallet may take to answer requests that need no user. */
const PROMPT_ANSWER_TIMEOUT_MS = 10_000;

/**
 * How long the next request waits for the capabilities. The reference wallet answers `get_capabilities`
 * before it reads another message, so a request after it cannot meet its reply. It may hold that reply back
 * until another message arrives, though, and the user would see nothing meanwhile.
 */
const CAPABILITIES_TURN_MS = 1_000;

/**
 * Attests the page's origin with the data of a wallet's error -100. Returns the token for `attest_origin`.
 */
export type Attest = (data: unknown) => Promise<string>;

/** The tokens of a session, each with its chain if that is known. */
export type TokenChains = Map<string, ChainIdentifier | undefined>;

/**
 * Creates the wallet of an established session: each of its methods is one request of the session API. All
 * wallets of a session share `takeTurn`, so that only one request is outstanding, because two can stall the
 * reference wallet (docs/decisions.md).
 */
export function createSessionWallet(
  client: RpcClient,
  protocol: ProtocolVersion,
  attest?: Attest,
  tokenChains: TokenChains = new Map(),
  takeTurn: TakeTurn = createTurns(),
): MobileWallet {
  /**
   * Sends a request by `send` when it is its turn, and in the same turn once more if the wallet requires the
   * page's origin to be attested. One that would be too large waits for nothing.
   */
  const request = async (
    method: string,
    params: JsonObject,
    timeoutMs?: number,
    send = client.call,
  ): Promise<RpcOutcome> => {
    assertRequestFits(method, params, client.maxTextBytes);
    return takeTurn(async () => {
      const outcome = await send(method, params, timeoutMs);
      if (outcome.error?.code !== WALLET_RPC.ATTEST_ORIGIN_ANDROID || !attest) return outcome;
      const attest_origin = await attest(parseErrorData(outcome.error.data));
      return send(method, { ...params, attest_origin }, timeoutMs);
    });
  };

  const toError = (error: JsonRpcError, method: string, params: JsonObject): MobileWalletError => {
    const { payloads, auth_token } = params;
    const isFreshAuthorize = method === 'authorize' && auth_token === undefined;
    const count = Array.isArray(payloads) ? payloads.length : 0;
    return createRpcError(error, isFreshAuthorize, count, client.hasToken());
  };

  const call = async (method: string, params: JsonObject, timeoutMs?: number): Promise<unknown> => {
    const { error, result } = await request(method, params, timeoutMs);
    if (error) throw toError(error, method, params);
    return result;
  };

  const askCapabilities = async (): Promise<unknown> => {
    const method = 'get_capabilities';
    const { answer } = await takeTurn(async () => {
      const answer = client.call(method, {}, PROMPT_ANSWER_TIMEOUT_MS);
      await waitAtMost(CAPABILITIES_TURN_MS, answer);
      // In an object, because the turn would otherwise last until the answer.
      return { answer };
    });
    const { error, result } = await answer;
    if (error) throw toError(error, method, {});
    return result;
  };

  /**
   * Once the request may have been sent, only an error response that refuses it proves that nothing was
   * submitted.
   */
  const signAndSend = async (params: JsonObject, count: number): Promise<Uint8Array[]> => {
    const send: RpcClient['call'] = async (...args) => {
      client.assertOpen();
      try {
        return await client.call(...args);
      } catch (cause) {
        if (hasErrorCode(cause, 'PAYLOAD_TOO_LARGE')) throw cause;
        throw createSendError(cause, getUnknown(count));
      }
    };
    const { error, result } = await request(SEND, params, undefined, send);
    if (error) throw toSendError(toError(error, SEND, params), error, count);
    try {
      return decodeSignatures(result, count);
    } catch (cause) {
      throw createSendError(cause, readStates(result, count));
    }
  };

  const authorize = async (given: AuthorizeParams | undefined): Promise<AuthorizationResult> => {
    const params = copyAuthorizeParams(given);
    const { identity = {}, features, addresses, auth_token, sign_in_payload } = params;
    const chain = params.chain ?? params.cluster;
    const identifier = chain === undefined ? undefined : parseChainIdentifier(chain);
    // A token has its own chain, and wallets refuse it together with another chain, so a request with a token
    // gets no default chain.
    const requested = auth_token === undefined ? (identifier ?? DEFAULT_CHAIN) : identifier;
    if (auth_token !== undefined) assertText(auth_token, 'auth_token');
    // Members that are not set are left out, because some wallets read `null` as the text "null".
    const wireParams = {
      identity: parseWireIdentity(identity),
      ...(features && { features }),
      ...(addresses && { addresses }),
      auth_token,
      ...(sign_in_payload && { sign_in_payload: parseSignInRequest(params) }),
      ...(requested && (protocol === 'legacy' ? { cluster: getCluster(requested) } : { chain: requested })),
    };
    const isReauthorize = protocol === 'legacy' && auth_token !== undefined;
    const result = isReauthorize
      ? await call('reauthorize', { auth_token, identity: wireParams.identity })
      : await call('authorize', wireParams);
    const authorizedChain = requested ?? tokenChains.get(auth_token ?? '');
    const decodeSignIn = sign_in_payload && decodeSignInResult;
    const authorization = decodeAuthorizationResult(result, authorizedChain, decodeSignIn);
    tokenChains.set(authorization.auth_token, authorizedChain);
    return authorization;
  };

  return {
    authorize,
    async reauthorize(params) {
      const { auth_token } = parseObject(params, 'params');
      assertText(auth_token, 'auth_token');
      return authorize(params);
    },
    async deauthorize(params) {
      const { auth_token } = parseObject(params, 'params');
      assertText(auth_token, 'auth_token');
      await call('deauthorize', { auth_token }, PROMPT_ANSWER_TIMEOUT_MS);
      return {};
    },
    async getCapabilities() {
      return decodeCapabilities(await askCapabilities(), protocol === 'legacy');
    },
    async cloneAuthorization() {
      return { auth_token: decodeClonedToken(await call('clone_authorization', {})) };
    },
    async signAndSendTransactions(params) {
      const { transactions, ...options } = parseObject<SignAndSendParams<Uint8Array>>(params, 'params');
      const payloads = parseTransactions(transactions);
      return signAndSend(encodeSendParams(payloads, options), payloads.length);
    },
    async signTransactions(params) {
      const { transactions } = parseObject<{ transactions: readonly Uint8Array[] }>(params, 'params');
      const payloads = parseTransactions(transactions);
      const wireParams = encodePayloads(payloads);
      const signed = decodeSignedPayloads(await call(SIGN, wireParams), payloads.length);
      // The caller may have changed its bytes meanwhile, so take the bytes of the request.
      return signed.map((wire, index) =>
        restoreSignatures(() => decodeBase64(wireParams.payloads[index] as string), wire),
      );
    },
    async signMessages(params) {
      const given = parseObject<Parameters<MobileWallet['signMessages']>[0]>(params, 'params');
      const addresses = parseBase64Addresses(given.addresses);
      const payloads = parsePayloads(given.payloads, 'payloads');
      assertSignedMessagesFit(payloads, addresses.length, client.maxTextBytes);
      const result = await call('sign_messages', encodePayloads(payloads, addresses));
      return decodeSignedPayloads(result, payloads.length);
    },
  };
}

/**
 * Wraps a wallet so that `authorize` and `reauthorize` with a `sign_in_payload` always return a
 * `sign_in_result`: if the wallet returns none, as the reference wallet does beside an `auth_token`, the
 * sign-in text is signed as a message.
 */
export function withSignInFallback(wallet: MobileWallet): MobileWallet {
  const withSignIn =
    <TParams extends AuthorizeParams | undefined>(send: (params: TParams) => Promise<AuthorizationResult>) =>
    async (given: TParams): Promise<AuthorizationResult> => {
      const params = copyAuthorizeParams(given) as TParams & AuthorizeParams;
      if (!params.sign_in_payload) return send(params);
      const payload = parseSignInRequest(params);
      const authorization = await send({ ...params, sign_in_payload: payload });
      const signed = authorization.sign_in_result;
      if (signed && hasAskedResources(signed, payload)) return authorization;
      const sign_in_result = await signInByMessage(wallet, authorization, payload);
      return { ...authorization, sign_in_result };
    };
  return {
    ...wallet,
    authorize: withSignIn(wallet.authorize),
    reauthorize: withSignIn(wallet.reauthorize),
  };
}

/** The JSON of a response with `signed_payloads`, without what is in the array. */
const SIGNED_PAYLOADS_BYTES = 56;

/**
 * Throws `PAYLOAD_TOO_LARGE` for what the response cannot carry, which repeats the messages: the connection
 * would drop it after the user has approved.
 */
export function assertSignedMessagesFit(
  messages: readonly Uint8Array[],
  addressCount: number,
  maxBytes: number | undefined,
): void {
  if (maxBytes === undefined) return;
  // Base64, quotes and a comma.
  const sizes = messages.map(
    ({ length }) => Math.ceil((length + addressCount * SIGNATURE_LENGTH) / 3) * 4 + 3,
  );
  const bytes = sizes.reduce((sum, size) => sum + size, SIGNED_PAYLOADS_BYTES);
  assertSize(bytes, maxBytes, 'response');
}

/**
 * Checks the objects and lists in the parameters of `authorize`, and returns a deep copy, because the caller
 * may change them before they are sent.
 *
 * @throws `INVALID_ARGUMENT`
 */
export function copyAuthorizeParams(given: AuthorizeParams | undefined): AuthorizeParams {
  const params = parseObject<AuthorizeParams>(given, 'params');
  const { identity, sign_in_payload, features, addresses } = params;
  return {
    ...params,
    ...(identity !== undefined && { identity: copyObject(parseObject(identity, 'identity')) }),
    ...(sign_in_payload !== undefined && {
      sign_in_payload: copyObject(parseObject(sign_in_payload, 'sign_in_payload')),
    }),
    ...(isSet(features) && { features: parseTexts(features, 'features') }),
    ...(isSet(addresses) && { addresses: parseBase64Addresses(addresses) }),
  };
}
