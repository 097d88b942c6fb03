import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { createInvalidArgumentError, delay, parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { type WebSocket, WebSocketServer } from 'ws';
import { findConnectionFault } from './faults/fault.js';
import type { MockWallet } from './mock-wallet.js';
import { createSocketChannel } from './socket-channel.js';
import { watchConnection } from './watch-connection.js';

/** How the mock wallet's app behaves around a session; times are milliseconds. */
export type OpenAssociationOptions = Readonly<{
  /** Closes the association when it aborts. */
  signal?: AbortSignal;
  /** How long the app takes to start before it listens; 0 by default. */
  readyDelay?: number;
  /** How long it listens without a session before it gives up; 10,000 by default. */
  listenTimeout?: number;
  /** Time between pings; a socket that has not answered one when the next is due is dropped. 45,000 by default. */
  pingInterval?: number;
  /**
   * Goes on listening after the session until `listenTimeout`, as the reference library does where the app does not
   * close it; by default it stops with the last socket.
   */
  keepsListening?: boolean;
}>;

/** An association that the mock wallet serves. */
export type OpenAssociation = Readonly<{
  /** Resolves when it no longer listens and all its sockets are closed. */
  ended: Promise<void>;
  /** Closes sockets and server as a person does who leaves the wallet app; resolves with `ended`. */
  close(): Promise<void>;
}>;

/** The reference library speaks this one only. */
const SUBPROTOCOL = 'com.solana.mobilewalletadapter.v1';
/** What `localhost` stands for. */
const HOSTS = ['127.0.0.1', '::1'] as const;
const LISTEN_TIMEOUT = 10_000;
const PING_INTERVAL = 45_000;

/**
 * Handles an association URI as the phone's system and the wallet app do: listens on
 * `ws://localhost:<port>/solana-wallet`, serves the session, stops listening. Resolves once it listens. Needs Node
 * and `ws`.
 *
 * It listens on 127.0.0.1, or on ::1 where the port is taken there: every connection of any program on this machine
 * takes one, also for a while after its end.
 *
 * @throws `INVALID_ARGUMENT` for a URI that is not a local association; the system's error when the port is taken
 *   on both; the signal's reason
 */
export async function openAssociation(
  wallet: MockWallet,
  uri: string,
  options: OpenAssociationOptions = {},
): Promise<OpenAssociation> {
  const request = parseAssociationUri(uri);
  if (request.association.type !== 'local') {
    throw createInvalidArgumentError('uri', 'must be a local association URI');
  }
  const { signal = new AbortController().signal, readyDelay = 0 } = options;
  if (readyDelay > 0) await delay(readyDelay, signal);
  signal.throwIfAborted();

  const sockets = new Set<WebSocket>();
  let isDone = false;
  // A plain request does no harm, and gets no CORS headers. The reference library answers 404, which Chromium would
  // print in red in the dapp's console at every visit.
  const server = createServer((_request, response) => response.writeHead(204).end());
  const webSockets = new WebSocketServer({
    noServer: true,
    handleProtocols: () => {
      const fault = findConnectionFault(wallet.getFaults());
      return typeof fault === 'object' && 'subprotocol' in fault ? fault.subprotocol || false : SUBPROTOCOL;
    },
  });
  await listen(server, request.association.port);

  const ended = new Promise<void>((resolve) => server.once('close', resolve));
  const close = (): Promise<void> => {
    for (const socket of sockets) dismiss(socket);
    stop();
    return ended;
  };
  const stop = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', close);
    server.close();
    server.emit('stop');
    server.closeAllConnections();
  };
  const timer = setTimeout(() => {
    isDone = true;
    if (sockets.size === 0) stop();
  }, options.listenTimeout ?? LISTEN_TIMEOUT);
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) void close();

  const serve = async (socket: WebSocket): Promise<void> => {
    sockets.add(socket);
    watchConnection(socket, options.pingInterval ?? PING_INTERVAL);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const channel = createSocketChannel(socket);
    const fault = findConnectionFault(wallet.getFaults());
    if (typeof fault === 'object' && 'closeCode' in fault) socket.close(fault.closeCode);
    const { established } = await wallet.attach(channel, request);
    if (established && !options.keepsListening) isDone = true;
    await closed;
    sockets.delete(socket);
    if (isDone && sockets.size === 0) stop();
  };
  server.on('upgrade', (upgrade: IncomingMessage, stream: Duplex, head: Buffer) => {
    // The client may hang up before it is answered.
    stream.on('error', () => {});
    const fault = findConnectionFault(wallet.getFaults());
    if (fault === 'silence') hold(stream, server);
    else if (fault === 'drop') stream.destroy();
    else if (typeof fault === 'object' && 'status' in fault) stream.end(refuseUpgrade(fault.status));
    else if (offersSubprotocol(upgrade)) webSockets.handleUpgrade(upgrade, stream, head, serve);
    else stream.end(refuseUpgrade(404));
  });
  return { ended, close };
}

/** Leaves a request without an answer, until the dapp hangs up or the server stops. */
function hold(stream: Duplex, server: Server): void {
  const release = (): void => {
    server.off('stop', release);
    stream.destroy();
  };
  server.once('stop', release);
  stream.resume();
  stream.once('end', release);
  stream.once('close', release);
}

function refuseUpgrade(status: number): string {
  return `HTTP/1.1 ${status} WebSocket Upgrade Failure\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}

async function listen(server: Server, port: number): Promise<void> {
  const [host, otherHost] = HOSTS;
  try {
    await listenOn(server, port, host);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    await listenOn(server, port, otherHost).catch(() => {
      throw error;
    });
  }
}

function listenOn(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** The path is not looked at. */
function offersSubprotocol({ headers }: IncomingMessage): boolean {
  const offered = headers['sec-websocket-protocol'] ?? '';
  return offered.split(',').some((name) => name.trim() === SUBPROTOCOL);
}

/** Closes cleanly; a peer that does not answer is dropped after a second. */
function dismiss(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), 1_000);
  socket.once('close', () => clearTimeout(timer));
  socket.close(1001);
}
