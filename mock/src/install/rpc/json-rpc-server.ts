import type { IncomingMessage, ServerResponse } from 'node:http';
import { handleJsonRpc, MESSAGE_LIMIT, type RpcChain, stringifyJson } from '../../chain/json-rpc.js';
import type { LiteSvmChain } from '../../chain/litesvm-chain.js';
import { readPostedJson, send, sendError, type UpgradeListener } from '../../sockets/http.js';
import {
  acceptSockets,
  PING_INTERVAL_MS,
  sendText,
  terminateWhenSilent,
} from '../../sockets/web-socket-server.js';

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
const METHODS = 'POST, OPTIONS';

/**
 * Creates a request listener that serves a chain's JSON-RPC by POST, to pages of any origin; for
 * `http.createServer` and for a middleware, under any path. Bodies may have up to 50 KiB.
 */
export function createRpcHandler(
  chain: RpcChain,
): (request: IncomingMessage, response: ServerResponse) => void {
  return async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.method === 'OPTIONS') {
      return send(response, 204, '', {
        'Access-Control-Allow-Methods': METHODS,
        // Clients add headers of their own (kit: `solana-client`), and `*` does not include `Authorization`.
        'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
        'Access-Control-Max-Age': `${PREFLIGHT_MAX_AGE_SECONDS}`,
      });
    }
    try {
      const answer = await handleJsonRpc(chain, await readPostedJson(request, MESSAGE_LIMIT));
      if (answer === '') send(response, 204);
      else send(response, 200, answer, { 'Content-Type': 'application/json; charset=utf-8' });
    } catch (error) {
      sendError(response, error, METHODS);
    }
  };
}

/**
 * Creates a listener that serves a chain's subscriptions (Solana's WebSocket JSON-RPC), the counterpart of
 * `createRpcHandler`: `server.on('upgrade', await createRpcUpgradeHandler(chain))`. It upgrades every request, whatever
 * its path and `Origin`. Messages may have up to 50 KiB.
 *
 * Open sockets keep an HTTP server from closing. Abort `signal` to close them.
 */
export async function createRpcUpgradeHandler(
  chain: Pick<LiteSvmChain, 'openSubscriptions'>,
  { signal }: Readonly<{ signal?: AbortSignal }> = {},
): Promise<UpgradeListener> {
  return acceptSockets((socket) => {
    const subscriptions = chain.openSubscriptions((notification) =>
      sendText(socket, stringifyJson(notification)),
    );
    socket.on('message', async (data: Buffer) => {
      const answer = await handleJsonRpc(subscriptions, data.toString());
      if (answer !== '') sendText(socket, answer);
    });
    socket.once('close', subscriptions.close);
    // Ignore errors, because a `close` event follows each of them.
    socket.on('error', () => {});
    terminateWhenSilent(socket, PING_INTERVAL_MS);
  }, signal);
}
