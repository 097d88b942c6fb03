import type { Capacity } from '../connection/capacity.js';
import type { RpcClient } from '../connection/rpc.js';
import type { ProtocolVersion } from '../protocol/association.js';
import { DEFAULT_CHAIN } from '../protocol/chains.js';
import { parseWireIdentity } from '../protocol/identity.js';
import type { RpcOutcome } from '../protocol/json-rpc.js';
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
import { createRpcError } from '../protocol/rpc-errors.js';
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
import { startClock, waitAtMost } from '../util/abort.js';
import { abortable } from '../util/abortable.js';
import { MobileWalletError } from '../util/errors.js';
import { hasErrorCode } from '../util/find-error.js';
import type { JsonObject } from '../util/json-object.js';
import { type Attest, sendAttested } from './attestation.js';
import { assertSigned } from './authorized-signers.js';
import { getList, getSignatures, toSendError } from './send-answer.js';
import { createSendError, getUnknown } from './sent.js';
import { createSessionState } from './session-state.js';
import type { SignInRequest } from './sign-in-message.js';
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
  signMessages(
    addresses: readonly string[],
    messages: readonly Uint8Array[],
    signal?: AbortSignal,
  ): Promise<Uint8Array[]>;
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

type Request = Readonly<{
  method: string;
  params: JsonObject;
  timeoutMs?: number | undefined;
  signal: AbortSignal | undefined;
  /** Called just before the request leaves. */
  onLeave?: (() => void) | undefined;
  /** Throws if it need not be asked of the wallet. It is called when it is the request's turn. */
  assertPossible?: (() => void) | undefined;
  /** Creates the error for a request that may have left, but whose response does not come. */
  toLossError?: ((cause: unknown) => unknown) | undefined;
}>;

const CAPABILITIES = 'get_capabilities';
const CLONE = 'clone_authorization';

/** The requests that need an authorization which was granted in the session. */
const PRIVILEGED: readonly string[] = [SEND, SIGN, 'sign_messages'];

/** A response, and how long it took since the request left. */
type Reply = RpcOutcome & Readonly<{ tookMs: number }>;

/** How long a wallet may take to answer requests that need no user. */
const PROMPT_ANSWER_TIMEOUT_MS = 10_000;

/**
 * How long the next request waits for the capabilities. The reference wallet answers `get_capabilities`
 * before it reads another message, so a request after it cannot meet its reply. It may hold that reply back
 * until another message arrives, though, and the user would see nothing meanwhile.
 */
const CAPABILITIES_TURN_MS = 1_000;

/**
 * How long `get_capabilities` and `clone_authorization` wait for the answers to requests whose callers have
 * aborted them: the user may leave such a request alone in the wallet app.
 */
const ABORTED_ANSWER_MS = 10_000;

