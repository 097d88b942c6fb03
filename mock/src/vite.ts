import type { Plugin, PreviewServer, ServerOptions, ViteDevServer } from 'vite';
import { injectClient } from './install/dev-server/inject-client.js';
import { openNodeStores } from './install/dev-server/node-store.js';
import { createOriginCheck } from './install/dev-server/own-origin.js';
import { MOUNT, RPC_PATH, WALLET_PATH } from './install/dev-server/paths.js';
import { servePhone } from './install/dev-server/serve-phone.js';
import { createServedPhone, type ServedPhoneOptions } from './install/dev-server/served-phone.js';

/** Options of the mock wallet in a Vite dev server, all of them optional. */
export type MockWalletPluginOptions = ServedPhoneOptions &
  Readonly<{
    /**
     * Whether the phone stays visible between visits, at the right edge of wide pages, where it covers 420
     * pixels; `false` by default.
     */
    restingPhone?: boolean;
    /**
     * Whether opening the wallet uses up the page's user activation, as phones may do. If so,
     * `navigator.userActivation.isActive` is false until the next tap or key press. `false` by default.
     */
    launchConsumesActivation?: boolean;
    /**
     * Whether test runners on this machine may use the wallet at `/__mobile-wallet/api`, as long as no other
     * machine can reach the server; `false` by default.
     */
    api?: boolean;
  }>;

const NAME = 'mock-mobile-wallet';

/**
 * Creates a Vite plugin that makes the dev server (and `vite preview`) play a phone with a wallet app. When a
 * page opens a `solana-wallet:` URI, the mock wallet answers on a real WebSocket of this machine, and asks
 * for approval in a panel beside the page. The wallet's chain serves Solana's JSON-RPC at
 * `/__mobile-wallet/rpc/devnet`; `mainnet`, `testnet` and `localnet` are other names of the same chain.
 * Subscriptions have the same URL and, for web3.js, also the port after the server's.
 *
 * It also serves a reflector at `/reflect` and a Nostr relay at `/nostr`, where a dapp meets a wallet on
 * another device with `remote: { type: 'reflector', host: location.host }` or `remote: { type: 'nostr',
 * relays: [location.host + '/nostr'] }`. The page at `/__mobile-wallet/wallet/` plays such a wallet, in any
 * browser that reaches the server: it joins by the dapp's link or by a picture of its QR code.
 *
 * Each project has its own accounts, which are stored in the user's state folder (`~/.local/state`). Tokens
 * and the chain last as long as the server. The plugin does nothing in a build.
 *
 * It plays the phone of pages on this machine only. A page on a phone in the same network opens that phone's
 * wallet.
 */
export function mockWallet(options: MockWalletPluginOptions = {}): Plugin {
  return {
    name: NAME,
    // Run before plugins that respond with whole pages.
    enforce: 'pre',
    apply: 'serve',
    configResolved({ plugins }) {
      // Both would answer the same requests and sockets.
      if (plugins.filter(({ name }) => name === NAME).length < 2) return;
      throw new Error('`mockWallet()` is in the plugins twice: remove one of them.');
    },
    configureServer: (server) => install(server, options, server.config.server),
    configurePreviewServer: (server) => install(server, options, server.config.preview),
  };
}

async function install(
  server: ViteDevServer | PreviewServer,
  options: MockWalletPluginOptions,
  { allowedHosts = [], https }: Readonly<Pick<ServerOptions, 'allowedHosts' | 'https'>>,
): Promise<void> {
  const { restingPhone = false, launchConsumesActivation = false, api = false, ...phoneOptions } = options;
  const { walletUriBase } = phoneOptions;
  const warn = (message: string): void => server.config.logger.warn(message);
  const phone = await createServedPhone(phoneOptions, openNodeStores(server.config.root, warn));
  const { handle, close } = servePhone({
    phone,
    server: server.httpServer,
    hasRunnerApi: api,
    client: { restingPhone, launchConsumesActivation, walletUriBase },
    // With HTTPS every name is allowed, as in Vite, because an attacker has no certificate for this server.
    isOwnOrigin: createOriginCheck(https ? true : allowedHosts),
    warn,
  });
  // Needed because Vite does not call `close` when it restarts.
  server.httpServer?.once('close', close);
  const closeServer = server.close;
  // A server in middleware mode has no `httpServer`.
  server.close = () => {
    close();
    return closeServer();
  };
  server.middlewares.use(handle);
  server.middlewares.use(injectClient);

  const printUrls = server.printUrls;
  server.printUrls = () => {
    printUrls();
    const { local = [], network = [] } = server.resolvedUrls ?? {};
    const [url = 'http://localhost'] = [...local, ...network];
    const print = (name: string, path: string): void =>
      server.config.logger.info(`  ➜  ${name}: ${new URL(path, url).href}`);
    print('Mock wallet: answers solana-wallet: links', `${MOUNT}/`);
    print('Mock wallet: its chain', `${RPC_PATH}/devnet`);
    print('Mock wallet on another device', WALLET_PATH);
  };
}
