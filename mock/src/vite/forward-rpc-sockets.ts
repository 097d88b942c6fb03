import { WebSocket, WebSocketServer } from 'ws';
import { createRedaction, hasRpcError } from '../cluster-url.js';
import type { UpgradeListener } from '../rpc-socket-server.js';

const MESSAGE_LIMIT = 50 * 1024;
const BACKLOG_LIMIT = 16 * 1024 * 1024;
/** A client is not read until the cluster has answered, so that nothing else would tell that it has gone. */
const HANDSHAKE_TIMEOUT = 10_000;

/**
 * Creates a listener for upgrades that connects each client with the subscriptions of the cluster whose RPC is at `url`.
 * The client is not told the cluster's URL, because it may have the developer's API key in it.
 */
export function forwardRpcSockets(url: string, signal: AbortSignal): UpgradeListener {
  const target = getWebSocketUrl(url);
  const redact = createRedaction(url);
  const clients = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_LIMIT });
  const closeAll = (): void => {
    for (const client of clients.clients) client.terminate();
  };
  signal.addEventListener('abort', closeAll, { once: true });
  return (request, stream, head) =>
    clients.handleUpgrade(request, stream, head, (client) =>
      connect(client, new WebSocket(target, { handshakeTimeout: HANDSHAKE_TIMEOUT }), redact),
    );
}

/** Returns where a cluster has its subscriptions: an RPC at a port of its own has them at the next one. */
export function getWebSocketUrl(url: string): string {
  const target = new URL(url);
  target.protocol = target.protocol === 'https:' ? 'wss:' : 'ws:';
  // `WebSocket` throws for a URL with a fragment.
  target.hash = '';
  if (target.port !== '') target.port = String(Number(target.port) + 1);
  return target.href;
}

function connect(client: WebSocket, cluster: WebSocket, redact: (text: string) => string): void {
  // The client is not read before the cluster is there to hear it.
  client.pause();
  cluster.once('open', () => client.resume());
  pipe(client, cluster, (text) => text);
  pipe(cluster, client, (text) => (hasRpcError(text) ? redact(text) : text));
}

/** Hands messages on; Solana's are texts. */
function pipe(from: WebSocket, to: WebSocket, change: (text: string) => string): void {
  from.on('message', (data: Buffer) => {
    if (to.bufferedAmount > BACKLOG_LIMIT) to.terminate();
    else if (to.readyState === to.OPEN) to.send(change(data.toString()));
  });
  from.once('close', () => {
    // A socket that is not read does not get the answer to its closing.
    to.resume();
    if (to.readyState === to.CONNECTING) to.terminate();
    else to.close();
  });
  // What went wrong shows as the close that follows.
  from.on('error', () => {});
}
