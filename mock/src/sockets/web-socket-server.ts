import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { MESSAGE_LIMIT } from '../chain/json-rpc.js';
import { GOING_AWAY, PING_INTERVAL_MS } from '../wallet/reference-server.js';
import type { UpgradeListener } from './http.js';

const CLOSE_TIMEOUT_MS = 1_000;
const SOCKET_LIMIT = 1_000;
/**
 * In bytes. A client that does not read its notifications is dropped before they use up this process's
 * memory.
 */
const BACKLOG_LIMIT = 16 * 1024 * 1024;

/** Resolves once the server listens; rejects with the system's error, such as `EADDRINUSE`. */
export async function listenOn(server: Server, port: number, host: string): Promise<void> {
  await once(server.listen(port, host), 'listening');
}

/** Whether the client offers the subprotocol. */
export function offersSubprotocol({ headers }: IncomingMessage, subprotocol: string): boolean {
  const offered = headers['sec-websocket-protocol'] ?? '';
  return offered.split(',').some((name) => name.trim() === subprotocol);
}

/** Answers an upgrade request with an error status. */
export function refuseUpgrade(stream: Duplex, status: number): void {
  // Without a listener, a client that has hung up would end this process.
  stream.on('error', () => {});
  stream.end(
    `HTTP/1.1 ${status} WebSocket Upgrade Failure\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

/** Pings a socket every `intervalMs`, and drops it if it has not answered by the time of the next ping. */
export function terminateWhenSilent(socket: WebSocket, intervalMs = PING_INTERVAL_MS): void {
  let isAnswered = true;
  socket.on('pong', () => {
    isAnswered = true;
  });
  const timer = setInterval(() => {
    if (!isAnswered) return socket.terminate();
    isAnswered = false;
    socket.ping();
  }, intervalMs);
  socket.once('close', () => clearInterval(timer));
}

/** Resolves once a socket is closed. */
export function waitForClose(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.CLOSED) resolve();
    else socket.once('close', () => resolve());
  });
}

/** Closes a socket cleanly, and drops it when the client does not answer within a second. */
export function closeSocket(socket: WebSocket, reason = '', code = GOING_AWAY): void {
  if (socket.readyState === socket.CLOSED) return;
  const timer = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.close(code, reason);
}

/**
 * Creates a listener that upgrades every request and passes the socket on. Closes all sockets when `signal`
 * aborts.
 */
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
