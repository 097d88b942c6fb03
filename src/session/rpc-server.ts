import type { JsonObject } from '../protocol/json.js';
import { encodeJsonRpc, parseJsonRpcRequest, type RequestId } from '../protocol/json-rpc.js';
import { JSON_RPC } from '../protocol/rpc-codes.js';
import type { RpcOutcome } from './rpc-client.js';
import type { SecureChannel } from './secure-channel.js';

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
    return encodeJsonRpc({ id, error: { code: JSON_RPC.INTERNAL_ERROR, message } });
  }
}
