import { createInvalidArgumentError } from '../errors.js';
import {
  assertBase64Addresses,
  assertPayloads,
  assertSendOptions,
  assertSignInPayload,
  assertText,
} from '../protocol/arguments.js';
import type { ProtocolVersion } from '../protocol/association.js';
import { DEFAULT_CHAIN, getChainIdentifier, getCluster } from '../protocol/chains.js';
import { getWireIdentity } from '../protocol/identity.js';
import type { JsonObject, JsonRpcError } from '../protocol/json-rpc.js';
import {
  decodeAuthorizationResult,
  decodeCapabilities,
  decodeClonedToken,
  decodeSignatures,
  decodeSignedPayloads,
  encodePayloads,
  encodeSendParams,
} from '../protocol/methods.js';
import { createRpcError, parseErrorData, WALLET_RPC } from '../protocol/rpc-errors.js';
import type {
  AuthorizationResult,
  Capabilities,
  Chain,
  Cluster,
  Identity,
  SendOptions,
  SignInPayload,
} from '../protocol/types.js';
import type { RpcClient } from '../session/rpc-client.js';

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
  /** Token of an earlier authorization on the same chain: the wallet need not ask the person again. */
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
  /** Signs wire transactions. @throws `USER_REJECTED`, `INVALID_PAYLOADS`, `TOO_MANY_PAYLOADS` */
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

/** Puts the operations of the session API on top of an established session. */
export function createMobileWallet(
  client: RpcClient,
  protocol: ProtocolVersion,
  attest?: Attest,
): MobileWallet {
  const call = async (
    method: string,
    params: JsonObject,
    { timeoutMs, isFreshAuthorize = false }: { timeoutMs?: number; isFreshAuthorize?: boolean } = {},
  ): Promise<unknown> => {
    let outcome = await client.call(method, params, timeoutMs);
    if (outcome.error?.code === WALLET_RPC.ATTEST_ORIGIN_ANDROID && attest) {
      const attest_origin = await attest(parseErrorData(outcome.error.data));
      outcome = await client.call(method, { ...params, attest_origin }, timeoutMs);
    }
    if (outcome.error) throw createRpcError(withoutToken(outcome.error, params), isFreshAuthorize);
    return outcome.result;
  };

  const authorize = async (params: AuthorizeParams = {}): Promise<AuthorizationResult> => {
    const chain = getChainIdentifier(params.chain ?? params.cluster ?? DEFAULT_CHAIN);
    const request = encodeAuthorizeParams(
      params,
      protocol === 'legacy' ? { cluster: getCluster(chain) } : { chain },
    );
    const isReauthorize = protocol === 'legacy' && params.auth_token !== undefined;
    const result = isReauthorize
      ? await call('reauthorize', pick(request, ['auth_token', 'identity']))
      : await call('authorize', request, { isFreshAuthorize: params.auth_token === undefined });
    return decodeAuthorizationResult(result, chain);
  };

  return {
    authorize,
    async reauthorize(params) {
      assertText(params.auth_token, 'auth_token');
      return authorize(params);
    },
    async deauthorize({ auth_token }) {
      assertText(auth_token, 'auth_token');
      await call('deauthorize', { auth_token }, { timeoutMs: PROMPT_ANSWER_TIMEOUT });
      return {};
    },
    async getCapabilities() {
      return decodeCapabilities(await call('get_capabilities', {}, { timeoutMs: PROMPT_ANSWER_TIMEOUT }));
    },
    async cloneAuthorization() {
      return { auth_token: decodeClonedToken(await call('clone_authorization', {})) };
    },
    async signAndSendTransactions({ transactions, ...options }) {
      assertPayloads(transactions, 'transactions');
      assertSendOptions(options);
      const result = await call('sign_and_send_transactions', encodeSendParams(transactions, options));
      return decodeSignatures(result, transactions.length);
    },
    async signTransactions({ transactions }) {
      assertPayloads(transactions, 'transactions');
      const result = await call('sign_transactions', encodePayloads(transactions));
      return decodeSignedPayloads(result, transactions.length);
    },
    async signMessages({ addresses, payloads }) {
      assertBase64Addresses(addresses);
      assertPayloads(payloads, 'payloads');
      const result = await call('sign_messages', encodePayloads(payloads, addresses));
      return decodeSignedPayloads(result, payloads.length);
    },
  };
}

/** Members that are not set are left out: some wallets read `null` as the text "null". */
function encodeAuthorizeParams(
  { identity = {}, features, addresses, auth_token, sign_in_payload }: AuthorizeParams,
  chain: JsonObject,
): JsonObject {
  if (features) assertFeatures(features);
  if (addresses) assertBase64Addresses(addresses);
  if (auth_token !== undefined) assertText(auth_token, 'auth_token');
  if (sign_in_payload) assertSignInPayload(sign_in_payload);
  return withoutUnset({
    identity: getWireIdentity(identity),
    ...chain,
    features,
    addresses,
    auth_token,
    sign_in_payload: sign_in_payload && withoutUnset(sign_in_payload),
  });
}

function assertFeatures(features: readonly string[]): void {
  if (!Array.isArray(features) || !features.every((feature) => typeof feature === 'string')) {
    throw createInvalidArgumentError('features', 'must be an array of feature identifiers');
  }
}

function withoutUnset(object: object): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null),
  );
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));
}

/** A wallet may quote a request in its message, and messages end up in logs. */
function withoutToken(error: JsonRpcError, { auth_token }: JsonObject): JsonRpcError {
  if (typeof auth_token !== 'string') return error;
  return { ...error, message: error.message.replaceAll(auth_token, '<auth_token>') };
}
