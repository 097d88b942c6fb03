import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { UpgradeListener } from '../../sockets/http.js';
import { attachNostrRelay, isForNostrRelay } from '../../sockets/nostr-relay.js';
import { attachReflector, isForReflector } from '../../sockets/reflector.js';
import { listenOn, refuseUpgrade } from '../../sockets/web-socket-server.js';
import { createDappCheck, type OriginCheck } from './own-origin.js';
import { isLoopbackAddress } from './own-program.js';
import { isRpcPath, MOUNT, RPC_PATH } from './paths.js';
import { createRoutes, type RouteOptions } from './routes.js';
import { createRunnerApi } from './runner-api.js';
import type { ServedPhone } from './served-phone.js';

/** What a server does with a phone. */
export type ServePhoneOptions = Omit<RouteOptions, 'pages' | 'runnerApi'> &
  Readonly<{
    /** The server whose upgrades the phone may answer. A server in middleware mode has none. */
    server: Server | null;
    /**
     * Whether nothing else answers upgrades of the server, so that those of other paths are refused; by
     * default not.
     */
    refusesOtherUpgrades?: boolean;
    /** Whether test runners may use the phone while no other machine can reach the server. */
    hasRunnerApi: boolean;
    /** Called when something cannot be served. */
    warn(message: string): void;
  }>;

/** A phone that is connected to a server. */
export type PhoneServer = Readonly<{
  /** Answers requests to the phone, and calls `next` for others. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Ends the phone's sessions and sockets. */
  close(): void;
}>;

/** The sockets of a phone's RPC. */
export type RpcSockets = Readonly<{
  /**
   * Also listens on the next port, where web3.js expects subscriptions, as validators have them. Warns if it
   * is taken.
   */
  openNextPort(): Promise<void>;
  /** Whether a request came in on the port after the server's own. */
  isAtNextPort(request: IncomingMessage): boolean;
}>;

/** The built scripts for browsers, beside the built modules. */
const PAGES = join(import.meta.dirname, '../../pages');

/**
 * Connects a phone to a server: its routes, its chain's subscriptions, a reflector at `/reflect`, and a Nostr
 * relay at `/nostr`.
 */
export function servePhone(servedOptions: ServePhoneOptions): PhoneServer {
  const { server, warn, refusesOtherUpgrades = false, hasRunnerApi, ...options } = servedOptions;
  const { phone, isOwnOrigin, isForLoopbackPages = false } = options;
  const isDappOrigin = createDappCheck(isOwnOrigin, isForLoopbackPages);
  // Wallet apps send no `Origin`, or this server's own. Of pages, only those that may use the wallet as dapps
  // may use the reflector and the relay.
  const reflector = server && attachReflector(server, { isAllowed: isDappOrigin });
  const relay = server && attachNostrRelay(server, isDappOrigin);
  const sockets = server && serveRpcSockets(server, phone.handleUpgrade, isDappOrigin, warn);
  server?.on('upgrade', (request: IncomingMessage, stream: Duplex) => {
    // Without a listener, a client that hangs up before anybody answers it would end this process.
    stream.on('error', () => {});
    const isServed =
      isRpcPath(request.url?.split('?')[0] ?? '') || isForReflector(request) || isForNostrRelay(request);
    if (refusesOtherUpgrades && !isServed) refuseUpgrade(stream, 404);
  });
  const handleRpc: ServedPhone['handleRpc'] = async (request, response) => {
    // Open the next port only now, because a dapp that does not use this RPC does not need it.
    await sockets?.openNextPort();
    phone.handleRpc(request, response);
  };
  const runnerApi = hasRunnerApi ? createRunnerApi(phone, () => isForThisMachine(server)) : undefined;
  const answer = createRoutes({ ...options, phone: { ...phone, handleRpc }, pages: PAGES, runnerApi });

  return {
    handle(request, response, next) {
      if (sockets?.isAtNextPort(request)) {
        return void response.writeHead(426, { Connection: 'close' }).end();
      }
      const { url = '' } = request;
      const rest = url.slice(MOUNT.length);
      if (!url.startsWith(MOUNT) || !/^([/?]|$)/.test(rest)) return next();
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
      answer(request, response);
    },
    close() {
      phone.close();
      void reflector?.close();
      void relay?.close();
    },
  };
}

/** Whether a server listens at an address of this machine alone. One in middleware mode does not say. */
function isForThisMachine(server: Server | null): boolean {
  const address = server?.address();
  return typeof address === 'object' && isLoopbackAddress(address?.address);
}

/**
 * Serves the RPC's subscriptions under the same origin rule as its HTTP requests. Other upgrades, such as
 * Vite's, are left alone.
 */
export function serveRpcSockets(
  server: Server,
  handleUpgrade: UpgradeListener,
  isOwnOrigin: OriginCheck,
  warn: (message: string) => void,
): RpcSockets {
  let opening: Promise<void> | undefined;
  const getPort = (): number => (server.address() as AddressInfo | null)?.port ?? 0;
  const isAtNextPort = ({ socket }: IncomingMessage): boolean => socket.localPort === getPort() + 1;

  const listener: UpgradeListener = (request, stream, head) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (!isRpcPath(path)) return;
    const { headers } = request;
    // A page's origin has the server's own port and is compared with the host.
    const host = isAtNextPort(request) ? headers.host?.replace(/:\d+$/, `:${getPort()}`) : headers.host;
    if (isOwnOrigin({ headers: { ...headers, host } })) handleUpgrade(request, stream, head);
    else refuseUpgrade(stream, 403);
  };
  server.on('upgrade', listener);

  return {
    openNextPort: () => {
      opening ??= listenNextTo(server).catch((error: NodeJS.ErrnoException) => {
        const port = getPort();
        warn(
          `Mock wallet: no subscriptions at port ${port + 1} (${error.code ?? error.message}). For the Connection of ` +
            `@solana/web3.js, set wsEndpoint to 'ws://localhost:${port}${RPC_PATH}/devnet'.`,
        );
      });
      return opening;
    },
    isAtNextPort,
  };
}

/** Passes connections to the next port on to the server itself, so that they use TLS if the server does. */
async function listenNextTo(server: Server): Promise<void> {
  const { address, port } = server.address() as AddressInfo;
  if (port === 65_535) throw new Error('there is no such port');
  const next = createServer((socket) => server.emit('connection', socket));
  server.once('close', () => next.close());
  await listenOn(next, port + 1, address);
  // It is only an extra: its errors must not end the process.
  next.on('error', () => {});
}
