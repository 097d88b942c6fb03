import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { PLAYED_PHONE } from 'mobile-wallet-standard/endpoint';
import { findDappChain, setPageHidden } from '../../screens/panel/browser-frame.js';
import { readWalletLink } from '../../screens/panel/wallet-links.js';

/** The pages that were opened in wallet apps' own browsers. */
export type WalletBrowser = Readonly<{
  /** Opens a link of a wallet app that was tapped in `from`. */
  open(from: Page, link: string): Promise<void>;
  /** Resolves with a page that was opened. Each call gets another one, also one that was opened before. */
  waitForPage(): Promise<Page>;
}>;

/** Creates the wallet apps' browsers of a context. `binding` is the function of a page that launches. */
export function createWalletBrowser(context: BrowserContext, binding: string): WalletBrowser {
  const opened: Page[] = [];
  const waiting: ((page: Page) => void)[] = [];
  return {
    async open(from, link) {
      const found = readWalletLink(link, true);
      if (!found) return;
      const chain = await from.evaluate(findDappChain);
      const page = await context.newPage();
      await page.addInitScript({ content: await createScript(chain, binding) });
      await from.evaluate(setPageHidden, true);
      page.once('close', () => {
        // The test may have closed that page as well.
        from.evaluate(setPageHidden, false).catch(() => {});
      });
      await page.goto(found.url, { waitUntil: 'domcontentloaded' });
      const take = waiting.shift();
      if (take) take(page);
      else opened.push(page);
    },
    waitForPage() {
      const page = opened.shift();
      return page ? Promise.resolve(page) : new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** Returns the script that registers the wallet in a page, before the page's own scripts. */
async function createScript(chain: string, binding: string): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve('mock-mobile-wallet/package.json'));
  const script = await readFile(join(folder, 'dist/pages/wallet-browser.js'), 'utf8');
  const launch = JSON.stringify(binding);
  return `if (top === window) {
  globalThis[Symbol.for(${JSON.stringify(PLAYED_PHONE)})] = 'wallet-browser';
  ${script}
  mockWalletBrowser.registerBrowserWallet({ launch: (uri) => globalThis[${launch}](uri), chain: ${JSON.stringify(chain)} });
}`;
}
