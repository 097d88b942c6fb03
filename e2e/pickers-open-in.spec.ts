import { devices, expect, type Locator, type Page, test } from '@playwright/test';
import { createLiteSvmChain } from '../mock/src/chain/litesvm-chain.js';
import { useResource } from './bundle.js';
import { blockOtherSites } from './pickers/app.js';
import { NAME } from './pickers/driver.js';
import { DRIVERS, LIBRARIES } from './pickers/drivers.js';
import { servePicker } from './pickers/site.js';

// What published wallet pickers show on an iPhone, where no session is possible and this package's wallet
// shows links to wallet apps. None may show more than after a refusal, and each can be tapped again.
const { defaultBrowserType: _, ...iphone } = devices['iPhone 14'] ?? {};
test.use(iphone);
test.describe.configure({ mode: 'parallel' });

/** How a picker differs from one that goes back to its button, and connects by that again. */
type Differences = Readonly<{
  connect?(page: Page): Promise<void>;
  /** What is shown after a call that was cancelled, and the button in it that connects again. */
  after?: Readonly<{ text: string; again: string }>;
}>;

const clickButtons =
  (...names: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name }).click();
  };

const PICKERS: Readonly<Record<string, Differences>> = {
  'wallet-adapter': {},
  'wallet-ui': {
    async connect(page) {
      // A press while the list is still closing would close it again.
      await expect(async () => {
        await page.getByRole('button', { name: 'Select Wallet' }).click({ timeout: 1_000 });
        await page.getByRole('button', { name: NAME }).click({ timeout: 1_000 });
      }).toPass();
    },
  },
  'solana-react': {},
  connector: {},
  // It calls every connect that fails a refusal.
  reown: { after: { text: 'Connection declined', again: 'Try again' } },
  // Under a name of the dapp's own. It says this of every connect that fails.
  privy: {
    connect: clickButtons('Log in', 'Wallet app'),
    after: { text: 'The connected wallet has no Solana accounts', again: 'Retry' },
  },
};

/** Taps a link, as if the phone then showed the app, and the user came back. */
async function openApp(page: Page, dialog: Locator): Promise<void> {
  await page.evaluate(() => {
    addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true });
  });
  await dialog.getByRole('link', { name: 'Phantom', exact: true }).click();
  await page.evaluate(() => {
    for (const value of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });
}

for (const [name, { connect, after }] of Object.entries(PICKERS)) {
  test.describe(name, () => {
    const driver = { ...DRIVERS, ...LIBRARIES }[name];
    if (!driver) throw new Error(`There is no driver of ${name}`);
    const site = useResource(() => servePicker(name, createLiteSvmChain()));

    test(`${name} shows the links again after a cancel, and after a return from the app`, async ({
      page,
    }) => {
      await blockOtherSites(page);
      await driver.answer?.(page);
      await page.goto(`${site.url}/?${new URLSearchParams({ openIn: '', ...driver.parameters })}`);
      const open = connect ?? driver.connect;
      const dialog = page.locator('mobile-wallet-dialog').getByRole('dialog');
      await open(page);
      await expect(dialog).toContainText('Choose your wallet app');
      for (const leave of [
        () => dialog.getByRole('button', { name: 'Cancel' }).click(),
        () => openApp(page, dialog),
        // The picker's own list may still be open below.
        () => page.keyboard.press('Escape'),
      ]) {
        await leave();
        await expect(dialog).toBeHidden();
        if (after) {
          await expect(page.getByText(after.text)).toBeVisible();
          await page.getByRole('button', { name: after.again }).click();
        } else {
          await expect(page.getByText(/cancelled|Phantom/)).toHaveCount(0);
          await open(page);
        }
        await expect(dialog).toContainText('Choose your wallet app');
      }
    });
  });
}
