import type { IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { refuseUpgrade, type UpgradeListener } from '../rpc-socket-server.js';
import type { IsOwnOrigin } from './own-origin.js';
import { isRpcPath, RPC_PATH } from './paths.js';

/** What {@link serveRpcSockets} needs of the dev server. */
export type RpcSocketOptions = Readonly<{
  /** Serves the subscriptions of one client. */
  handleUpgrade: UpgradeListener;
  /** Decides which requests are served at all. */
  isOwnOrigin: IsOwnOrigin;
  /** Called when the next port cannot be taken. */
  warn(message: string): void;
}>;

/** The WebSockets of the RPC of a dev server. */
export type RpcSockets = Readonly<{
  /**
   * Makes the WebSockets available at the port after the server's own as well, where that port is free; resolves when
   * that is done or has failed.
   */
  openNextPort(): Promise<void>;
  /** Whether a request came in at that port. */
  isAtNextPort(request: IncomingMessage): boolean;
}>;

const HIGHEST_PORT = 65_535;

/**
 * Upgrades requests to the RPC's paths to WebSockets with its subscriptions, by the origin rule of its HTTP side. Every
 * other upgrade is left alone, Vite's own for one.
 *
 * The `Connection` of web3.js looks for subscriptions at the port after that of the RPC, as validators have it, unless it
 * is told otherwise. A dapp cannot tell it where it only has the RPC's URL to give, so there is the next port.
 */
export function serveRpcSockets(server: Server, options: RpcSocketOptions): RpcSockets {
  const { handleUpgrade, isOwnOrigin, warn } = options;
  let opening: Promise<void> | undefined;
  const getPort = (): number => (server.address() as AddressInfo | null)?.port ?? 0;
  const isAtNextPort = ({ socket }: IncomingMessage): boolean => socket.localPort === getPort() + 1;

  const listener: UpgradeListener = (request, stream, head) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (!isRpcPath(path)) return;
    const sent = isAtNextPort(request) ? withPort(request, getPort()) : request;
    if (isOwnOrigin(sent)) handleUpgrade(request, stream, head);
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

/** Hands connections at the next port to the server itself, so that they are encrypted where its own are. */
function listenNextTo(server: Server): Promise<void> {
  const { address, port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    if (port === HIGHEST_PORT) return reject(new Error('there is none'));
    const next = createServer((socket) => server.emit('connection', socket));
    server.once('close', () => next.close());
    next.on('error', reject);
    next.listen(port + 1, address, resolve);
  });
}

/** The origin of a page is the server's own, and so must be the host that it is compared with. */
function withPort({ headers }: IncomingMessage, port: number): Pick<IncomingMessage, 'headers'> {
  const { host } = headers;
  return { headers: { ...headers, ...(host !== undefined && { host: host.replace(/:\d+$/, `:${port}`) }) } };
}
