import type { WebSocket } from 'ws';

/** Pings a socket every `interval` milliseconds; drops it when a ping is due and the last one was not answered. */
export function watchConnection(socket: WebSocket, interval: number): void {
  let isAnswered = true;
  socket.on('pong', () => {
    isAnswered = true;
  });
  const timer = setInterval(() => {
    if (!isAnswered) return socket.terminate();
    isAnswered = false;
    socket.ping();
  }, interval);
  socket.once('close', () => clearInterval(timer));
}