/** Creates the {@link Requests} of a session. None is made after `sessionSignal` has aborted. */
export function createRequests({
  client,
  protocol,
  capacity,
  attest,
  sessionSignal,
}: Readonly<{
  client: RpcClient;
  protocol: ProtocolVersion;
  capacity?: Capacity | undefined;
  attest?: Attest | undefined;
  sessionSignal?: AbortSignal | undefined;
}>): Requests {
  const takeTurn = createTurns(sessionSignal);
  /** The tokens of the session, each with its chain if that is known. */
  const tokenChains = new Map<string, ChainIdentifier | undefined>();
  const state = createSessionState();
  const readSignatures = createSignatureReader();
  /** The requests that have no answer yet, also those whose callers have aborted them. */
  const unanswered = new Set<Promise<unknown>>();

  /** Sends a request at once, and resolves with its response. */
  const exchange = async ({
    method,
    params,
    timeoutMs,
    signal,
    onLeave,
    toLossError = (cause) => cause,
  }: Request): Promise<Reply> => {
    signal?.throwIfAborted();
    client.assertOpen();
    onLeave?.();
    const getTookMs = startClock();
    const answer = client.call(method, params, timeoutMs);
    // Nothing that is sent after `get_capabilities` can meet its reply.
    if (method !== CAPABILITIES) {
      unanswered.add(answer);
      const forget = (): void => void unanswered.delete(answer);
      answer.then(forget, forget);
    }
    try {
      return { ...(await abortable(answer, signal)), tookMs: getTookMs() };
    } catch (cause) {
      // This one has not left.
      if (hasErrorCode(cause, 'PAYLOAD_TOO_LARGE')) throw cause;
      throw toLossError(cause);
    }
  };

  /** Waits, in the turn of a request that needs no user, for what was sent before and has been aborted. */
  const waitForAborted = (signal: AbortSignal | undefined): Promise<unknown> =>
    waitAtMost(ABORTED_ANSWER_MS, Promise.allSettled(unanswered), signal);

  /**
   * Makes a request when it is its turn, attests the page's origin in the same turn if the wallet requires
   * it, and reads the response before the next turn. A request that would be too large waits for nothing, and
   * one that needs an authorization is not made if the session is known to have none.
   */
  const exchangeInTurn = async <T>(request: Request, read: (reply: Reply) => T): Promise<T> => {
    const { method, params, signal } = request;
    capacity?.assertRequestFits(method, params);
    const send = (attested: object): Promise<Reply> =>
      exchange({ ...request, params: { ...params, ...attested } });
    return takeTurn(async () => {
      if (PRIVILEGED.includes(method) && state.isAuthorized() === false) {
        throw new MobileWalletError(
          'NOT_AUTHORIZED',
          'The session is not authorized: call `authorize` first',
        );
      }
      request.assertPossible?.();
      if (method === CLONE) await waitForAborted(signal);
      return read(await sendAttested(send, attest, signal));
    }, signal);
  };

  /** Creates the error for an error response. */
  const toError = (
    error: NonNullable<RpcOutcome['error']>,
    { method, params }: Request,
    tookMs?: number,
  ): MobileWalletError => {
    const { payloads, auth_token } = params;
    const isFreshAuthorize = method === 'authorize' && auth_token === undefined;
    const count = Array.isArray(payloads) ? payloads.length : 0;
    return createRpcError(error, isFreshAuthorize, count, client.hasToken(), tookMs);
  };

  /** Makes a request when it is its turn, and resolves with its result, which `decode` reads. */
  const call = <T>(request: Request, decode: (result: unknown) => T): Promise<T> =>
    exchangeInTurn(request, ({ error, result, tookMs }) => {
      if (error) throw toError(error, request, tookMs);
      return decode(result);
    });

  return {
    async authorize(params, signal) {
      const { auth_token, features, addresses, sign_in_payload } = params;
      const identity = parseWireIdentity(params.identity ?? {});
      // A token has its own chain, and wallets refuse it together with another chain, so a request with a
      // token gets no default chain.
      const chain = auth_token === undefined ? (params.chain ?? DEFAULT_CHAIN) : params.chain;
      const isReauthorize = protocol === 'legacy' && auth_token !== undefined;
      const named = chain && (protocol === 'legacy' ? { cluster: getCluster(chain) } : { chain });
      const onLeave = state.noteAuthorizing;
      const request: Request = isReauthorize
        ? { method: 'reauthorize', params: { auth_token, identity }, signal, onLeave }
        : {
            method: 'authorize',
            // Those that are not set are left out, because some wallets read `null` as the text "null".
            params: { identity, features, addresses, auth_token, sign_in_payload, ...named },
            signal,
            onLeave,
          };
      return call(request, (result) => {
        const authorizedChain = chain ?? tokenChains.get(auth_token ?? '');
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

    async getCapabilities(signal) {
      const timeoutMs = PROMPT_ANSWER_TIMEOUT_MS;
      const request: Request = { method: CAPABILITIES, params: {}, timeoutMs, signal };
      const { answer } = await takeTurn(async () => {
        await waitForAborted(signal);
        const answer = exchange(request);
        await waitAtMost(CAPABILITIES_TURN_MS, answer);
        // In an object, because the turn would otherwise last until the answer.
        return { answer };
      }, signal);
      const { error, result } = await answer;
      if (error) throw toError(error, request);
      return decodeCapabilities(result, protocol === 'legacy');
    },

    cloneAuthorization: (signal) => call({ method: CLONE, params: {}, signal }, decodeClonedToken),

    async signAndSendTransactions(transactions, options, signal) {
      const count = transactions.length;
      const params = encodeSendParams(transactions.map(getWire), options);
      // Once the request may have left, few responses prove that nothing was submitted.
      const toLossError = (cause: unknown) => createSendError(cause, getUnknown(count));
      const assertPossible = () => assertSigned(transactions, state.getAddresses());
      const request: Request = { method: SEND, params, signal, assertPossible, toLossError };
      const reply = await exchangeInTurn(request, (response) => response);
      const entries = await readSignatures(getList(reply), transactions, state.getAddresses());
      const { error, tookMs } = reply;
      if (error) throw toSendError(toError(error, request, tookMs), error.code, entries, tookMs);
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
      capacity?.assertSignedMessagesFit(messages, addresses.length);
      const params = encodePayloads(messages, addresses);
      return call({ method: 'sign_messages', params, signal }, (result) =>
        decodeSignedPayloads(result, messages.length),
      );
    },
  };
}

/**
 * Runs `work` after all work that was passed before. If `signal` aborts, only the wait for that earlier work
 * ends, and `work` is not run.
 */
export type TakeTurn = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Creates a {@link TakeTurn}. No work begins after `workSignal` has aborted. */
export function createTurns(workSignal?: AbortSignal): TakeTurn {
  let lastWork: Promise<void> = Promise.resolve();
  return (work, signal) => {
    const before = lastWork;
    const result = abortable(before, signal).then(() => {
      workSignal?.throwIfAborted();
      return work();
    });
    // Without the outcomes, because each would hold those of all turns before it.
    lastWork = Promise.allSettled([before, result]).then(() => {});
    return result;
  };
}
