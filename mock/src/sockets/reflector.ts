import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { encodeBase64, encodeReflectorId, SUBPROTOCOLS } from 'mobile-wallet-standard/endpoint';
import { type WebSocket, WebSocketServer } from 'ws';
import type { UpgradeListener } from './http.js';
import {
  closeSocket,
  listenOn,
  offersSubprotocol,
  refuseUpgrade,
  terminateWhenSilent,
  waitForClose,
} from './web-socket-server.js';

/** How a reflector behaves; times are milliseconds. */
export type ReflectorOptions = Readonly<{
  /** How long a connection may wait for its counterpart; 30,000 by default. */
  halfOpenTimeout?: number;
  /** How long a pair may last; 90,000 by default. */
  pairTimeout?: number;
  /** The most bytes of a frame; 4,096 by default. */
  maxFrame?: number;
  /** What a larger frame does: it closes its connection with 1009, by default, or it is dropped. */
  largerFrame?: 'close' | 'drop';
  /**
   * Time between pings; a connection is dropped when it has not answered one before the next. 45,000 by
   * default.
   */
  pingInterval?: number;
  /**
   * Whether frames are binary, by default, or text of base64. A client that does not offer that is refused
   * with 400.
   */
  subprotocol?: 'binary' | 'base64';
  /** Whether a client may connect; by default all may. Others are refused with 403. */
  isAllowed?: (request: IncomingMessage) => boolean;
}>;

/** What a reflector holds now, and how many bytes it has passed on. */
export type ReflectorStats = Readonly<{
  /** The connections that wait for their counterpart. */
  halfOpen: number;
  /** The pairs that are connected. */
  pairs: number;
  /** The bytes passed on since the start. */
  bytes: number;
}>;

/** A reflector at an HTTP server. */
export type AttachedReflector = Readonly<{
  /** Returns what the reflector holds now. */
  getStats(): ReflectorStats;
  /** Closes all connections and takes no more; resolves when they are closed. */
  close(): Promise<void>;
}>;

/** A reflector with a server of its own. */
export type Reflector = AttachedReflector &
  Readonly<{
    /** Its address and port, as a dapp's `remote.host`. */
    host: string;
    /** Its port. */
    port: number;
  }>;

/** What a reflector needs of an HTTP or HTTPS server. */
export type UpgradeServer = Readonly<{
  /** Calls `listener` for each request to open a WebSocket. */
  on(event: 'upgrade', listener: UpgradeListener): unknown;
  /** Removes a listener. */
  off(event: 'upgrade', listener: UpgradeListener): unknown;
}>;

/** A connection that waits, or a pair of connections. */
type Reflection = {
  readonly dapp: WebSocket;
  wallet?: WebSocket;
  timer: ReturnType<typeof setTimeout>;
};

const PATH = '/reflect';
const APP_PING = new Uint8Array();
/** The largest frame that is dropped and does not close its connection, so that no frame fills the memory. */
const MAX_DROPPED_FRAME = 1_048_576;
/** In bytes. A pair is closed when one end does not read, before the other fills this process's memory. */
const BACKLOG_LIMIT = 1_048_576;
const POLICY_VIOLATION = 1008;

/**
 * Creates a reflector for development and tests, on a port of its own (Mobile Wallet Adapter 2.0, "Reflector
 * protocol"). Resolves once it listens. It has no limit of connections, so it is not for the public.
 *
 * @param options.host the address to listen on, by default 127.0.0.1
 * @param options.port by default any free port
 * @param options.tls a certificate and its private key (PEM), without which only this machine's dapps and
 * wallets connect
 */
