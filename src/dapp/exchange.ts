import { assertFits, getRequestSize } from '../connection/message-size.js';
import type { RpcClient } from '../connection/rpc.js';
import type { RpcOutcome } from '../protocol/json-rpc.js';
import { SEND, SIGN } from '../protocol/methods.js';
import { createRpcError } from '../protocol/rpc-errors.js';
import { startClock, waitAtMost } from '../util/abort.js';
import { abortable } from '../util/abortable.js';
import { MobileWalletError } from '../util/errors.js';
import { hasErrorCode } from '../util/find-error.js';
import type { JsonObject } from '../util/json-object.js';
import { createTurns } from '../util/turns.js';
import { type Attest, sendAttested } from './attestation.js';
import type { createSessionState } from './session-state.js';

/** One message to the wallet app. */
export type Request = Readonly<{
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

/** A response, and how long it took since the request left. */
export type Reply = RpcOutcome & Readonly<{ tookMs: number }>;

/** Makes requests, one at a time. */
export type Exchange = Readonly<{
  /**
   * Makes a request when it is its turn, attests the page's origin in the same turn if the wallet requires
   * it, and reads the response before the next turn. A request that would be too large waits for nothing, and
   * one that needs an authorization is not made if the session is known to have none.
   */
  exchangeInTurn<T>(request: Request, read: (reply: Reply) => T): Promise<T>;
  /** Makes a request when it is its turn, and resolves with its result, which `decode` reads. */
  call<T>(request: Request, decode: (result: unknown) => T): Promise<T>;
  /** The same for `get_capabilities`, behind which the next request waits for a second at most. */
  callBriefly<T>(request: Request, decode: (result: unknown) => T): Promise<T>;
  /** Creates the error for an error response. */
  toError(error: NonNullable<RpcOutcome['error']>, request: Request, tookMs?: number): MobileWalletError;
}>;

/** Leaves room for the next request soon: see {@link Exchange.callBriefly}. */
export const CAPABILITIES = 'get_capabilities';
/** Waits in its turn for what was sent before and has been aborted. */
export const CLONE = 'clone_authorization';
/** The requests that need an authorization which was granted in the session. */
const PRIVILEGED: readonly string[] = [SEND, SIGN, 'sign_messages'];

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

/** The session in which requests are made. */
type Carrier = Readonly<{
  client: RpcClient;
  attest?: Attest | undefined;
  sessionSignal?: AbortSignal | undefined;
  state: Pick<ReturnType<typeof createSessionState>, 'isAuthorized'>;
}>;

/** Creates the {@link Exchange} of a session. None is begun after `sessionSignal` has aborted. */
export function createExchange({ client, attest, sessionSignal, state }: Carrier): Exchange {
  const takeTurn = createTurns(sessionSignal);
  /** The requests that have no answer yet, also those whose callers have aborted them. */
  const unanswered = new Set<Promise<unknown>>();

  /** Sends a request at once, and resolves with its response. */
  const exchange = async (request: Request): Promise<Reply> => {
    const { method, params, timeoutMs, signal, onLeave, toLossError } = request;
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
      // One that is too large has not left.
      const hasLeft = !hasErrorCode(cause, 'PAYLOAD_TOO_LARGE');
      throw hasLeft && toLossError ? toLossError(cause) : cause;
    }
  };

  /** Waits, in the turn of a request that needs no user, for what was sent before and has been aborted. */
  const waitForAborted = (signal: AbortSignal | undefined): Promise<unknown> =>
    waitAtMost(ABORTED_ANSWER_MS, Promise.allSettled(unanswered), signal);

  const exchangeInTurn = async <T>(request: Request, read: (reply: Reply) => T): Promise<T> => {
    const { method, params, signal } = request;
    assertFits(getRequestSize(method, params), client.maxTextBytes);
    const send = (attested: object): Promise<Reply> =>
      exchange({ ...request, params: { ...params, ...attested } });
    return takeTurn(async () => {
      if (PRIVILEGED.includes(method) && state.isAuthorized() === false) {
        const message = 'The session is not authorized: call `authorize` first';
        throw new MobileWalletError('NOT_AUTHORIZED', message);
      }
      request.assertPossible?.();
      if (method === CLONE) await waitForAborted(signal);
      return read(await sendAttested(send, attest, signal));
    }, signal);
  };

  const toError: Exchange['toError'] = (error, { method, params }, tookMs) => {
    const { payloads, auth_token } = params;
    const isFreshAuthorize = method === 'authorize' && auth_token === undefined;
    const count = Array.isArray(payloads) ? payloads.length : 0;
    return createRpcError(error, isFreshAuthorize, count, client.hasToken(), tookMs);
  };

  return {
    exchangeInTurn,
    call: (request, decode) =>
      exchangeInTurn(request, ({ error, result, tookMs }) => {
        if (error) throw toError(error, request, tookMs);
        return decode(result);
      }),
    async callBriefly(request, decode) {
      const { answer } = await takeTurn(async () => {
        await waitForAborted(request.signal);
        const answer = exchange(request);
        await waitAtMost(CAPABILITIES_TURN_MS, answer);
        // In an object, because the turn would otherwise last until the answer.
        return { answer };
      }, request.signal);
      const { error, result } = await answer;
      if (error) throw toError(error, request);
      return decode(result);
    },
    toError,
  };
}
