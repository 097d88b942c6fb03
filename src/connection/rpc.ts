import {
  encodeJsonRpc,
  JSON_RPC_CODES,
  type JsonRpcResponse,
  type ParsedJsonRpcRequest,
  parseJsonRpcRequest,
  parseJsonRpcResponse,
  type RpcOutcome,
} from '../protocol/json-rpc.js';
import { setDeadline } from '../util/abort.js';
import { MobileWalletError } from '../util/errors.js';
import { hasErrorCode } from '../util/find-error.js';
import type { JsonObject } from '../util/json-object.js';
import { createSessionClosedError, createViolationError } from './channel.js';
import { assertFits, getTextSize } from './message-size.js';
import type { SecureChannel } from './secure-channel.js';

/** The end of a session that sends requests: the dapp's. */
export type RpcClient = Readonly<{
  /** Throws the reason if the session has ended. */
  assertOpen(): void;
  /**
   * Sends a request at once and resolves with its response. Responses may arrive in any order. Await each
   * response before the next request, as the sessions of a dapp do: the protocol allows several at a time,
   * but they can stall the reference Android wallet
   * (https://github.com/mobile-wallet-standard/mobile-wallet-standard/blob/main/docs/decisions.md#sessions).
   *
   * @throws `SESSION_TIMEOUT` after `timeoutMs`, if given; `PAYLOAD_TOO_LARGE` if the request does not fit,
   * which is then not sent; the reason if the session ends first
   */
  call(method: string, params: JsonObject, timeoutMs?: number): Promise<RpcOutcome>;
  /** Ends the session. Every pending call rejects with `reason`, by default `SESSION_CLOSED`. */
  close(reason?: unknown): void;
  /** Resolves with the reason when the session has ended, at either end. */
  closed: Promise<unknown>;
  /**
   * Whether the session has sent or received an auth token, which any text of the wallet may quote from then
   * on.
   */
  hasToken(): boolean;
  /**
   * The longest request or response that the connection carries, in bytes of JSON; absent if there is no
   * known limit.
   */
  maxTextBytes?: number | undefined;
}>;

type Pending = Readonly<{
  method: string;
  resolve: (outcome: RpcOutcome) => void;
  reject: (reason: unknown) => void;
}>;

/**
 * Creates the client of an established session. It reads every message of `secure`, so nothing else may read
 * from it.
 *
 * @param hasStoredToken whether the dapp has a token besides those of this session
 * @param explainEnd returns the reason that calls reject with when the session has ended by `error`, while
 * calls of the methods `pending` were pending, over a connection with this `maxTextBytes`.
 * It is not asked once the wallet has authorized, because its answers then arrive
 */
