import {
  encodeJsonRpc,
  JSON_RPC,
  type JsonObject,
  type JsonRpcError,
  parseJsonRpcRequest,
} from '../protocol/json-rpc.js';
import type { SecureChannel } from './secure-channel.js';

/** Answers one request; may take as long as a person needs. */
export type RpcHandler = (
  method: string,
  params: JsonObject,
) => Promise<Readonly<{ result: unknown } | { error: JsonRpcError }> | 'no answer'>;

/**
 * Serves a session until it ends: requests are handled side by side and each answer leaves when it is ready.
 * Never rejects; resolves with the reason for the end.
 */
export async function serveRpc(secure: SecureChannel, handle: RpcHandler): Promise<unknown> {
  const answer = async (text: string): Promise<void> => {
    const request = parseJsonRpcRequest(text);
    if (!request) {
      const error = { code: JSON_RPC.INVALID_REQUEST, message: 'Not a JSON-RPC 2.0 request' };
      return secure.send(encodeJsonRpc({ id: null, error }));
    }
    const outcome = await handle(request.method, request.params);
    if (outcome !== 'no answer') await secure.send(encodeJsonRpc({ id: request.id, ...outcome }));
  };
  for (;;) {
    try {
      // An answer that can no longer be sent has nobody waiting for it.
      answer(await secure.read()).catch(secure.close);
    } catch (reason) {
      return reason;
    }
  }
}
