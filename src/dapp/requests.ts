import { assertFits, getSignedMessagesSize } from '../connection/message-size.js';
import type { RpcClient } from '../connection/rpc.js';
import type { ProtocolVersion } from '../protocol/association.js';
import { DEFAULT_CHAIN } from '../protocol/chains.js';
import { parseWireIdentity } from '../protocol/identity.js';
import {
  decodeAuthorizationResult,
  decodeCapabilities,
  decodeClonedToken,
  decodeSignedPayloads,
  encodePayloads,
  encodeSendParams,
  getCluster,
  SEND,
  SIGN,
} from '../protocol/methods.js';
import { decodeSignInResult } from '../protocol/sign-in-text.js';
import type {
  AuthorizationResult,
  Capabilities,
  ChainIdentifier,
  Identity,
  SendOptions,
} from '../protocol/types.js';
import {
  getWire,
  readTransaction,
  restoreSignatures,
  type WireTransaction,
} from '../protocol/wire-transaction.js';
import { MobileWalletError } from '../util/errors.js';
import type { Attest } from './attestation.js';
import { assertSigned } from './authorized-signers.js';
import { CAPABILITIES, CLONE, createExchange, type Request } from './exchange.js';
import { getList, getSignatures, toSendError } from './send-answer.js';
import { createSendError, getUnknown } from './sent.js';
import { createSessionState } from './session-state.js';
import type { SignInRequest, SignMessages } from './sign-in-message.js';
import { createSignatureReader } from './signature-list.js';

/**
 * The requests of a session, as the session API has them. Their parameters have been checked, and nobody
 * changes them. Only one request is outstanding at a time, because two can stall the reference wallet
 * (docs/decisions.md). Those that sign or send reject with `NOT_AUTHORIZED`, without an `rpcCode`, if it is
 * known when their turn comes that the session is not authorized.
 *
 * If `signal` aborts, the call rejects with its reason, and the session goes on. A request that has not been
 * sent then never is, and those behind it still wait for the one that runs. One that has been sent gives up
 * its turn, although the wallet app may still answer it. Then the next may be sent beside it, unless it is
 * `getCapabilities` or `cloneAuthorization`: these first wait up to 10 s for the answers to all that was
 * aborted.
 */
export type Requests = Readonly<{
  authorize(params: AuthorizeRequest, signal?: AbortSignal): Promise<AuthorizationResult>;
  /** Makes a token invalid. */
  deauthorize(token: string, signal?: AbortSignal): Promise<void>;
  getCapabilities(signal?: AbortSignal): Promise<Capabilities>;
  /** Resolves with a second token for the session's authorization. */
  cloneAuthorization(signal?: AbortSignal): Promise<string>;
  /** Resolves with the signatures. Rejects with the error of a send once it may have been sent. */
  signAndSendTransactions(
    transactions: readonly WireTransaction[],
    options: SendOptions,
    signal?: AbortSignal,
  ): Promise<Uint8Array[]>;
  /** Resolves with the signed transactions, which keep the signatures that they had. */
  signTransactions(
    transactions: readonly WireTransaction[],
    signal?: AbortSignal,
  ): Promise<readonly WireTransaction[]>;
  /** Resolves with each message and its signatures, one for each of the base64 `addresses`. */
  signMessages: SignMessages;
}>;

/** The checked parameters of `authorize`. All of them are optional. */
export type AuthorizeRequest = Readonly<{
  chain?: ChainIdentifier | undefined;
  identity?: Identity | undefined;
  features?: readonly string[] | undefined;
  /** Base64 addresses of accounts. */
  addresses?: readonly string[] | undefined;
  auth_token?: string | undefined;
  sign_in_payload?: SignInRequest | undefined;
}>;

/** How long a wallet may take to answer requests that need no user. */
const PROMPT_ANSWER_TIMEOUT_MS = 10_000;

/** What a session makes its requests by. */
type Means = Readonly<{
  client: RpcClient;
  protocol: ProtocolVersion;
  attest?: Attest | undefined;
  sessionSignal?: AbortSignal | undefined;
}>;

