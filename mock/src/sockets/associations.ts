import { createServer } from 'node:http';
import { addAbortSignal } from 'node:stream';
import {
  type AssociationRequest,
  type Channel,
  createSessionClosedError,
  delay,
  encodeBase64,
  findMobileWalletError,
  joinRemoteAssociation,
  parseAssociationUri,
  SUBPROTOCOLS,
} from 'mobile-wallet-standard/endpoint';
import { WebSocket, WebSocketServer } from 'ws';
import { type FaultyChannel, findConnectionFault } from '../wallet/faults/fault.js';
import type { MockWallet } from '../wallet/mock-wallet.js';
import { LISTEN_TIMEOUT_MS } from '../wallet/reference-server.js';
import { createSocketChannel, endByFault } from './socket-channel.js';
import {
  closeSocket,
  listenOn,
  offersSubprotocol,
  refuseUpgrade,
  terminateWhenSilent,
  waitForClose,
} from './web-socket-server.js';

/** An association that the mock wallet serves. */
export type OpenAssociation = Readonly<{
  /**
   * Resolves when it no longer listens, or for a dapp on another device has left, and all its sockets are
   * closed.
   */
  ended: Promise<void>;
  /** Closes everything, as if the user left the wallet app; resolves with `ended`. */
  close(): Promise<void>;
}>;

/** How the mock wallet's app behaves around a session; times are milliseconds. */
export type OpenAssociationOptions = Readonly<{
  /** Closes the association when it aborts. */
  signal?: AbortSignal;
  /** How long the app takes to start before it listens; 0 by default. */
  readyDelay?: number;
  /** How long it listens without a session; 10,000 by default. */
  listenTimeout?: number;
  /**
   * Time between pings; a socket is dropped when it has not answered one before the next. 45,000 by default.
   */
  pingInterval?: number;
  /**
   * Whether it listens until `listenTimeout` even after the session, as the reference library does until the
   * app closes it. By default it stops with the last socket.
   */
  keepsListening?: boolean;
  /**
   * Whether it answers 404 to a request that opens no WebSocket, as the reference library does. By default it
   * answers 204, because Chromium shows a 404 as an error in the dapp's console at every probe.
   */
  refusesPlainRequests?: boolean;
}>;

/** The only one that the reference library supports. */
const SUBPROTOCOL = 'com.solana.mobilewalletadapter.v1';
/** The only address that native dapps dial. */
const HOST = '127.0.0.1';
/** Where browsers look for `localhost`, too. Other programs' connections hardly ever have a port there. */
const SECOND_HOST = '::1';
const PORT_TAKEN =
  '. Another program’s connection has this port, or had it in the last minute. The next launch has another port.';
/**
 * The close code of a connection that ended without a close frame, such as one to a host that cannot be
 * reached.
 */
const NO_CLOSE_FRAME = 1006;
const GONE =
  'The dapp no longer waits for this QR code, which has expired or was used before: take its fresh one';

/**
 * Handles an association URI as the phone's system and the wallet app do: listens on
 * `ws://localhost:<port>/solana-wallet`, serves the session, stops listening. Resolves once it listens. Needs
 * Node.
 *
 * With the URI of a dapp on another device, connects to the reflector that it names, and serves the session.
 * Resolves once the dapp is there. Of the options, only `signal` and `readyDelay` count then.
 *
 * It listens on 127.0.0.1 alone, as the reference library does, because native dapps dial that. Every
 * connection of any program on this machine takes a port there, and may keep it for a minute after it ends.
 *
 * @throws `INVALID_ARGUMENT` for a URI that is no association; the system's error when the port is taken
 * (`EADDRINUSE`);
 *   `SESSION_CLOSED` or `SESSION_TIMEOUT` when a reflector cannot be reached or does not know the dapp; the
 * signal's reason
 */
