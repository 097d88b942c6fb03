import { type WebSocket, WebSocketServer } from 'ws';
import { handleJsonRpc, MESSAGE_LIMIT, stringifyJson } from './json-rpc-server.js';
import type { LiteSvmChain } from './litesvm-chain.js';
import {
  PING_INTERVAL_MS,
  refuseUpgrade,
  terminateWhenSilent,
  type UpgradeListener,
} from './web-socket-server.js';

const SOCKET_LIMIT = 1_000;
/** In bytes. A client that does not read its notifications is dropped before they use up this process's memory. */
const BACKLOG_LIMIT = 16 * 1024 * 1024;

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
  return acceptSockets((socket) => serve(chain, socket), signal);
}

/** Creates a listener that upgrades every request and passes the socket on. Closes all sockets when `signal` aborts. */
export function acceptSockets(accept: (socket: WebSocket) => void, signal?: AbortSignal): UpgradeListener {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_LIMIT });
  const closeAll = (): void => {
    for (const socket of sockets.clients) socket.terminate();
  };
  signal?.addEventListener('abort', closeAll, { once: true });
  return (request, stream, head) => {
    if (signal?.aborted || sockets.clients.size >= SOCKET_LIMIT) return refuseUpgrade(stream, 503);
    sockets.handleUpgrade(request, stream, head, accept);
  };
}

/** Sends a text over an open socket. Drops a socket whose other end does not read. */
export function sendText(socket: WebSocket, text: string): void {
  if (socket.bufferedAmount > BACKLOG_LIMIT) socket.terminate();
  else if (socket.readyState === socket.OPEN) socket.send(text);
}

function serve(chain: Pick<LiteSvmChain, 'openSubscriptions'>, socket: WebSocket): void {
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
}
