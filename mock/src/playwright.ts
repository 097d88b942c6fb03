import { type BrowserContext, test as base, type Fixtures, type PlaywrightTestArgs } from '@playwright/test';
import { PLAYED_PHONE } from 'mobile-wallet-standard/endpoint';
import { type ApprovalRequest, type Approve, approveAll } from './approval.js';
import { createMockWallet, type MockWallet, type MockWalletOptions } from './mock-wallet.js';
import { type OpenAssociation, openAssociation } from './server.js';

/** A mock wallet that is installed for the pages of a browser context. */
export type InstalledMockWallet = MockWallet &
  Readonly<{
    /** What a person was asked so far, the oldest first. */
    asked: readonly ApprovalRequest[];
    /** Decides otherwise from now on; at first everything is approved, or as the wallet's options say. */
    approveWith(approve: Approve): void;
    /** Closes what is open, as when the app is closed; resolves when no port is taken any more. */
    close(): Promise<void>;
  }>;

/** How the mock wallet stands in for the phone's system. */
export type InstallOptions = Readonly<{
  /** Launches that one tap or key press allows: 1, as browsers on phones do, by default. */
  launchesPerTap?: number;
  /**
   * Whether a launch uses up the page's user activation, as phones may do: then `navigator.userActivation.isActive` is
   * false until the next tap or key press. False by default.
   */
  launchConsumesActivation?: boolean;
}>;

/** What {@link mockWalletFixtures} add to a Playwright test. */
export type MockWalletFixtures = {
  /** What the wallet is made of; set it with `test.use({ mockWalletOptions: … })`. */
  mockWalletOptions: MockWalletOptions;
  /** How it is launched; set it with `test.use({ mockWalletInstallOptions: … })`. */
  mockWalletInstallOptions: InstallOptions;
  mockWallet: InstalledMockWallet;
};

const SCHEME = 'solana-wallet:';
const BINDING = '__mobileWalletLaunch';

/**
 * Installs a mock wallet for the pages of a context, before they are opened: an association URI that a page navigates
 * to is served on its local port, as by the wallet app on a phone. The wallet registers there whatever the device is. The navigation itself is cancelled (Navigation API,
 * so Chromium), because full Chromium answers it with a dialog that swallows all later input. As on a phone, a launch
 * without user activation is blocked, and so is a second one for the same tap or key press; either shows as an error of
 * the page. One that succeeds blurs the window.
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

/** Fixtures for a test object of your own: `base.extend<MockWalletFixtures>(mockWalletFixtures)`. */
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
 * Playwright's `test` with a mock wallet, so that a dapp is tested in a real browser without a phone: approving by
 * script, over real WebSockets. Needs Node, `ws` and `@playwright/test`.
 */
export const test = base.extend<MockWalletFixtures>(mockWalletFixtures);

/** Runs in every page; what it uses must be inside it. */
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
  // The browser's own activation could be used up, but whatever Playwright runs in a page gives it anew.
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
    // A navigation that is cancelled leaves the activation as it was; one that is not uses it up.
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
  // A link that opens in a new tab navigates there, not here.
  addEventListener('click', (event) => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    if (link?.target !== '_blank' || !isAssociation(link.href)) return;
    event.preventDefault();
    open(link.href);
  });
}
