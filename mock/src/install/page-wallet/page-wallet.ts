import {
  type Channel,
  joinRemoteAssociation,
  PLAYED_APPS,
  parseAssociationUri,
  playPhone,
} from 'mobile-wallet-standard/endpoint';
import { createPassOn, readIds } from '../../chain/cluster-answer.js';
import { postToCluster } from '../../chain/cluster-request.js';
import { handleJsonRpc } from '../../chain/json-rpc.js';
import { createPageChain } from '../../chain/page-chain/page-chain.js';
import { RPC_ERROR } from '../../chain/rpc-error.js';
import { toLamports } from '../../explain/text.js';
import { createBrowserStore } from '../../phone/browser-store.js';
import { createPhone, type PhoneOptions } from '../../phone/phone.js';
import { createClusterPhoneChain } from '../../phone/phone-chain.js';
import { createPageId } from '../../phone/server-host.js';
import type { WalletHost } from '../../phone/wallet-state.js';
import { getBrowserChain } from '../../screens/panel/browser-frame.js';
import { openAddress } from '../../screens/panel/open-address.js';
import { createPanel, type Panel } from '../../screens/panel/panel.js';
import { catchWalletLinks } from '../../screens/panel/wallet-links.js';
import { createMemoryAssociations } from '../../sockets/memory-associations.js';
import type { MockWallet, MockWalletOptions } from '../../wallet/mock-wallet.js';
import { shareHost } from './shared-host.js';

/** The chain of a wallet in a page: the small simulated one, or a cluster by the URL of its JSON-RPC. */
export type PageWalletChain =
  | 'simulated'
  | Readonly<{
      /** The HTTP JSON-RPC of a cluster. */
      clusterUrl: string;
    }>;

/** Answers the body of a JSON-RPC request with the body of the response. */
export type AnswerRpc = (body: string) => Promise<string>;

/** Options of a wallet in a page, all of them optional. */
export type PageWalletOptions = Omit<MockWalletOptions, 'accounts' | 'chain'> &
  Pick<PhoneOptions, 'accounts' | 'walletApps'> &
  Readonly<{
    /** The chain; by default a small one that is simulated in the page. */
    chain?: PageWalletChain;
    /** The first account's balance at the start, in SOL, on the simulated chain only; 10 by default. */
    airdrop?: number;
    /** Under which key of `localStorage` accounts, settings and the simulated chain are stored. */
    storageKey?: string;
  }>;

/** The panel of a wallet in a page. */
export type PagePanelOptions = Readonly<{
  /**
   * The URL of a document of the same origin that calls `showWalletFrame` of `mock-mobile-wallet/page-frame`.
   */
  frame: string | URL;
  /**
   * Whether the wallet's own screens are beside a wide page until the user hides them; a button opens them
   * otherwise.
   */
  isBeside?: boolean;
}>;

/** A mock wallet in the dapp's page, which needs no server. */
export type PageWallet = Readonly<{
  /**
   * Opens an association URI, for the option `launch` of mobile-wallet-standard: in the chosen `app` if there
   * is one, otherwise in the app that the phone or, in the panel, its user chooses. Resolves once the app
   * listens, or it is clear that none does. Rejects with the reason of a `signal` that has aborted before.
   */
  launch(
    uri: string,
    options?: Readonly<{ signal?: AbortSignal; app?: Readonly<{ androidPackage: string }> }>,
  ): Promise<void>;
  /** Connects to the wallet in memory, for the option `dial` of mobile-wallet-standard. */
  dial(url: string): Promise<Channel>;
  /**
   * Answers the body of a JSON-RPC request of Solana (https://solana.com/docs/rpc/http) with the body of the
   * response.
   */
  rpc: AnswerRpc;
  /** The wallet itself, to change and watch it. */
  wallet: MockWallet;
  /** What the wallet's screens show and do, for a panel of your own. */
  host: WalletHost;
  /** Shows the wallet in the page: requests for approval, and between them the wallet's own screens. */
  showPanel(options: PagePanelOptions): void;
  /** Ends all sessions, as if the user left the wallet. */
  close(): void;
}>;

/** The key of the symbol under which a page keeps its wallet for the page in the wallet app's browser. */
const KEY = Symbol.for('mock-mobile-wallet:page');

/**
 * Creates a mock wallet in this page, with real keys and the real protocol, but without sockets. Call it
 * before the dapp registers its wallet. Requests wait for the user in the panel, see `showPanel`, unless an
 * option `approve` decides. In the browser of a wallet app, which the panel shows, it is the wallet of the
 * page around, and is registered there.
 *
 * @throws Error where the browser's WebCrypto does not have Ed25519, or the page is not a secure context
 */