export function createRpcClient(
  secure: SecureChannel,
  hasStoredToken?: () => boolean,
  explainEnd?: (error: unknown, pending: readonly string[], maxTextBytes?: number) => unknown,
): RpcClient {
  const pending = new Map<number, Pending>();
  let hasSentToken = false;
  let hasAuthorized = false;
  const hasToken = (): boolean => hasSentToken || hasAuthorized || hasStoredToken?.() === true;
  let lastId = 0;
  let ended: { reason: unknown } | undefined;

  const settle = (response: JsonRpcResponse | undefined): void => {
    const id = response?.id as number;
    // The reference wallet sometimes sends two responses with one id, so a response for a call that has
    // settled is ignored.
    if (!response || !Number.isInteger(id) || id < 1 || id > lastId) {
      throw createViolationError('The wallet sent a response with an unknown request id');
    }
    // Any other result may have brought a token, even if it is refused or nobody waits for it.
    if (!response.error && pending.get(id)?.method !== 'get_capabilities') hasAuthorized = true;
    pending.get(id)?.resolve(response);
    pending.delete(id);
  };

  const readAll = async (): Promise<unknown> => {
    try {
      for (;;) settle(parseJsonRpcResponse(await secure.read()));
    } catch (error) {
      const methods = [...pending.values()].map(({ method }) => method);
      const explained = (!hasAuthorized && explainEnd?.(error, methods, secure.maxTextBytes)) || error;
      const reason = hasToken() ? withoutCloseReason(explained) : explained;
      ended = { reason };
      secure.close(reason);
      for (const { reject } of pending.values()) reject(reason);
      pending.clear();
      return reason;
    }
  };
  const closed = readAll();

  const assertOpen = (): void => {
    if (ended) throw ended.reason;
  };

  return {
    assertOpen,
    async call(method, params, timeoutMs) {
      assertOpen();
      const text = encodeJsonRpc({ id: lastId + 1, method, params });
      assertFits(getTextSize(text, 'request'), secure.maxTextBytes);
      hasSentToken ||= params['auth_token'] !== undefined;
      const id = ++lastId;
      const answered = new Promise<RpcOutcome>((resolve, reject) => {
        pending.set(id, { method, resolve, reject });
      });
      const message = `The wallet did not answer ${method} in time`;
      const expire = (): void => pending.get(id)?.reject(new MobileWalletError('SESSION_TIMEOUT', message));
      const cancelTimeout = timeoutMs === undefined ? undefined : setDeadline(timeoutMs, expire);
      // A failure to send ends the session, and `readAll` rejects with the reason.
      secure.send(text).catch(() => {});
      return answered.finally(() => {
        cancelTimeout?.();
        pending.delete(id);
      });
    },
    close: (reason = createSessionClosedError()) => secure.close(reason),
    closed,
    hasToken,
    maxTextBytes: secure.maxTextBytes,
  };
}

/**
 * Empties an error's close reason, which the other end wrote. It stays a text, because its absence says that
 * no socket was closed.
 */
export function withoutCloseReason(error: unknown): unknown {
  if (!hasErrorCode(error, 'SESSION_CLOSED') || !error.context.closeReason) return error;
  return createSessionClosedError(error.message, { ...error.context, closeReason: '' });
}

/**
 * Returns the response to a dapp's request. If it throws, the dapp receives the error -32603 with the message
 * of the thrown error, which must therefore not contain secrets.
 *
 * @param signal aborts when the session ends, so that a wallet can dismiss its approval dialog
 */
export type AnswerRequest = (
  method: string,
  params: JsonObject,
  signal: AbortSignal,
) => RpcOutcome | Promise<RpcOutcome>;

/**
 * Serves the wallet's end of a session: calls `answer` for each request as soon as it arrives, and sends each
 * response as soon as it is ready. Answers a message that is not a request with an error (-32700, -32600 or
 * -32602), and a request whose response would not fit with -32603, after which the session goes on.
 *
 * @returns the reason when the session has ended, at either end; never rejects
 */
export async function serveRpc(secure: SecureChannel, answer: AnswerRequest): Promise<unknown> {
  const ended = new AbortController();

  const encodeResponse = async ({ id, error, method, params }: ParsedJsonRpcRequest): Promise<string> => {
    if (error) return encodeJsonRpc({ id, error });
    try {
      // JSON has no `undefined`, and a response without `result` would be malformed.
      const { error: refusal, result = null } = await answer(method, params, ended.signal);
      const text = encodeJsonRpc(refusal ? { id, error: refusal } : { id, result });
      assertFits(getTextSize(text, 'response'), secure.maxTextBytes);
      return text;
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      return encodeJsonRpc({ id, error: { code: JSON_RPC_CODES.INTERNAL_ERROR, message } });
    }
  };
  const respond = async (text: string): Promise<void> =>
    secure.send(await encodeResponse(parseJsonRpcRequest(text)));

  try {
    for (;;) {
      // Only sending can fail here. That ends the session, so the next read rejects with the same reason.
      respond(await secure.read()).catch(() => {});
    }
  } catch (reason) {
    ended.abort(reason);
    return reason;
  }
}
