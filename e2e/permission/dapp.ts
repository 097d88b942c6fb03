import type { Locator } from '@playwright/test';
import { test as base } from '../../mock/src/playwright.js';
import { serveScript } from '../bundle.js';
import { getWorker } from '../dial/service-worker.js';
import { makePublic, type Permission, type PublicSite, setPermission } from './public-site.js';

/** The outcome of a connect that asks nothing and opens the wallet app once. */
export const CONNECTED = {
  accounts: 1,
  launches: 1,
  progress: 'preparing launching connecting waiting',
};

/** The names of the dialogs about the permission. */
export const BLOCKED = 'Your browser blocks the wallet';
export const ALLOWED = 'You can open your wallet now';
export const EXPLAINED = 'Allow this site to open your wallet';

/** The dapp's page and its permission. */
export type Dapp = Readonly<{
  /** Opens the page, by default on its public origin. */
  open(
    options?: Readonly<{
      withDialogs?: boolean;
      hasLaunch?: boolean;
      origin?: string;
      remote?: string;
      blockhash?: string;
    }>,
  ): Promise<void>;
  /** Sets the permission. The browser may notify the page. */
  setPermission(permission: Permission, origin?: string): Promise<void>;
  /**
   * Evaluates an expression without user activation, which Playwright's own `evaluate` would give the page.
   */
  evaluate(expression: string): Promise<unknown>;
  /** Uses up the page's user activation. */
  useUpActivation(): Promise<void>;
  /** Taps. Resolves with the outcome of the connect. */
  connect(): Promise<unknown>;
  /** Connects without user activation, as some dapps do while they load. */
  clickByScript(): Promise<void>;
  button: Locator;
  dialog: Locator;
}>;

/** A mock wallet and a dapp on a public origin. */
export const test = base.extend<{ dapp: Dapp }, { site: PublicSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
    async ({}, use) => {
      const worker = getWorker('a stored page');
      const site = makePublic(await serveScript('permission/page.ts', { '/worker.js': worker }));
      await use(site);
      site.close();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, site }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...site.args] });
    },
    { scope: 'worker' },
  ],
  mockWalletInstallOptions: { grantsPermission: false },
  dapp: async ({ page, site, mockWallet: _wallet }, use) => {
    const devTools = await page.context().newCDPSession(page);
    const evaluate = async (expression: string): Promise<unknown> => {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await devTools.send('Runtime.evaluate', options);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    };
    const button = page.getByRole('button', { name: 'Connect' });
    const useUpActivation = async (): Promise<void> => {
      const expression = "window.open('about:blank')?.close(), navigator.userActivation.isActive";
      if (await evaluate(expression)) throw new Error('The page still has user activation');
    };
    await use({
      async open({ withDialogs = true, hasLaunch = false, origin = site.url, remote, blockhash } = {}) {
        const options = [
          ...(withDialogs ? [] : ['without-dialogs']),
          ...(hasLaunch ? ['own-launch'] : []),
          ...(remote ? [`remote=${remote}`] : []),
          ...(blockhash ? [`blockhash=${blockhash}`] : []),
        ];
        await page.goto(`${origin}/#${options.join('&')}`);
        await button.waitFor();
      },
      setPermission: (setting, origin = site.url) => setPermission(devTools, setting, origin),
      evaluate,
      useUpActivation,
      async connect() {
        await button.click();
        return evaluate('outcome');
      },
      async clickByScript() {
        await useUpActivation();
        await evaluate("document.querySelector('button').click()");
      },
      button,
      dialog: page.getByRole('dialog'),
    });
  },
});
