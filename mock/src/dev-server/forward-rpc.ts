import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebSocket } from 'ws';
import { acceptSockets, sendText } from '../accept-sockets.js';
import { createRedaction, getFetchFailure, hasRpcError, postToCluster } from '../cluster-url.js';
import { HttpError, readPostedJson, send, sendError } from '../http.js';
import { MESSAGE_LIMIT } from '../json-rpc.js';
import type { UpgradeListener } from '../upgrade-listener.js';

/** Without a limit, nobody would notice that a client has left, because it is paused until the cluster has answered. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/**
 * Creates a request listener that forwards JSON-RPC to the cluster at `url`. Unlike Vite's proxy, it accepts only
 * JSON, and its responses do not contain the URL, which may include the developer's API key.
 */
export function forwardRpc(url: string): (request: IncomingMessage, response: ServerResponse) => void {
  const redact = createRedaction(url);
  return (request, response) => {
    forward(url, request, response, redact).catch((error: unknown) => {
      if (error instanceof HttpError) sendError(response, error);
      else send(response, 502, `The cluster cannot be reached${getFetchFailure(error)}\n`);
    });
  };
}

/**
 * Creates a listener for upgrades that connects each client to the subscriptions of the cluster whose RPC is at
 * `url`. Its messages to the client do not contain the URL either.
 */
export function forwardRpcSockets(url: string, signal: AbortSignal): UpgradeListener {
  const target = getWebSocketUrl(url);
  const redact = createRedaction(url);
  return acceptSockets(
    (client) => connect(client, new WebSocket(target, { handshakeTimeout: HANDSHAKE_TIMEOUT_MS }), redact),
    signal,
  );
}

/** Returns the WebSocket URL of a cluster. If the RPC's URL names a port, its subscriptions are at the next port. */
export function getWebSocketUrl(url: string): string {
  const target = new URL(url);
  target.protocol = target.protocol === 'https:' ? 'wss:' : 'ws:';
  // `WebSocket` throws for a URL with a fragment.
  target.hash = '';
  if (target.port !== '') target.port = String(Number(target.port) + 1);
  return target.href;
}

async function forward(
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  redact: (text: string) => string,
): Promise<void> {
  const body = Uint8Array.from(await readPostedJson(request, MESSAGE_LIMIT));
  const answer = await postToCluster(url, body);
  const text = await answer.text();
  // Error pages often repeat the path of the request, and JSON-RPC errors the key.
  const isPlain = answer.ok && !hasRpcError(text);
  send(response, answer.status, isPlain ? text : redact(text), {
    'Content-Type': answer.headers.get('content-type') ?? 'application/json',
  });
}

function connect(client: WebSocket, cluster: WebSocket, redact: (text: string) => string): void {
  // Do not read the client's messages before they can be forwarded.
  client.pause();
  cluster.once('open', () => client.resume());
  pipe(client, cluster, (text) => text);
  pipe(cluster, client, (text) => (hasRpcError(text) ? redact(text) : text));
}

/** Forwards messages, and the close. Solana's messages are text. */
function pipe(from: WebSocket, to: WebSocket, change: (text: string) => string): void {
  from.on('message', (data: Buffer) => sendText(to, change(data.toString())));
  from.once('close', () => {
    // A paused socket would not receive the other side's close frame.
    to.resume();
    if (to.readyState === to.CONNECTING) to.terminate();
    else to.close();
  });
  // Ignore errors, because a `close` event follows each of them.
  from.on('error', () => {});
}
