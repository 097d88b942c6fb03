import type { Page } from '@playwright/test';
import { getErrorMessage } from '../../explain/foreign.js';
import { createFinishingApps } from '../../phone/finishing-apps.js';
import {
  type AppChoice,
  assertWalletApps,
  createWalletApps,
  type LaunchTarget,
  MOCK_WALLET_APPS,
  type MockWalletApp,
  type WalletAppState,
} from '../../phone/wallet-apps.js';
import { setPageHidden } from '../../screens/panel/browser-frame.js';
import { openAssociation } from '../../sockets/associations.js';
import type { MockWallet, MockWalletOptions } from '../../wallet/mock-wallet.js';
import { combine, createTestedWallet, type TestedWallet } from '../testing/tested-wallet.js';
import type { TestVerbs } from '../testing/wallet-verbs.js';

/** A wallet app of the phone in a test: a mock wallet of its own, with what a test can do with it. */
export type MockPhoneApp = MockWallet & TestVerbs & Readonly<Pick<MockWalletApp, 'name' | 'androidPackage'>>;

/**
 * The phone in a test. With the option `walletApps` it has several wallet apps, and Android's chooser among
 * them.
 */
export type MockPhone = Readonly<{
  /** Its wallet apps. The first is `mockWallet` itself. */
  apps: readonly MockPhoneApp[];
  /**
   * Answers the next chooser: it opens this app, once or, with `isAlways`, from then on. Answers are used in
   * the order of these calls. Without one, the first app opens, once.
   */
  chooseNext(androidPackage: string, options?: Readonly<{ isAlways?: boolean }>): void;
  /** The package of the app that opens always; `undefined` if the phone asks. */
  defaultApp: string | undefined;
  /** Makes the phone ask again. */
  clearDefault(): void;
  /** Changes how an app is: as after an update that breaks it, or after it was removed or installed. */
  setAppState(androidPackage: string, state: WalletAppState): void;
  /**
   * Brings the user back to the page from an app that never answers, or from the store. The page looks hidden
   * meanwhile.
   */
  returnToPage(): Promise<void>;
}>;

/** A phone, and what its installation does with it. */
export type InstalledPhone = Readonly<{
  phone: MockPhone;
  /** Opens an address that a page has opened: an association URI, or an `intent:` address with one. */
  open(page: Page, address: string): Promise<void>;
}>;

/** Creates the phone of a test, whose first wallet app is `first`. */
export async function createMockPhone(
  first: TestedWallet,
  walletApps: readonly MockWalletApp[] | undefined,
  { chain }: MockWalletOptions,
): Promise<InstalledPhone> {
  const list = walletApps ?? MOCK_WALLET_APPS;
  assertWalletApps(list);
  const hasSeveral = first.wallet.getSettings().phone === 'android-apps';
  const system = createWalletApps(list, () => hasSeveral);
  const apps = await Promise.all(
    system.getApps().map(async ({ name, androidPackage }, index): Promise<MockPhoneApp> => {
      if (index === 0) return combine(first.wallet, { name, androidPackage });
      const { accounts, settings } = list[index] ?? {};
      const { wallet } = await createTestedWallet(
        { ...(chain && { chain }), ...(accounts && { accounts }), ...(settings && { settings }) },
        first.log,
      );
      return combine(wallet, {
        name,
        androidPackage,
        get launches() {
          return first.wallet.launches.filter((launch) => launch.androidPackage === androidPackage);
        },
      });
    }),
  );
  const finishing = createFinishingApps();
  const choices: AppChoice[] = [];
  let hidden: Page | undefined;

  const hide = async (page: Page): Promise<void> => {
    hidden = page;
    await page.evaluate(setPageHidden, true);
  };
  const find = (address: string, choice?: AppChoice): LaunchTarget => {
    try {
      return system.find(address, choice);
    } catch (error) {
      first.log.note(address, { refusal: getErrorMessage(error) });
      throw error;
    }
  };

  return {
    phone: {
      apps,
      chooseNext(androidPackage, { isAlways = false } = {}) {
        choices.push({ androidPackage, isAlways });
      },
      get defaultApp() {
        return system.getDefault();
      },
      clearDefault: system.clearDefault,
      setAppState: system.setState,
      async returnToPage() {
        await hidden?.evaluate(setPageHidden, false);
        hidden = undefined;
      },
    },
    async open(page, address) {
      const asked = find(address);
      const choice =
        asked.type === 'chooser'
          ? (choices.shift() ?? { androidPackage: asked.apps[0]?.androidPackage ?? '', isAlways: false })
          : undefined;
      const target = choice ? find(address, choice) : asked;
      const chooser = choice && { chooser: choice.isAlways ? ('always' as const) : ('once' as const) };
      if (target.type === 'store') {
        first.log.note(address, {
          refusal: `The store was opened: the phone has no ${target.androidPackage}.`,
        });
        return hide(page);
      }
      if (target.type !== 'app') return first.log.note(address, { refusal: 'The phone has no wallet app.' });
      const { uri, app } = target;
      const wallet = apps.find(({ androidPackage }) => androidPackage === app.androidPackage);
      const details = { ...chooser, androidPackage: app.androidPackage };
      if (app.state === 'silent' || !wallet) {
        first.log.note(address, details);
        return hide(page);
      }
      if (finishing.isFinishing(wallet)) {
        return first.log.note(address, { ...details, refusal: 'The app was about to finish.' });
      }
      const session = await first.launch(
        address,
        (noting, signal) => openAssociation(noting, uri, { signal }),
        { ...details, wallet },
      );
      finishing.follow(wallet, session);
    },
  };
}
