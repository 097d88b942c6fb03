import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UpgradeListener } from '../../sockets/http.js';
import { attachReflector, isForReflector } from '../../sockets/reflector.js';
import { refuseUpgrade } from '../../sockets/web-socket-server.js';
import { createDappCheck } from './own-origin.js';
import { isRpcPath, MOUNT } from './paths.js';
import { createRoutes, type RouteOptions } from './routes.js';
import { serveRpcSockets } from './rpc-sockets.js';
import type { ServedPhone } from './served-phone.js';

/** What a server does with a phone. */
export type ServePhoneOptions = Omit<RouteOptions, 'pages'> &
  Readonly<{
    /** The server whose upgrades the phone may answer. A server in middleware mode has none. */
    server: Server | null;
    /** Whether nothing else answers upgrades of the server, so that those of other paths are refused; by default not. */
    refusesOtherUpgrades?: boolean;
    /** Called when something cannot be served. */
    warn(message: string): void;
  }>;

/** The built scripts for browsers, beside the built modules. */
const PAGES = join(dirname(fileURLToPath(import.meta.url)), '../../pages');

/** Connects a phone to a server: its routes, its chain's subscriptions, and a reflector at `/reflect`. */
export function servePhone(servedOptions: ServePhoneOptions) {
  const { server, warn, refusesOtherUpgrades = false, ...options } = servedOptions;
  const { phone, isOwnOrigin, isForLoopbackPages = false } = options;
  const isDappOrigin = createDappCheck(isOwnOrigin, isForLoopbackPages);
  // Wallet apps name no origin, or this server's own. A page of any other could be a foreign one.
  const reflector = server && attachReflector(server, { isAllowed: isDappOrigin });
  const { handleUpgrade } = phone;
  const sockets = server && serveRpcSockets(server, { handleUpgrade, isOwnOrigin: isDappOrigin, warn });
  server?.on('upgrade', createLastListener(refusesOtherUpgrades));
  const handleRpc: ServedPhone['handleRpc'] = async (request, response) => {
    // Open the next port only now, because a dapp that does not use this RPC does not need it.
    await sockets?.openNextPort();
    phone.handleRpc(request, response);
  };
  const answer = createRoutes({ ...options, phone: { ...phone, handleRpc }, pages: PAGES });

  return {
    /** Answers requests to the phone, and calls `next` for others. */
    handle(request: IncomingMessage, response: ServerResponse, next: () => void) {
      if (sockets?.isAtNextPort(request)) {
        response.writeHead(426, { Connection: 'close' }).end();
        return;
      }
      const rest = getPathBelowMount(request.url ?? '');
      if (rest === undefined) return next();
      request.url = rest;
      answer(request, response);
    },
    /** Ends the phone's sessions and sockets. */
    close(): void {
      phone.close();
      void reflector?.close();
    },
  };
}

/** Creates the listener for upgrades that the phone does not serve. */
function createLastListener(refusesOthers: boolean): UpgradeListener {
  return (request, stream) => {
    // Without a listener, a client that hangs up before anybody answers it would end this process.
    stream.on('error', () => {});
    const [path = ''] = (request.url ?? '').split('?');
    if (refusesOthers && !isRpcPath(path) && !isForReflector(request)) refuseUpgrade(stream, 404);
  };
}

/** Returns the rest of a URL's path below the mount, with its query, or `undefined` for any other URL. */
function getPathBelowMount(url: string): string | undefined {
  if (!url.startsWith(MOUNT)) return undefined;
  const rest = url.slice(MOUNT.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}