/** Creates the {@link Requests} of a session. None is made after `sessionSignal` has aborted. */
export function createRequests({ protocol, ...means }: Means): Requests {
  /** The tokens of the session, each with its chain if that is known. */
  const tokenChains = new Map<string, ChainIdentifier | undefined>();
  const state = createSessionState();
  const expectSignatures = createSignatureReader();
  const { exchangeInTurn, call, callBriefly, toError } = createExchange({ ...means, state });

  return {
    async authorize(params, signal) {
      const { auth_token, features, addresses, sign_in_payload } = params;
      const identity = parseWireIdentity(params.identity ?? {});
      // A token has its own chain, and wallets refuse it together with another chain, so a request with a
      // token gets no default chain.
      const chain = auth_token === undefined ? (params.chain ?? DEFAULT_CHAIN) : params.chain;
      const isReauthorize = protocol === 'legacy' && auth_token !== undefined;
      const tokenChain = tokenChains.get(auth_token ?? '');
      // `reauthorize` names no chain, so the wallet app would authorize the token's own.
      if (isReauthorize && chain && tokenChain && chain !== tokenChain) {
        throw new MobileWalletError('NOT_AUTHORIZED', 'The token was issued for another chain');
      }
      const named = chain && (protocol === 'legacy' ? { cluster: getCluster(chain) } : { chain });
      const renewal = { identity, auth_token };
      // Those that are not set are left out, because some wallets read `null` as the text "null".
      const request = isReauthorize
        ? { method: 'reauthorize', params: renewal }
        : { method: 'authorize', params: { ...renewal, features, addresses, sign_in_payload, ...named } };
      return call({ ...request, signal, onLeave: state.noteAuthorizing }, (result) => {
        const authorizedChain = chain ?? tokenChain;
        const decodeSignIn = sign_in_payload && decodeSignInResult;
        const authorization = decodeAuthorizationResult(result, authorizedChain, decodeSignIn);
        tokenChains.set(authorization.auth_token, authorizedChain);
        state.noteAuthorized(authorization);
        return authorization;
      });
    },

    deauthorize: (auth_token, signal) =>
      call(
        {
          method: 'deauthorize',
          params: { auth_token },
          timeoutMs: PROMPT_ANSWER_TIMEOUT_MS,
          signal,
          onLeave: () => state.noteDeauthorizing(auth_token),
        },
        () => state.noteDeauthorized(auth_token),
      ),

    getCapabilities: (signal) =>
      callBriefly(
        { method: CAPABILITIES, params: {}, timeoutMs: PROMPT_ANSWER_TIMEOUT_MS, signal },
        (result) => decodeCapabilities(result, protocol === 'legacy'),
      ),

    cloneAuthorization: (signal) => call({ method: CLONE, params: {}, signal }, decodeClonedToken),

    async signAndSendTransactions(transactions, options, signal) {
      const count = transactions.length;
      const params = encodeSendParams(transactions.map(getWire), options);
      // Once the request may have left, few responses prove that nothing was submitted.
      const toLossError = (cause: unknown) => createSendError(cause, getUnknown(count));
      const assertPossible = () => assertSigned(transactions, state.getAddresses());
      const request: Request = { method: SEND, params, signal, assertPossible, toLossError };
      const readSignatures = expectSignatures(transactions);
      const reply = await exchangeInTurn(request, (response) => response);
      const entries = await readSignatures(getList(reply), state.getAddresses());
      const { error, tookMs } = reply;
      if (error) throw toSendError(toError(error, request, tookMs), error.code, entries);
      return getSignatures(entries);
    },

    async signTransactions(transactions, signal) {
      const params = encodePayloads(transactions.map(getWire));
      const payloads = await call({ method: SIGN, params, signal }, (result) =>
        decodeSignedPayloads(result, transactions.length),
      );
      const signed = payloads.map(readTransaction);
      for (const [index, asked] of transactions.entries()) {
        restoreSignatures(asked, signed[index] as WireTransaction);
      }
      return signed;
    },

    async signMessages(addresses, messages, signal) {
      assertFits(getSignedMessagesSize(messages, addresses.length), means.client.maxTextBytes);
      const params = encodePayloads(messages, addresses);
      return call({ method: 'sign_messages', params, signal }, (result) =>
        decodeSignedPayloads(result, messages.length),
      );
    },
  };
}
