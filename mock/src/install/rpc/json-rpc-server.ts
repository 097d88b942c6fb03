import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebSocket } from 'ws';
import { createPassOn, readIds } from '../../chain/cluster-answer.js';
import { getFetchFailure, postToCluster } from '../../chain/cluster-request.js';
import { handleJsonRpc, MESSAGE_LIMIT, type RpcChain, stringifyJson } from '../../chain/json-rpc.js';
import type { LiteSvmChain } from '../../chain/litesvm-chain.js';
import { HttpError, readPostedJson, send, sendError, type UpgradeListener } from '../../sockets/http.js';
import { acceptSockets, sendText, terminateWhenSilent } from '../../sockets/web-socket-server.js';

const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
const METHODS = 'POST, OPTIONS';
/**
 * Without a limit, nobody would notice that a client has left, because it is paused until the cluster has
 * answered.
 */
const HANDSHAKE_TIMEOUT_MS = 10_000;
/**
 * The most requests of a socket whose ids are remembered. The cluster answers earlier ones, if it answers at
 * all.
 */
const ASKED_LIMIT = 1_000;

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
      else {
        const status = chain.getRpcSettings?.().httpStatus ?? 200;
        send(response, status, answer, { 'Content-Type': 'application/json; charset=utf-8' });
      }
    } catch (error) {
      sendError(response, error, METHODS);
    }
  };
}

/**
 * Creates a listener that serves a chain's subscriptions (Solana's WebSocket JSON-RPC), the counterpart of
 * `createRpcHandler`: `server.on('upgrade', await createRpcUpgradeHandler(chain))`. It upgrades every
 * request, whatever its path and `Origin`. Messages may have up to 50 KiB.
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
    terminateWhenSilent(socket);
  }, signal);
}

/**
 * Forwards JSON-RPC to the cluster at `url`. Unlike Vite's proxy, it takes only JSON, and passes on nothing
 * with the URL's API key.
 */
export function forwardRpc(url: string): (request: IncomingMessage, response: ServerResponse) => void {
  const passOn = createPassOn(url);
  return async (request, response) => {
    try {
      const body = await readPostedJson(request, MESSAGE_LIMIT);
      const answer = await postToCluster(url, body);
      const text = passOn(await answer.text(), new Set(readIds(body)));
      if (text !== undefined) send(response, answer.status, text, { 'Content-Type': 'application/json' });
      // An error page, which often repeats the path of the request.
      else
        send(response, answer.ok ? 502 : answer.status, `The cluster answered with HTTP ${answer.status}\n`);
    } catch (error) {
      if (error instanceof HttpError) sendError(response, error);
      else send(response, 502, `The cluster cannot be reached${getFetchFailure(error)}\n`);
    }
  };
}

/**
 * Connects each client to the subscriptions of the cluster whose RPC is at `url`, and passes on no API key
 * either.
 */
export function forwardRpcSockets(url: string, signal: AbortSignal): UpgradeListener {
  const target = getWebSocketUrl(url);
  const passOn = createPassOn(url);
  return acceptSockets((client) => {
    const cluster = new WebSocket(target, { handshakeTimeout: HANDSHAKE_TIMEOUT_MS });
    const asked = new Set<unknown>();
    // Do not read the client's messages before they can be forwarded.
    client.pause();
    cluster.once('open', () => client.resume());
    pipe(client, cluster, (text) => {
      if (asked.size > ASKED_LIMIT) asked.clear();
      for (const id of readIds(text)) asked.add(id);
      return text;
    });
    pipe(cluster, client, (text) => passOn(text, asked));
  }, signal);
}

/**
 * Returns the WebSocket URL of a cluster. If the RPC's URL names a port, its subscriptions are at the next
 * port.
 */
export function getWebSocketUrl(url: string): string {
  const target = new URL(url);
  target.protocol = target.protocol === 'https:' ? 'wss:' : 'ws:';
  // `WebSocket` throws for a URL with a fragment.
  target.hash = '';
  if (target.port !== '') target.port = String(Number(target.port) + 1);
  return target.href;
}

/** Forwards what `change` returns for each message, and the close. Solana's messages are text. */
function pipe(from: WebSocket, to: WebSocket, change: (text: string) => string | undefined): void {
  from.on('message', (data: Buffer) => {
    const text = change(data.toString());
    if (text !== undefined) sendText(to, text);
  });
  from.once('close', () => {
    // A paused socket would not receive the other side's close frame.
    to.resume();
    if (to.readyState === to.CONNECTING) to.terminate();
    else to.close();
  });
  // Ignore errors, because a `close` event follows each of them.
  from.on('error', () => {});
}