export async function openAssociation(
  wallet: MockWallet,
  uri: string,
  options: OpenAssociationOptions = {},
): Promise<OpenAssociation> {
  const request = parseAssociationUri(uri);
  const { signal = new AbortController().signal, readyDelay = 0 } = options;
  if (readyDelay > 0) await delay(readyDelay, signal);
  signal.throwIfAborted();
  const { association } = request;
  if (association.type !== 'local') return openRemoteAssociation(wallet, request, signal);
  const stopping = new AbortController();
  let isDone = false;
  // Plain requests are answered without CORS headers.
  const plainStatus = options.refusesPlainRequests ? 404 : 204;
  const server = createServer((_request, response) => response.writeHead(plainStatus).end());
  const webSockets = new WebSocketServer({
    noServer: true,
    handleProtocols: () => {
      const fault = findConnectionFault(wallet.getFaults());
      return typeof fault === 'object' && 'subprotocol' in fault ? fault.subprotocol || false : SUBPROTOCOL;
    },
  });
  await listenOn(server, association.port, HOST).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return listenOn(server, association.port, SECOND_HOST).catch(() => {
      error.message += PORT_TAKEN;
      throw error;
    });
  });

  const ended = new Promise<void>((resolve) => server.once('close', resolve));
  const close = (): Promise<void> => {
    for (const socket of webSockets.clients) closeSocket(socket);
    stop();
    return ended;
  };
  const stop = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', close);
    server.close();
    stopping.abort();
    server.closeAllConnections();
  };
  const timer = setTimeout(() => {
    isDone = true;
    if (webSockets.clients.size === 0) stop();
  }, options.listenTimeout ?? LISTEN_TIMEOUT_MS);
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) void close();

  const serve = async (socket: WebSocket): Promise<void> => {
    terminateWhenSilent(socket, options.pingInterval);
    const channel = createSocketChannel(socket);
    const fault = findConnectionFault(wallet.getFaults());
    if (typeof fault === 'object' && 'closeCode' in fault) socket.close(fault.closeCode);
    const { established } = await wallet.attach(channel, request);
    if (established && !options.keepsListening) isDone = true;
    // Nobody reads them any more. A page of any site may find this port and would fill the memory.
    socket.removeAllListeners('message');
    await waitForClose(socket);
    if (isDone && webSockets.clients.size === 0) stop();
  };
  server.on('upgrade', (upgradeRequest, stream, head) => {
    // Without a listener, a client that hangs up before it is answered would end this process.
    stream.on('error', () => {});
    const fault = findConnectionFault(wallet.getFaults());
    if (fault === 'silence') {
      // Leave it unanswered until the dapp hangs up or the server stops.
      const held = addAbortSignal(stopping.signal, stream);
      held.resume().once('end', () => held.destroy());
    } else if (fault === 'drop') stream.destroy();
    else if (typeof fault === 'object' && 'status' in fault) refuseUpgrade(stream, fault.status);
    else if (offersSubprotocol(upgradeRequest, SUBPROTOCOL)) {
      webSockets.handleUpgrade(upgradeRequest, stream, head, serve);
    } else refuseUpgrade(stream, 404);
  });
  return { ended, close };
}

/** Joins a dapp on another device, and serves the session. Resolves once the dapp is there. */
async function openRemoteAssociation(wallet: MockWallet, request: AssociationRequest, signal: AbortSignal) {
  const sockets: WebSocket[] = [];
  const channel = await joinRemoteAssociation(request, {
    signal,
    createWebSocket(url, protocols) {
      const socket = new WebSocket(url, protocols);
      sockets.push(socket);
      return socket;
    },
  }).catch((error: unknown) => {
    const context = findMobileWalletError(error, 'SESSION_CLOSED')?.context;
    // With a close frame, an intermediary said that it knows no dapp that waits for this QR code.
    throw context && context.closeCode !== NO_CLOSE_FRAME ? createSessionClosedError(GONE, context) : error;
  });
  const leave = (): void => {
    for (const socket of sockets) closeSocket(socket);
  };
  const serve = async (): Promise<void> => {
    await wallet.attach(addFaults(channel, sockets), request);
    // A relay would not notice that the session has ended.
    leave();
    await Promise.all(sockets.map(waitForClose));
  };
  const ended = serve();
  return {
    ended,
    close() {
      leave();
      return ended;
    },
  };
}

/** Lets faults send frames of the other kind, stop reading, drop the connection, or close it with a code. */
function addFaults(channel: Channel, sockets: readonly WebSocket[]): FaultyChannel {
  return {
    ...channel,
    sendInOtherKind(message) {
      for (const socket of sockets) {
        socket.send(socket.protocol === SUBPROTOCOLS[1] ? message : encodeBase64(message));
      }
    },
    pause() {
      for (const socket of sockets) socket.pause();
    },
    close(reason) {
      for (const socket of sockets) endByFault(socket, reason);
      channel.close(reason);
    },
  };
}
