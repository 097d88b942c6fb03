import type { Locator } from '@playwright/test';
import { test as base } from '../../mock/src/playwright.js';
import { type ScriptPage, serveScript } from '../bundle.js';
import { getWorker } from '../dial/service-worker.js';

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

/** The browser's permission to reach apps on this device. */
export type Permission = 'granted' | 'denied' | 'prompt';

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

type Sites = {
  /** A page on an origin that Chromium treats as public. */
  site: ScriptPage;
};

/**
 * A mock wallet and a dapp on a public origin, which Chromium keeps from loopback (Local Network Access). A
 * flag makes Chromium treat the origin as secure, so that everything works as on `https:`.
 */
export const test = base.extend<{ dapp: Dapp }, Sites>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
    async ({}, use) => {
      const worker = getWorker('a stored page');
      const { url, close } = await serveScript('permission/page.ts', { '/worker.js': worker });
      await use({ url: `http://dapp.example:${new URL(url).port}`, close });
      close();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, site }, use) => {
      const { port } = new URL(site.url);
      const args = [
        ...(launchOptions.args ?? []),
        '--host-resolver-rules=MAP dapp.example localhost',
        `--ip-address-space-overrides=127.0.0.1:${port}=public,[::1]:${port}=public`,
        `--unsafely-treat-insecure-origin-as-secure=${site.url}`,
      ];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
  mockWalletInstallOptions: { grantsPermission: false },
  dapp: async ({ page, site, mockWallet: _wallet }, use) => {
    const devTools = await page.context().newCDPSession(page);
    const { targetInfo } = await devTools.send('Target.getTargetInfo');
    const { browserContextId } = targetInfo;
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
      async setPermission(setting, origin = site.url) {
        const permission = { name: 'loopback-network' };
        const options = { permission, setting, origin, ...(browserContextId && { browserContextId }) };
        await devTools.send('Browser.setPermission', options);
      },
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