export async function createPageWallet(options: PageWalletOptions = {}): Promise<PageWallet> {
  const browserChain = getBrowserChain();
  const outer = browserChain === undefined ? undefined : findOuterWallet();
  if (browserChain !== undefined && outer) {
    playPhone('wallet-browser');
    // Loaded only there, because it is as large as the library.
    return (await import('./outer-wallet.js')).joinOuterWallet(outer, browserChain);
  }
  const {
    chain = 'simulated',
    airdrop = 10,
    storageKey = 'mock-mobile-wallet',
    accounts,
    walletApps,
    ...wallet
  } = options;
  await assertEd25519();
  const { listen, dial } = createMemoryAssociations();
  const opened = openChain(chain, `${storageKey}:chain`);
  const phone = await createPhone({
    wallet,
    accounts,
    walletApps,
    chain: opened.chain,
    airdrop: chain === 'simulated' ? toLamports(airdrop) : undefined,
    store: createBrowserStore(`${storageKey}:wallet`),
    openStore: (androidPackage) => createBrowserStore(`${storageKey}:wallet:${androidPackage}`),
    async openAssociation(mockWallet, uri, { signal }) {
      signal.throwIfAborted();
      const request = parseAssociationUri(uri);
      const { association } = request;
      if (association.type === 'local') return listen(mockWallet, request, association.port, signal);
      const channel = await joinRemoteAssociation(request, { signal });
      const ended = mockWallet.attach(channel, request).then(() => channel.close());
      return {
        ended,
        close() {
          channel.close();
          return ended;
        },
      };
    },
  });
  const page = createPageId();
  let panel: Panel | undefined;
  const pageWallet: PageWallet = {
    async launch(uri, { app, signal } = {}) {
      signal?.throwIfAborted();
      const launch = (association: string, androidPackage?: string): Promise<number> => {
        const launched = phone.launch(page, association, androidPackage);
        panel?.open(launched);
        return launched;
      };
      if (app || phone.wallet.getSettings().phone === 'android-apps') {
        await openAddress(uri, {
          findApp: phone.findApp,
          panel,
          launch,
          androidPackage: app?.androidPackage,
          signal,
        });
      } else {
        await launch(uri);
      }
    },
    dial,
    rpc: opened.rpc,
    wallet: phone.wallet,
    host: phone,
    close: phone.close,
    showPanel({ frame, isBeside = false }) {
      shareHost(phone);
      const { href } = new URL(frame, document.baseURI);
      const query = new URLSearchParams({ page, origin: location.origin });
      if (panel) return;
      const shown = createPanel({
        approvalPage: `${href}?${query}`,
        join: (uri) => phone.launch(page, uri),
        leave: () => void phone.leave(page),
        home:
          document.documentElement.dataset['mockWallet'] === 'visits' ? undefined : { url: href, isBeside },
      });
      panel = shown;
      catchWalletLinks((link) => shown.openBrowser(link));
    },
  };
  // In Node, where tests may run, there is no page that could play a phone.
  if (typeof document !== 'undefined') {
    const played = phone.wallet.getSettings().phone;
    playPhone(played === 'iphone' ? 'ios' : true);
    Object.assign(globalThis, {
      [KEY]: pageWallet,
      ...(played === 'android-apps' && { [Symbol.for(PLAYED_APPS)]: true }),
    });
  }
  return pageWallet;
}

/** Returns the wallet of the page around this one, if it has one and is of the same origin. */
function findOuterWallet(): PageWallet | undefined {
  try {
    return (parent as { [KEY]?: PageWallet })[KEY];
  } catch {
    return undefined;
  }
}

function openChain(chain: PageWalletChain, storageKey: string) {
  if (chain === 'simulated') {
    const simulated = createPageChain({ storageKey });
    return {
      chain: { ...simulated, name: 'Simulated in this page' },
      rpc: (body: string) => handleJsonRpc(simulated, body),
    };
  }
  const { clusterUrl } = chain;
  const passOn = createPassOn(clusterUrl);
  return {
    chain: createClusterPhoneChain(clusterUrl),
    async rpc(body: string) {
      const response = await postToCluster(clusterUrl, body);
      const text = passOn(await response.text(), new Set(readIds(body)));
      const message = `The cluster answered with HTTP ${response.status}`;
      const error = { code: RPC_ERROR.INTERNAL_ERROR, message };
      return text ?? JSON.stringify({ jsonrpc: '2.0', id: null, error });
    },
  };
}

/** Says in one sentence why no wallet can be in this page. */
async function assertEd25519(): Promise<void> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) {
    throw new Error(
      'The mock wallet needs a secure page (https: or localhost), because only those can sign.',
    );
  }
  try {
    await subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  } catch (cause) {
    throw new Error(
      'The mock wallet cannot run in this browser, whose WebCrypto cannot sign with Ed25519: use Chrome 137, Firefox 129 or Safari 17, or a later version.',
      { cause },
    );
  }
}
