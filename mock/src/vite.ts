import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, PreviewServer, ServerOptions, ViteDevServer } from 'vite';
import { injectClient } from './vite/inject-client.js';
import type { MockWalletPluginOptions } from './vite/options.js';
import { createOriginCheck } from './vite/own-origin.js';
import { MOUNT, RPC_PATH } from './vite/paths.js';
import { createPhone, type Phone } from './vite/phone.js';
import { createRoutes } from './vite/routes.js';
import { serveRpcSockets } from './vite/rpc-sockets.js';
import { getSeedsFile } from './vite/seeds.js';

export type { MockWalletPluginOptions } from './vite/options.js';

/**
 * A Vite plugin that makes the dev server (and `vite preview`) the phone with the wallet app. Pages that it serves
 * may open `solana-wallet:` URIs: instead of the system, the mock wallet answers, on a real WebSocket of this
 * machine, and asks for approval in a panel beside the page. Its chain answers Solana's JSON-RPC at
 * `/__mobile-wallet/rpc/devnet`; `mainnet`, `testnet` and `localnet` in its place are the same chain by another name.
 * Its subscriptions are there too and, for web3.js, at the port after the server's.
 *
 * Its accounts are kept in the user's state folder (`~/.local/state`), one set for each project; its tokens and its chain live as long as the server. It takes
 * no part in a build.
 *
 * Only pages on this machine are served: a phone in the same network opens its own wallet.
 */
export function mockWallet(options: MockWalletPluginOptions = {}): Plugin {
  return {
    name: 'mock-mobile-wallet',
    // Ahead of plugins that answer with whole pages.
    enforce: 'pre',
    apply: 'serve',
    configureServer: (server) => install(server, options, server.config.server),
    configurePreviewServer: (server) => install(server, options, server.config.preview),
  };
}

async function install(
  server: ViteDevServer | PreviewServer,
  options: MockWalletPluginOptions,
  { allowedHosts = [], https }: Readonly<Pick<ServerOptions, 'allowedHosts' | 'https'>>,
): Promise<void> {
  // Where earlier versions kept the seeds, Vite serves them to everyone who can reach the server.
  await rm(join(server.config.cacheDir, 'mobile-wallet', 'seeds.json'), { force: true });
  const phone = await createPhone(options, getSeedsFile(server.config.root));
  // Also when Vite restarts, which does not call `close`.
  server.httpServer?.once('close', phone.close);
  const closeServer = server.close;
  // A server in middleware mode has no `httpServer`.
  server.close = () => {
    phone.close();
    return closeServer();
  };
  const pages = join(dirname(fileURLToPath(import.meta.url)), 'pages');
  // As Vite has it: a name that was made to resolve to this machine has no certificate.
  const isOwnOrigin = createOriginCheck(https ? true : allowedHosts);
  const { walletUriBase, restingPhone = false, launchConsumesActivation = false } = options;
  const client = {
    ...(walletUriBase !== undefined && { walletUriBase }),
    ...(launchConsumesActivation && { launchConsumesActivation }),
    ...(restingPhone && { accounts: phone.accounts }),
  };
  const { handleUpgrade } = phone;
  const warn = (message: string): void => server.config.logger.warn(message);
  const sockets =
    server.httpServer && serveRpcSockets(server.httpServer, { handleUpgrade, isOwnOrigin, warn });
  const handleRpc: Phone['handleRpc'] = async (request, response) => {
    // Not before, since a dapp that does without the RPC needs no other port.
    await sockets?.openNextPort();
    phone.handleRpc(request, response);
  };
  server.middlewares.use((request, response, next) => {
    if (!sockets?.isAtNextPort(request)) return next();
    response.writeHead(426, { Connection: 'close' }).end();
  });
  server.middlewares.use(MOUNT, createRoutes({ phone: { ...phone, handleRpc }, pages, client, isOwnOrigin }));
  server.middlewares.use(injectClient);

  const printUrls = server.printUrls;
  server.printUrls = () => {
    printUrls();
    const [url = 'http://localhost'] = server.resolvedUrls?.local ?? [];
    server.config.logger.info(
      `  ➜  Mock wallet: answers solana-wallet: links; its chain: ${new URL(`${RPC_PATH}/devnet`, url).href}`,
    );
  };
}
