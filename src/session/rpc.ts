import { abortable, setDeadline } from '../abort.js';
import { MobileWalletError } from '../errors.js';
import {
  encodeJsonRpc,
  type JsonRpcError,
  type JsonRpcResponse,
  parseJsonRpcRequest,
  parseJsonRpcResponse,
  type RequestId,
} from '../protocol/json-rpc.js';
import { INTERNAL_ERROR } from '../protocol/rpc-codes.js';
import type { JsonObject } from '../protocol/types.js';
import { createSessionClosedError } from './channel.js';
import type { SecureChannel } from './secure-channel.js';

/** How a call ended on the wire. */
export type RpcOutcome = Readonly<
  { result: unknown; error?: never } | { result?: never; error: JsonRpcError }
>;

/** The asking end of a session. */
export type RpcClient = Readonly<{
  /** Throws what ended the session, if it has ended. A {@link RpcClient.call} made right after it may reach the wallet. */
  assertOpen(): void;
  /**
   * Sends a request and resolves with its answer, matched by id: answers may overtake each other.
   *
   * @throws `SESSION_TIMEOUT` after `timeoutMs`, if given; else whatever ended the session
   */
  call(method: string, params: JsonObject, timeoutMs?: number): Promise<RpcOutcome>;
  /** Ends the session; every pending call rejects with `reason`. */
  close(reason?: unknown): void;
  /** Resolves with the reason when the session has ended, whoever ended it. */
  closed: Promise<unknown>;
}>;

type Pending = Readonly<{ resolve: (outcome: RpcOutcome) => void; reject: (reason: unknown) => void }>;

/** Starts the one reader of an established session. */
export function createRpcClient(secure: SecureChannel): RpcClient {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let ended: { reason: unknown } | undefined;

  const settle = (response: JsonRpcResponse | undefined): void => {
    const id = response?.id;
    // The reference wallet may answer one id twice: an answer to a call that has settled is passed over.
    if (!response || !Number.isInteger(id) || typeof id !== 'number' || id < 1 || id > lastId) {
      throw new MobileWalletError('PROTOCOL_VIOLATION', 'The wallet sent an answer that answers no request');
    }
    pending.get(id)?.resolve(response);
    pending.delete(id);
  };

  const readAll = async (): Promise<unknown> => {
    try {
      for (;;) settle(parseJsonRpcResponse(await secure.read()));
    } catch (reason) {
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
      const id = ++lastId;
      let cancelTimeout = (): void => {};
      try {
        return await new Promise<RpcOutcome>((resolve, reject) => {
          pending.set(id, { resolve, reject });
          if (timeoutMs !== undefined) {
            cancelTimeout = setDeadline(timeoutMs, () => reject(createTimeoutError(method)));
          }
          secure.send(encodeJsonRpc({ id, method, params })).catch(reject);
        });
      } finally {
        cancelTimeout();
        pending.delete(id);
      }
    },
    close: (reason = createSessionClosedError()) => secure.close(reason),
    closed,
  };
}

/** Returns the client for calls that may have to end before the session: with `signal`, they reject with its reason. */
export function endClientWith(client: RpcClient, signal: AbortSignal): RpcClient {
  const assertOpen = (): void => {
    signal.throwIfAborted();
    client.assertOpen();
  };
  return {
    ...client,
    assertOpen,
    async call(...params) {
      assertOpen();
      return abortable(client.call(...params), signal);
    },
  };
}

function createTimeoutError(method: string): MobileWalletError<'SESSION_TIMEOUT'> {
  return new MobileWalletError('SESSION_TIMEOUT', `The wallet did not answer ${method} in time`);
}

/**
 * Answers one request of a dapp with `{ result }` or `{ error }`. A rejection is sent as JSON-RPC's internal error (-32603)
 * with the message of what was thrown, so throw nothing that the dapp must not read.
 *
 * @param signal aborts with the reason when the session ends, so that an approval on screen can be dismissed
 */
export type AnswerRequest = (
  method: string,
  params: JsonObject,
  signal: AbortSignal,
) => RpcOutcome | Promise<RpcOutcome>;

/**
 * Serves the wallet's end of a session: reads requests, gives each to `answer` at once, and sends what it resolves with.
 * Answers leave as they become ready, in any order. A message that is not a request is answered with a JSON-RPC error
 * (-32700, -32600 or -32602); the session goes on.
 *
 * @returns a promise that never rejects, and resolves with the reason when the session has ended, whoever ended it
 */
export async function serveRpc(secure: SecureChannel, answer: AnswerRequest): Promise<unknown> {
  const ended = new AbortController();

  const respond = async (text: string): Promise<void> => {
    const { id, error, method, params } = parseJsonRpcRequest(text);
    const response = error
      ? encodeJsonRpc({ id, error })
      : await encodeAnswer(id, async () => answer(method, params, ended.signal));
    await secure.send(response);
  };

  try {
    for (;;) {
      // Only sending can fail here, which ends the session: the next read rejects with the same reason.
      respond(await secure.read()).catch(() => {});
    }
  } catch (reason) {
    ended.abort(reason);
    return reason;
  }
}

async function encodeAnswer(id: RequestId, answer: () => Promise<RpcOutcome>): Promise<string> {
  try {
    const { error, result } = await answer();
    // JSON has no `undefined`, and a response without a result is malformed.
    return encodeJsonRpc(error ? { id, error } : { id, result: result ?? null });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return encodeJsonRpc({ id, error: { code: INTERNAL_ERROR, message } });
  }
}
