import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket as NodeWebSocket, WebSocketServer } from 'ws';

/** A server in a reflector's place that does only what a test tells it to. */
export type PlayedReflector = Readonly<{
  host: string;
  /** Resolves with the next connection, and the path that it asked for. */
  accept(): Promise<Readonly<{ socket: NodeWebSocket; path: string | undefined }>>;
  close(): void;
}>;

/**
 * Creates a {@link PlayedReflector}, which calls `greet` with each connection and picks a subprotocol, or
 * none.
 */
export async function playReflector(
  greet: (socket: NodeWebSocket) => void = () => {},
  subprotocol: string | false = 'com.solana.mobilewalletadapter.v1',
): Promise<PlayedReflector> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => subprotocol });
  await once(server, 'listening');
  server.on('connection', (socket) => {
    socket.on('error', () => {});
    greet(socket);
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async accept() {
      const [socket, request] = await once(server, 'connection');
      return { socket, path: request.url };
    },
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}