export async function createReflector(
  options: ReflectorOptions &
    Readonly<{
      host?: string;
      port?: number;
      tls?: Readonly<{ cert: string | Buffer; key: string | Buffer }>;
    }> = {},
): Promise<Reflector> {
  const { host = '127.0.0.1', tls } = options;
  const server = tls ? createTlsServer(tls) : createServer();
  server.on('request', (_request, response) => response.writeHead(426).end());
  const { getStats, close } = attachReflector(server, options);
  server.on('upgrade', (request, stream) => {
    if (!isForReflector(request)) refuseUpgrade(stream, 404);
  });
  await listenOn(server, options.port ?? 0, host);
  const { port } = server.address() as AddressInfo;
  return {
    host: `${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    getStats,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await Promise.all([close(), closed]);
    },
  };
}

/**
 * Serves a reflector at `/reflect` of an HTTP or HTTPS server. Upgrades of other paths are left to the
 * server's other listeners.
 */
export function attachReflector(server: UpgradeServer, options: ReflectorOptions = {}): AttachedReflector {
  const { pairTimeout = 90_000, maxFrame = 4_096, largerFrame = 'close' } = options;
  const isText = options.subprotocol === 'base64';
  const subprotocol = SUBPROTOCOLS[isText ? 1 : 0] ?? '';
  const reflections = new Map<string, Reflection>();
  const webSockets = new WebSocketServer({
    noServer: true,
    handleProtocols: () => subprotocol,
    maxPayload: largerFrame === 'drop' ? MAX_DROPPED_FRAME : maxFrame,
  });
  let bytes = 0;

  const end = (id: string, reason: string): void => {
    const reflection = reflections.get(id);
    if (!reflection) return;
    reflections.delete(id);
    clearTimeout(reflection.timer);
    closeSocket(reflection.dapp, reason);
    if (reflection.wallet) closeSocket(reflection.wallet, reason);
  };
  const endAfter = (ms: number, id: string, reason: string) => setTimeout(() => end(id, reason), ms);
  const reflect = (from: WebSocket, id: string, reflection: Reflection): void => {
    from.on('message', (data: Buffer, isBinary) => {
      const to = from === reflection.dapp ? reflection.wallet : reflection.dapp;
      if (!to || data.length > maxFrame) return;
      if (to.bufferedAmount > BACKLOG_LIMIT) return end(id, 'The counterpart does not read');
      bytes += data.length;
      to.send(data, { binary: isBinary });
    });
    from.once('close', () => end(id, 'The counterpart has left'));
  };
  const open = (socket: WebSocket): void => {
    const { halfOpenTimeout = 30_000 } = options;
    const bytesOfId = randomBytes(16);
    const id = bytesOfId.toString('base64url');
    const timer = endAfter(halfOpenTimeout, id, 'No counterpart has come');
    const reflection: Reflection = { dapp: socket, timer };
    reflections.set(id, reflection);
    reflect(socket, id, reflection);
    const message = encodeReflectorId(bytesOfId);
    socket.send(isText ? encodeBase64(message) : message);
  };
  const join = (socket: WebSocket, id: string): void => {
    const reflection = reflections.get(id);
    if (!reflection || reflection.wallet) {
      const reason = reflection ? 'The pair of this id is complete' : 'Nobody waits with this id';
      return void closeSocket(socket, reason, POLICY_VIOLATION);
    }
    clearTimeout(reflection.timer);
    reflection.timer = endAfter(pairTimeout, id, 'The time of this pair is over');
    reflection.wallet = socket;
    reflect(socket, id, reflection);
    for (const each of [reflection.dapp, socket]) each.send(APP_PING, { binary: !isText });
  };
  const upgrade: UpgradeListener = (request, stream, head) => {
    if (!isForReflector(request)) return;
    if (options.isAllowed?.(request) === false) return refuseUpgrade(stream, 403);
    if (!offersSubprotocol(request, subprotocol)) return refuseUpgrade(stream, 400);
    const id = new URLSearchParams(request.url?.slice(PATH.length)).get('id');
    webSockets.handleUpgrade(request, stream, head, (socket) => {
      // The `close` event that follows an error is enough.
      socket.on('error', () => {});
      terminateWhenSilent(socket, options.pingInterval);
      if (id === null) open(socket);
      else join(socket, Buffer.from(id, 'base64url').toString('base64url'));
    });
  };
  server.on('upgrade', upgrade);

  return {
    getStats() {
      const pairs = [...reflections.values()].filter(({ wallet }) => wallet).length;
      return { halfOpen: reflections.size - pairs, pairs, bytes };
    },
    async close() {
      server.off('upgrade', upgrade);
      const sockets = [...webSockets.clients];
      for (const id of [...reflections.keys()]) end(id, 'The reflector closes');
      for (const socket of sockets) closeSocket(socket);
      await Promise.all(sockets.map(waitForClose));
    },
  };
}

/** Whether an upgrade request is for a reflector. */
export function isForReflector({ url = '' }: IncomingMessage): boolean {
  return url.split('?', 1)[0] === PATH;
}
