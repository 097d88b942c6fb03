import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

// Both are CommonJS, and their copies must be the same for all.
const require = createRequire(import.meta.url);
const { NostrRelay } = require('@nostr-relay/core') as typeof import('@nostr-relay/core');
const { EventRepository, LogLevel } = require('@nostr-relay/common') as typeof import('@nostr-relay/common');

/** A Nostr relay that runs in this process. */
type RunningRelay = Readonly<{
  /** Its host and port, as an association URI names it. */
  host: string;
  /** The connections that are open now. */
  sockets: ReadonlySet<WebSocket>;
  /** What clients sent, in order. */
  received: readonly (readonly unknown[])[];
  /** Closes all connections and stops listening. */
  close(): Promise<void>;
}>;

/** Stores nothing, because a relay does not store the events of a session. */
class EmptyRepository extends EventRepository {
  override isSearchSupported() {
    return false;
  }
  override upsert() {
    return { isDuplicate: false };
  }
  override find() {
    return [];
  }
  override async destroy() {}
}

/**
 * Starts a real Nostr relay on a free port of this machine, or on `port`. It sends AUTH to each client that
 * connects, as many relays do.
 */
export async function startNostrRelay(port = 0): Promise<RunningRelay> {
  const relay = new NostrRelay(new EmptyRepository(), { hostname: 'localhost', logLevel: LogLevel.ERROR });
  const server = new WebSocketServer({ port, host: '127.0.0.1' });
  const sockets = new Set<WebSocket>();
  const received: (readonly unknown[])[] = [];
  server.on('connection', (socket) => {
    sockets.add(socket);
    relay.handleConnection(socket);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      received.push(message);
      void relay.handleMessage(socket, message);
    });
    socket.on('close', () => {
      sockets.delete(socket);
      relay.handleDisconnect(socket);
    });
  });
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    received,
    async close() {
      for (const socket of sockets) socket.terminate();
      server.close();
      await once(server, 'close');
      await relay.destroy();
    },
  };
}
