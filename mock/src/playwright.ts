import { type BrowserContext, test as base, type Fixtures, type PlaywrightTestArgs } from '@playwright/test';
import { PLAYED_PHONE } from 'mobile-wallet-standard/endpoint';
import { type ApprovalRequest, type Approve, approveAll } from './approval.js';
import { createMockWallet, type MockWallet, type MockWalletOptions } from './mock-wallet.js';
import { type OpenAssociation, openAssociation } from './server.js';

/** A mock wallet that is installed for the pages of a browser context. */
export type InstalledMockWallet = MockWallet &
  Readonly<{
    /** All requests for approval so far, oldest first. */
    asked: readonly ApprovalRequest[];
    /** Replaces the function that decides. At first it is the wallet's option `approve`, by default `approveAll`. */
    approveWith(approve: Approve): void;
    /** Closes all sessions, as if the app were closed. Resolves once all ports are free. */
    close(): Promise<void>;
  }>;

/** How the mock wallet imitates a phone's system. */
export type InstallOptions = Readonly<{
  /** How many launches one tap or key press allows. 1 by default, as browsers on phones do. */
  launchesPerTap?: number;
  /**
   * Whether a launch uses up the page's user activation, as phones may do. If so,
   * `navigator.userActivation.isActive` is false until the next tap or key press. `false` by default.
   */
  launchConsumesActivation?: boolean;
}>;

/** The fixtures that {@link mockWalletFixtures} adds to a Playwright test. */
export type MockWalletFixtures = {
  /** The wallet's options; set them with `test.use({ mockWalletOptions: … })`. */
  mockWalletOptions: MockWalletOptions;
  /** How launches behave; set it with `test.use({ mockWalletInstallOptions: … })`. */
  mockWalletInstallOptions: InstallOptions;
  mockWallet: InstalledMockWallet;
};

const SCHEME = 'solana-wallet:';
const BINDING = '__mobileWalletLaunch';

/**
 * Installs a mock wallet for the pages of a browser context. Call it before opening them. When a page navigates to
 * an association URI, the mock wallet listens on its local port, as the wallet app on a phone would. The wallet
 * registers on any device.
 *
 * The navigation itself is cancelled, because Chromium would show a dialog that blocks all later input. That needs
 * the Navigation API, and so Chromium. As on a phone, a launch without user activation is blocked, and so is a
 * second one for the same tap or key press; each throws an error in the page. A successful launch blurs the window.
 */
export async function installMockWallet(
  context: BrowserContext,
  options: MockWalletOptions = {},
  { launchesPerTap = 1, launchConsumesActivation = false }: InstallOptions = {},
): Promise<InstalledMockWallet> {
  const asked: ApprovalRequest[] = [];
  const associations: OpenAssociation[] = [];
  let decide = options.approve ?? approveAll;
  const wallet = await createMockWallet({
    ...options,
    approve(request, callOptions) {
      asked.push(request);
      return decide(request, callOptions);
    },
  });
  await context.exposeBinding(BINDING, async (_source, uri: string) => {
    associations.push(await openAssociation(wallet, uri));
  });
  const { walletUriBase } = options;
  const bases = walletUriBase === undefined ? [] : [`${walletUriBase.replace(/\/*$/, '')}/v1/associate/`];
  await context.addInitScript(catchLaunches, {
    binding: BINDING,
    prefixes: [SCHEME, ...bases],
    launchesPerTap,
    playedPhone: PLAYED_PHONE,
    launchConsumesActivation,
  });

  return {
    ...wallet,
    asked,
    approveWith(approve) {
      decide = approve;
    },
    async close() {
      await Promise.all(associations.map((association) => association.close()));
    },
  };
}

/** The fixtures, for your own test object: `base.extend<MockWalletFixtures>(mockWalletFixtures)`. */
export const mockWalletFixtures: Fixtures<MockWalletFixtures, Record<never, never>, PlaywrightTestArgs> = {
  mockWalletOptions: [{}, { option: true }],
  mockWalletInstallOptions: [{}, { option: true }],
  mockWallet: async ({ context, mockWalletOptions, mockWalletInstallOptions }, use) => {
    const wallet = await installMockWallet(context, mockWalletOptions, mockWalletInstallOptions);
    await use(wallet);
    await wallet.close();
  },
};

/**
 * Playwright's `test` with a mock wallet: tests a dapp in a real browser, over real WebSockets, without a phone.
 * The test decides what is approved. Needs `@playwright/test`.
 */
export const test = base.extend<MockWalletFixtures>(mockWalletFixtures);

/** Catches launches in every page. Playwright serialises this function, so it cannot use anything outside of itself. */
function catchLaunches({
  binding,
  prefixes,
  launchesPerTap,
  launchConsumesActivation,
  playedPhone,
}: Readonly<{ binding: string; prefixes: readonly string[]; playedPhone: string }> &
  Required<InstallOptions>): void {
  Object.assign(globalThis, { [Symbol.for(playedPhone)]: true });
  const launch = (globalThis as unknown as Record<string, (uri: string) => Promise<void>>)[binding];
  let launches = 0;
  const renew = (event: Event): void => {
    if (event.isTrusted) launches = 0;
  };
  for (const type of ['keydown', 'mousedown', 'pointerup', 'touchend']) addEventListener(type, renew, true);
  // Imitate activation, because every script that Playwright runs in a page renews the browser's own.
  const { userActivation } = navigator;
  if (launchConsumesActivation) {
    const value = {
      get isActive() {
        return launches === 0 && userActivation.isActive;
      },
      get hasBeenActive() {
        return userActivation.hasBeenActive;
      },
    };
    Object.defineProperty(navigator, 'userActivation', { configurable: true, value });
  }
  const open = (url: string): void => {
    if (!navigator.userActivation.isActive) {
      throw new Error('The mock wallet was not launched: the navigation had no user activation');
    }
    // Count launches, because a cancelled navigation does not use up the activation, unlike a real launch.
    if (launches >= launchesPerTap) {
      throw new Error('The mock wallet was not launched: a tap allows one launch');
    }
    launches++;
    void launch?.(url).then(() => window.dispatchEvent(new Event('blur')));
  };
  const isAssociation = (url: string): boolean => prefixes.some((prefix) => url.startsWith(prefix));
  navigation.addEventListener('navigate', (event) => {
    const { url } = event.destination;
    if (!event.cancelable || !isAssociation(url)) return;
    event.preventDefault();
    open(url);
  });
  // A link that opens in a new tab does not navigate this page.
  addEventListener('click', (event) => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (link?.target !== '_blank' || !isAssociation(link.href)) return;
    event.preventDefault();
    open(link.href);
  });
}
