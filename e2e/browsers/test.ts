import { test as base } from '@playwright/test';
import { createLiteSvmChain, type LiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import {
  type ApprovalRequest,
  type Approve,
  approveAll,
  createMockWallet,
  type MockWallet,
} from '../../mock/src/index.js';
import { type OpenAssociation, type OpenAssociationOptions, openAssociation } from '../../mock/src/server.js';
import { findFirefox, findWebKit, getAdvice } from '../../scripts/browsers.mjs';
import { bundle, serveFiles, withInput } from '../bundle.js';
import { openChromium } from './chromium.js';
import type { DappInput } from './dapp-page.js';
import type { Browser, Tab } from './engine.js';
import { openFirefox } from './firefox.js';
import { openWebKit } from './webkit.js';

/** A dapp and the mock wallet that its launches open. */
export type Dapp = Readonly<{
  url: string;
  /** Returns the address of the page with an input. */
  getUrl(input: DappInput): string;
  chain: LiteSvmChain;
  wallet: MockWallet;
  /** The requests for approval so far. */
  asked: readonly ApprovalRequest[];
  /** The association URIs that the page has launched so far. */
  launched: readonly string[];
  /** Replaces the function that decides; at first it is `approveAll`. */
  approveWith(approve: Approve): void;
  /**
   * Replaces what a launch does; at first it opens the wallet at once. If it throws, the page finds no
   * wallet.
   */
  launchWith(launch: (uri: string) => unknown): void;
  /** Opens the wallet for an association URI. */
  openWallet(uri: string, options?: OpenAssociationOptions): Promise<OpenAssociation>;
}>;

/**
 * The tag of tests that Firefox and WebKitGTK run only before a release, because the engine changes nothing
 * that they prove.
 */
export const CHROMIUM_SUFFICES = { tag: '@extra' } as const;

/** The browsers that tests run in. */
export type BrowserName = 'chromium' | 'firefox' | 'webkit';

type TestFixtures = { tab: Tab; dapp: Dapp };
type WorkerFixtures = {
  /** The browser of the project. */
  engine: BrowserName;
  /** The running browser, or why it cannot be tested in. */
  running: Browser | string;
  files: Readonly<Record<string, string>>;
};

/** A test that runs in each browser. It is skipped where the browser is not installed. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  running: [
    async ({ engine }, use) => {
      const browser = await openBrowser(engine);
      await use(browser);
      if (typeof browser === 'object') await browser.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's dependencies here.
  files: [async ({}, use) => use(await bundle('browsers/dapp-page.ts')), { scope: 'worker' }],
  tab: async ({ running }, use, testInfo) => {
    if (typeof running === 'string') return testInfo.skip(true, running);
    const tab = await running.openTab();
    await use(tab);
    await tab.close();
  },
  dapp: async ({ files }, use) => {
    const asked: ApprovalRequest[] = [];
    const launched: string[] = [];
    const opened: Promise<OpenAssociation>[] = [];
    const chain = createLiteSvmChain();
    const end = new AbortController();
    let decide: Approve = approveAll;
    const wallet = await createMockWallet({
      chain,
      approve(request, options) {
        asked.push(request);
        return decide(request, options);
      },
    });
    const openWallet: Dapp['openWallet'] = (uri, options) => {
      const association = openAssociation(wallet, uri, { signal: end.signal, ...options });
      opened.push(association);
      return association;
    };
    let launch: (uri: string) => unknown = openWallet;
    const site = await serveFiles(files, {}, (uri) => {
      launched.push(uri);
      void launch(uri);
    });
    await use({
      url: site.url,
      getUrl: (input) => withInput(site.url, input),
      chain,
      wallet,
      asked,
      launched,
      approveWith(approve) {
        decide = approve;
      },
      launchWith(replacement) {
        launch = replacement;
      },
      openWallet,
    });
    end.abort();
    await Promise.allSettled(opened.map(async (association) => (await association).ended));
    site.close();
  },
});

/** Starts a browser. Resolves with an advice to install it if it is missing. */
async function openBrowser(engine: BrowserName): Promise<Browser | string> {
  if (engine === 'chromium') return openChromium();
  if (engine === 'firefox') {
    const firefox = findFirefox();
    return firefox ? openFirefox(firefox.executablePath) : getAdvice(engine);
  }
  const programs = findWebKit();
  return programs ? openWebKit(programs) : getAdvice(engine);
}
