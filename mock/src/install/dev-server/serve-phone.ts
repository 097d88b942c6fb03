import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
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
const PAGES = join(import.meta.dirname, '../../pages');

/** Connects a phone to a server: its routes, its chain's subscriptions, and a reflector at `/reflect`. */
export function servePhone(servedOptions: ServePhoneOptions) {
  const { server, warn, refusesOtherUpgrades = false, ...options } = servedOptions;
  const { phone, isOwnOrigin, isForLoopbackPages = false } = options;
  const isDappOrigin = createDappCheck(isOwnOrigin, isForLoopbackPages);
  // Wallet apps send no `Origin`, or this server's own. Of pages, only those that may use the wallet as dapps may use the reflector.
  const reflector = server && attachReflector(server, { isAllowed: isDappOrigin });
  const sockets = server && serveRpcSockets(server, phone.handleUpgrade, isDappOrigin, warn);
  server?.on('upgrade', (request: IncomingMessage, stream: Duplex) => {
    // Without a listener, a client that hangs up before anybody answers it would end this process.
    stream.on('error', () => {});
    const isServed = isRpcPath(request.url?.split('?')[0] ?? '') || isForReflector(request);
    if (refusesOtherUpgrades && !isServed) refuseUpgrade(stream, 404);
  });
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
        return void response.writeHead(426, { Connection: 'close' }).end();
      }
      const { url = '' } = request;
      const rest = url.slice(MOUNT.length);
      if (!url.startsWith(MOUNT) || !/^([/?]|$)/.test(rest)) return next();
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
      answer(request, response);
    },
    /** Ends the phone's sessions and sockets. */
    close(): void {
      phone.close();
      void reflector?.close();
    },
  };
}
