import type { IncomingMessage, ServerResponse } from 'node:http';
import { handleJsonRpc, MESSAGE_LIMIT, type RpcChain } from '../../chain/json-rpc.js';
import { readPostedJson, send, sendError } from '../../sockets/http.js';

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
const METHODS = 'POST, OPTIONS';

/**
 * Creates a request listener that serves a chain's JSON-RPC by POST, to pages of any origin; for
 * `http.createServer` and for a middleware, under any path. Bodies may have up to 50 KiB.
 */
export function createRpcHandler(
  chain: RpcChain,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method !== 'OPTIONS') {
      answerPost(chain, request, response).catch((error: unknown) => sendError(response, error, METHODS));
      return;
    }
    // Clients add headers of their own (kit: `solana-client`), and `*` does not include `Authorization`.
    const requested = request.headers['access-control-request-headers'];
    send(response, 204, '', {
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': requested ?? '*',
      'Access-Control-Max-Age': `${PREFLIGHT_MAX_AGE_SECONDS}`,
    });
  };
}

async function answerPost(
  chain: RpcChain,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readPostedJson(request, MESSAGE_LIMIT);
  const answered = await handleJsonRpc(chain, body.toString('utf8'));
  if (answered === '') send(response, 204);
  else send(response, 200, answered, { 'Content-Type': 'application/json; charset=utf-8' });
}
