import type { IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { UpgradeListener } from '../../sockets/http.js';
import { listenOn, refuseUpgrade } from '../../sockets/web-socket-server.js';
import type { OriginCheck } from './own-origin.js';
import { isRpcPath, RPC_PATH } from './paths.js';

const HIGHEST_PORT = 65_535;

/**
 * Serves the RPC's subscriptions under the same origin rule as its HTTP requests. Other upgrades, such as Vite's own, are left
 * alone. The `Connection` of web3.js expects the subscriptions on the port after the RPC's, as validators have it. A dapp that
 * configures only the RPC's URL cannot change that, so they are there, too. `warn` is called when that port cannot be taken.
 */
export function serveRpcSockets(
  server: Server,
  handleUpgrade: UpgradeListener,
  isOwnOrigin: OriginCheck,
  warn: (message: string) => void,
) {
  let opening: Promise<void> | undefined;
  const getPort = (): number => (server.address() as AddressInfo | null)?.port ?? 0;
  /** Whether a request came in on the port after the server's own. */
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
    /** Also listens on the port after the server's own. Resolves when that has succeeded or failed. Never rejects. */
    openNextPort: (): Promise<void> => {
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
  if (port === HIGHEST_PORT) throw new Error('there is no such port');
  const next = createServer((socket) => server.emit('connection', socket));
  server.once('close', () => next.close());
  await listenOn(next, port + 1, address);
  // It is only an extra: its errors must not end the process.
  next.on('error', () => {});
}

/** Replaces the port in `Host`, because a page's origin has the server's own port and is compared with the host. */
function withPort({ headers }: IncomingMessage, port: number): Pick<IncomingMessage, 'headers'> {
  return { headers: { ...headers, host: headers.host?.replace(/:\d+$/, `:${port}`) } };
}
