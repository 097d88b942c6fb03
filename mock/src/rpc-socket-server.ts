import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { handleJsonRpc, stringifyJson } from './json-rpc-server.js';
import type { LiteSvmChain } from './litesvm-chain.js';
import { watchConnection } from './watch-connection.js';

/** A listener for `upgrade` events of an HTTP server. */
export type UpgradeListener = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

const MESSAGE_LIMIT = 50 * 1024;
const SOCKET_LIMIT = 1_000;
/** A client that does not read what it subscribed to is dropped, before it takes this process's memory. */
const BACKLOG_LIMIT = 16 * 1024 * 1024;
const PING_INTERVAL = 45_000;

/**
 * Makes a listener that serves a chain's subscriptions (Solana's WebSocket JSON-RPC), the counterpart of
 * `createRpcHandler`: `server.on('upgrade', await createRpcUpgradeHandler(chain))`. It upgrades every request that it is
 * called with, whatever its path and `Origin`. Messages may have up to 50 KiB. Needs `ws`.
 *
 * Open sockets keep an HTTP server from closing: abort `signal` to close them.
 */
export async function createRpcUpgradeHandler(
  chain: Pick<LiteSvmChain, 'openSubscriptions'>,
  { signal }: Readonly<{ signal?: AbortSignal }> = {},
): Promise<UpgradeListener> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_LIMIT });
  const closeAll = (): void => {
    for (const socket of sockets.clients) socket.terminate();
  };
  signal?.addEventListener('abort', closeAll, { once: true });
  return (request, stream, head) => {
    if (signal?.aborted || sockets.clients.size >= SOCKET_LIMIT) return refuseUpgrade(stream, 503);
    sockets.handleUpgrade(request, stream, head, (socket) => serve(chain, socket));
  };
}

/** Answers an upgrade request with an error status. */
export function refuseUpgrade(stream: Duplex, status: number): void {
  // The client may have hung up meanwhile.
  stream.on('error', () => {});
  stream.end(
    `HTTP/1.1 ${status} WebSocket Upgrade Failure\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

function serve(chain: Pick<LiteSvmChain, 'openSubscriptions'>, socket: WebSocket): void {
  const send = (text: string): void => {
    if (socket.bufferedAmount > BACKLOG_LIMIT) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(text);
  };
  const subscriptions = chain.openSubscriptions((notification) => send(stringifyJson(notification)));
  socket.on('message', async (data: Buffer) => {
    const answer = await handleJsonRpc(subscriptions, data.toString());
    if (answer !== '') send(answer);
  });
  socket.once('close', subscriptions.close);
  // What went wrong shows as the close that follows.
  socket.on('error', () => {});
  watchConnection(socket, PING_INTERVAL);
}
