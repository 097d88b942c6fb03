import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, PreviewServer, ServerOptions, ViteDevServer } from 'vite';
import { injectClient } from './vite/inject-client.js';
import { createOriginCheck } from './vite/own-origin.js';
import { MOUNT, RPC_PATH } from './vite/paths.js';
import { createPhone, type MockWalletPluginOptions, type Phone } from './vite/phone.js';
import { createRoutes } from './vite/routes.js';
import { serveRpcSockets } from './vite/rpc-sockets.js';
import { getSeedsFile } from './vite/seeds.js';

export type { MockWalletPluginOptions } from './vite/phone.js';

/**
 * Creates a Vite plugin that makes the dev server (and `vite preview`) play a phone with a wallet app. When a page
 * opens a `solana-wallet:` URI, the mock wallet answers on a real WebSocket of this machine, and asks for approval
 * in a panel beside the page. The wallet's chain serves Solana's JSON-RPC at `/__mobile-wallet/rpc/devnet`;
 * `mainnet`, `testnet` and `localnet` are other names of the same chain. Subscriptions have the same URL and, for
 * web3.js, also the port after the server's.
 *
 * Each project has its own accounts, which are stored in the user's state folder (`~/.local/state`). Tokens and the
 * chain last as long as the server. The plugin does nothing in a build.
 *
 * It serves pages on this machine only. A page on a phone in the same network opens that phone's wallet.
 */
export function mockWallet(options: MockWalletPluginOptions = {}): Plugin {
  return {
    name: 'mock-mobile-wallet',
    // Run before plugins that respond with whole pages.
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
  // Delete the seeds of earlier versions, because Vite serves this folder to everyone who can reach the server.
  await rm(join(server.config.cacheDir, 'mobile-wallet', 'seeds.json'), { force: true });
  const phone = await createPhone(options, getSeedsFile(server.config.root));
  // Needed because Vite does not call `close` when it restarts.
  server.httpServer?.once('close', phone.close);
  const closeServer = server.close;
  // A server in middleware mode has no `httpServer`.
  server.close = () => {
    phone.close();
    return closeServer();
  };
  const pages = join(dirname(fileURLToPath(import.meta.url)), 'pages');
  // With HTTPS every name is allowed, as in Vite, because an attacker has no certificate for this server.
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
    // Open the next port only now, because a dapp that does not use this RPC does not need it.
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
