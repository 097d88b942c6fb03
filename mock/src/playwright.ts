import {
  type BrowserContext,
  test as base,
  type Fixtures,
  type Page,
  type PlaywrightTestArgs,
  type TestInfo,
} from '@playwright/test';
import { PLAYED_APPS, PLAYED_PHONE } from 'mobile-wallet-standard/endpoint';
import { catchLaunches } from './install/playwright/catch-launches.js';
import { createMockPhone, type MockPhone } from './install/playwright/mock-phone.js';
import { createWalletBrowser } from './install/playwright/open-in-wallet.js';
import { playPermission, type UngrantedState } from './install/playwright/play-permission.js';
import { combine, createTestedWallet } from './install/testing/tested-wallet.js';
import type { TestVerbs } from './install/testing/wallet-verbs.js';
import { COMMON_ADDRESS, type MockWalletApp } from './phone/wallet-apps.js';
import { KNOWN_LINKS } from './screens/panel/wallet-links.js';
import type { ApprovalRequest } from './wallet/approval.js';
import type { MockWallet, MockWalletOptions } from './wallet/mock-wallet.js';

export { expect } from '@playwright/test';
export type { MockPhone, MockPhoneApp } from './install/playwright/mock-phone.js';
export type { LaunchEntry } from './install/testing/explain-waiting.js';
export type { TestAccount, TestVerbs } from './install/testing/wallet-verbs.js';

/** A mock wallet that is installed for the pages of a browser context. */
export type InstalledMockWallet = MockWallet &
  TestVerbs &
  Readonly<{
    /**
     * What the wallet has asked the user so far, oldest first: the requests that no answer was waiting for.
     */
    asked: readonly ApprovalRequest[];
    /**
     * Resolves with the page that a tap on a wallet app's link has opened in the wallet app's own browser,
     * where the wallet is registered. Each call gets another page. Close it to return to the dapp's page.
     */
    waitForWalletBrowser(): Promise<Page>;
    /** The phone around the wallet, with its other wallet apps if it has several. */
    phone: MockPhone;
    /** Closes all sessions, as if the app were closed. Resolves once all ports are free. */
    close(): Promise<void>;
  }>;

/** How the mock wallet imitates a phone's system and its browser. */
export type InstallOptions = Readonly<{
  /** How many launches one tap or key press allows. 1 by default, as browsers on phones do. */
  launchesPerTap?: number;
  /**
   * Whether a launch uses up the page's user activation, as phones may do. If so,
   * `navigator.userActivation.isActive` is false until the next tap or key press. `false` by default.
   */
  launchConsumesActivation?: boolean;
  /**
   * The wallet apps of a phone that has several, with Android's chooser among them: see `mockWallet.phone`.
   * The first is `mockWallet` itself.
   */
  walletApps?: readonly MockWalletApp[];
  /**
   * Whether the browser's permission to connect to apps on this device is granted to all pages of the
   * context. `true` by default; Chromium asks for it on pages that are not on loopback themselves.
   */
  grantsPermission?: boolean;
  /**
   * What pages that query this permission are told instead of its state. It stays granted, unless
   * `grantsPermission` is `false`: so a page meets what Chromium does on a host name with a private address,
   * where it reports `prompt` or `denied` and protects nothing. No difference for pages on localhost, because
   * they need no permission.
   */
  permissionState?: UngrantedState;
}>;

/** The fixtures that {@link mockWalletFixtures} adds to a Playwright test. */
export type MockWalletFixtures = {
  /** The wallet's options; set them with `test.use({ mockWalletOptions: … })`. */
  mockWalletOptions: MockWalletOptions;
  /** How launches behave; set it with `test.use({ mockWalletInstallOptions: … })`. */
  mockWalletInstallOptions: InstallOptions;
  /** The wallet of the test's pages. It is there also in tests that do not name it. */
  mockWallet: InstalledMockWallet;
};

const BINDING = '__mobileWalletLaunch';
const LINK_BINDING = '__mobileWalletLink';
/** The permission to connect to apps on this device. */
const PERMISSION = 'loopback-network';
/** Its name in Chromium 142 to 144. */
const FORMER_PERMISSION = 'local-network-access';

/** The wallets of browser contexts. `granted` resolves when the first page has its permission. */
const installed = new WeakMap<
  BrowserContext,
  Readonly<{ wallet: InstalledMockWallet; granted: Promise<void> }>
>();

/**
 * Installs a mock wallet for the pages of a browser context. Call it before opening them. When a page
 * navigates to an association URI, the mock wallet listens on its local port, as the wallet app on a phone
 * would. The wallet registers on any device. A tap on a link of a wallet app opens another page of the
 * context, in which the wallet is registered as in the wallet app's own browser.
 *
 * The navigation itself is cancelled, because Chromium would show a dialog that blocks all later input. That
 * needs the Navigation API, and so Chromium. As on a phone, a launch without user activation is blocked, and
 * so is a second one for the same tap or key press; each throws an error in the page. A successful launch
 * blurs the window.
 */
