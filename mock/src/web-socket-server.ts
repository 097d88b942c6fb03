import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** A listener for `upgrade` events of an HTTP server. */
export type UpgradeListener = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

/** The default time between pings. */
export const PING_INTERVAL_MS = 45_000;

/** Answers an upgrade request with an error status. */
export function refuseUpgrade(stream: Duplex, status: number): void {
  // Without a listener, a client that has hung up would end this process.
  stream.on('error', () => {});
  stream.end(
    `HTTP/1.1 ${status} WebSocket Upgrade Failure\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

/** Pings a socket every `intervalMs`, and drops it when the next ping is due before the last one was answered. */
export function terminateWhenSilent(socket: WebSocket, intervalMs: number): void {
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
