import { type WebSocket, WebSocketServer } from 'ws';
import { MESSAGE_LIMIT } from '../../chain/json-rpc.js';
import type { UpgradeListener } from '../../sockets/http.js';
import { refuseUpgrade } from '../../sockets/web-socket-server.js';

const SOCKET_LIMIT = 1_000;
/** In bytes. A client that does not read its notifications is dropped before they use up this process's memory. */
const BACKLOG_LIMIT = 16 * 1024 * 1024;

/** Creates a listener that upgrades every request and passes the socket on. Closes all sockets when `signal` aborts. */
export function acceptSockets(accept: (socket: WebSocket) => void, signal?: AbortSignal): UpgradeListener {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_LIMIT });
  signal?.addEventListener('abort', () => {
    for (const socket of sockets.clients) socket.terminate();
  });
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