export async function installMockWallet(
  context: BrowserContext,
  options: MockWalletOptions = {},
  {
    launchesPerTap = 1,
    launchConsumesActivation = false,
    grantsPermission = true,
    permissionState,
    walletApps,
  }: InstallOptions = {},
): Promise<InstalledMockWallet> {
  const [firstApp] = walletApps ?? [];
  const tested = await createTestedWallet({
    ...(walletApps && { phone: 'android-apps' }),
    ...options,
    ...(firstApp?.accounts && { accounts: firstApp.accounts }),
    ...(firstApp?.settings && { settings: firstApp.settings }),
  });
  const { wallet, asked, log, close } = tested;
  const { phone, open } = await createMockPhone(tested, walletApps, options);
  const granted = new Promise<void>((resolve) => {
    if (grantsPermission) context.once('page', (page: Page) => resolve(grantLoopback(page)));
    else resolve();
  });

  await context.exposeBinding(BINDING, async ({ page }, uri: string, refusal?: string) => {
    if (refusal !== undefined) return log.note(uri, { refusal });
    await open(page, uri);
  });
  if (permissionState !== undefined) {
    const names = [PERMISSION, FORMER_PERMISSION];
    await context.addInitScript(playPermission, { names, state: permissionState });
  }
  const browser = createWalletBrowser(context, BINDING);
  await context.exposeBinding(LINK_BINDING, ({ page }, link: string) => browser.open(page, link));
  const { walletUriBase } = options;
  const bases = walletUriBase === undefined ? [] : [`${walletUriBase.replace(/\/*$/, '')}/v1/associate/`];
  await context.addInitScript(catchLaunches, {
    binding: BINDING,
    commonAddress: COMMON_ADDRESS.source,
    prefixes: bases,
    launchesPerTap,
    playedPhone: PLAYED_PHONE,
    playedApps: wallet.getSettings().phone === 'android-apps' ? PLAYED_APPS : undefined,
    isIphone: wallet.getSettings().phone === 'iphone',
    linkBinding: LINK_BINDING,
    walletLinks: Object.keys(KNOWN_LINKS),
    launchConsumesActivation,
  });

  const result = combine(wallet, { asked, waitForWalletBrowser: browser.waitForPage, phone, close });
  installed.set(context, { wallet: result, granted });
  return result;
}

/**
 * Lets all pages of a context connect to the wallet. `context.grantPermissions` would deny the permissions
 * that it does not name.
 */
async function grantLoopback(page: Page): Promise<void> {
  try {
    const context = page.context();
    const ofPage = await context.newCDPSession(page);
    const { targetInfo } = await ofPage.send('Target.getTargetInfo');
    await ofPage.detach();
    const ofBrowser = await context.browser()?.newBrowserCDPSession();
    const { browserContextId } = targetInfo;
    const grant = (name: string): Promise<unknown> | undefined =>
      ofBrowser?.send('Browser.setPermission', {
        permission: { name },
        setting: 'granted',
        ...(browserContextId !== undefined && { browserContextId }),
      });
    await grant(PERMISSION)?.catch(() => grant(FORMER_PERMISSION));
    // The permission lasts as long as this session.
    context.once('close', () => void ofBrowser?.detach().catch(() => {}));
  } catch {
    // The browser is not Chromium, or the page is closed already.
  }
}

/** Installs a mock wallet for the time of `run`, and reports what it was doing if the test fails. */
async function withMockWallet(
  context: BrowserContext,
  { mockWalletOptions, mockWalletInstallOptions }: Omit<MockWalletFixtures, 'mockWallet'>,
  testInfo: TestInfo,
  run: (wallet: InstalledMockWallet) => Promise<void>,
): Promise<void> {
  const wallet = await installMockWallet(context, mockWalletOptions, mockWalletInstallOptions);
  await run(wallet);
  try {
    await reportWallet(wallet, testInfo);
  } finally {
    await wallet.close();
  }
}

/**
 * Attaches what a wallet was asked to the report of a test that failed. If it timed out, throws what the
 * wallet was waiting for.
 */
async function reportWallet(verbs: TestVerbs, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  const explanation = verbs.explainWaiting();
  const { launches, requests } = verbs;
  const body = `${explanation}\n\n${JSON.stringify({ launches, requests }, undefined, 2)}\n`;
  await testInfo.attach('mock wallet', { body, contentType: 'text/plain' });
  if (testInfo.status !== 'timedOut') return;
  testInfo.annotations.push({ type: 'mock wallet', description: explanation });
  const error = new Error(`The mock wallet, when the test timed out:\n${explanation}`);
  // The lines of this package would say nothing about the test.
  error.stack = `Error: ${error.message}`;
  throw error;
}

/**
 * The fixtures, for your own test object: `base.extend<MockWalletFixtures>(mockWalletFixtures)`. The wallet
 * is installed with the test's browser context, so a test that opens no page does not pay for it.
 */
export const mockWalletFixtures: Fixtures<MockWalletFixtures, Record<never, never>, PlaywrightTestArgs> = {
  mockWalletOptions: [{}, { option: true }],
  mockWalletInstallOptions: [{}, { option: true }],
  context: ({ context, mockWalletOptions, mockWalletInstallOptions }, use, testInfo) =>
    withMockWallet(context, { mockWalletOptions, mockWalletInstallOptions }, testInfo, () => use(context)),
  page: async ({ page }, use) => {
    await installed.get(page.context())?.granted;
    await use(page);
  },
  mockWallet: async ({ context, mockWalletOptions, mockWalletInstallOptions }, use, testInfo) => {
    const known = installed.get(context);
    // A test object that replaces `context` has one without a wallet.
    if (known) await use(known.wallet);
    else await withMockWallet(context, { mockWalletOptions, mockWalletInstallOptions }, testInfo, use);
  },
};

// Named, because the inferred type names a package that dapps do not install.
/**
 * Playwright's `test` with a mock wallet: tests a dapp in a real browser, over real WebSockets, without a
 * phone. The test decides what is approved. Needs `@playwright/test`.
 */
export const test: ReturnType<typeof base.extend<MockWalletFixtures>> =
  base.extend<MockWalletFixtures>(mockWalletFixtures);
