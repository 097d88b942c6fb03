import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, PreviewServer, ServerOptions, ViteDevServer } from 'vite';
import { attachReflector } from './reflector.js';
import { injectClient } from './vite/inject-client.js';
import { createOriginCheck } from './vite/own-origin.js';
import { MOUNT, RPC_PATH, WALLET_PATH } from './vite/paths.js';
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
 * It also serves a reflector at `/reflect`, where a dapp with `remote: { type: 'reflector', host: location.host }` meets a
 * wallet on another device. The page at `/__mobile-wallet/wallet/` plays such a wallet, in any browser that reaches the
 * server: it joins by the dapp's link or by a picture of its code.
 *
 * Each project has its own accounts, which are stored in the user's state folder (`~/.local/state`). Tokens and the
 * chain last as long as the server. The plugin does nothing in a build.
 *
 * It plays the phone of pages on this machine only. A page on a phone in the same network opens that phone's wallet.
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
  // With HTTPS every name is allowed, as in Vite, because an attacker has no certificate for this server.
  const isOwnOrigin = createOriginCheck(https ? true : allowedHosts);
  // Wallet apps name no origin, or this server's own. No other page may connect: it would be a foreign one.
  const reflector = server.httpServer && attachReflector(server.httpServer, { isAllowed: isOwnOrigin });
  const close = (): void => {
    phone.close();
    void reflector?.close();
  };
  // Needed because Vite does not call `close` when it restarts.
  server.httpServer?.once('close', close);
  const closeServer = server.close;
  // A server in middleware mode has no `httpServer`.
  server.close = () => {
    close();
    return closeServer();
  };
  const pages = join(dirname(fileURLToPath(import.meta.url)), 'pages');
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
    const print = (name: string, path: string): void =>
      server.config.logger.info(`  ➜  ${name}: ${new URL(path, url).href}`);
    print('Mock wallet: answers solana-wallet: links; its chain', `${RPC_PATH}/devnet`);
    print('Mock wallet on another device', WALLET_PATH);
  };
}
