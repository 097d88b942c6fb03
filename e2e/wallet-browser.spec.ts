import { expect, type FrameLocator, type Locator, type Page, test } from '@playwright/test';
import { createClusterChain } from '../mock/src/chains.js';
import { test as walletTest } from '../mock/src/playwright.js';
import { findInBothSchemes } from './accessibility.js';
import { startDemoSite } from './demo-site.js';
import { getAccount, getApprove, getHome, getPanel, getWallet, SHOP } from './panel.js';

const RPC = '/__mobile-wallet/rpc/devnet';

/** Returns the page in the wallet app's browser. */
const getOpened = (page: Page): FrameLocator => page.frameLocator('iframe[title$="’s browser"]');

const getSheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose your wallet app' });

/** Presses the demo's button, and in the sheet the link of a wallet app. */
async function openIn(page: Page, app: string): Promise<void> {
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await getSheet(page).getByRole('link', { name: app, exact: true }).click();
}

/** Returns the button that connects the wallet app's own wallet. */
const getConnect = (opened: FrameLocator | Page): Locator =>
  opened.getByRole('button', { name: /Mock wallet/ });

const pay = (opened: FrameLocator | Page): Promise<void> =>
  opened.getByRole('button', { name: 'Pay with your wallet' }).click();

/** Approves the connection, then the payment. */
async function approve(page: Page): Promise<void> {
  await getApprove(page).click();
  await approvePayment(page);
}

async function approvePayment(page: Page): Promise<void> {
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await getApprove(page).click();
}

const getPayment = (opened: FrameLocator | Page): Locator =>
  opened.getByRole('region', { name: 'Your payment' });

const getPaid = (opened: FrameLocator | Page): Locator =>
  getPayment(opened).getByRole('heading', { name: 'Paid 0.01 test SOL' });

/** Makes the wallet of a page fail after it has done what it was asked for, as if its answer got lost. */
async function loseAnswers(opened: Page, feature: string, method: string): Promise<void> {
  await expect(getConnect(opened)).toBeVisible();
  await opened.evaluate(
    ([featureName, methodName]) => {
      const register = ({ features }: { features: Record<string, Record<string, unknown>> }): void => {
        const api = features[featureName] as Record<string, (...inputs: unknown[]) => Promise<unknown>>;
        const call = api[methodName];
        api[methodName] = async (...inputs) => {
          await call?.(...inputs);
          throw new Error('The answer got lost');
        };
      };
      dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
    },
    [feature, method] as const,
  );
}

test.describe('on an iPhone', () => {
  test.beforeEach(async ({ page }) => {
    // Not by the setting, because all tests share this server's wallet.
    await page.route('**/client.js', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace("'wallet-browser' : true", "'wallet-browser' : 'ios'");
      await route.fulfill({ response, body });
    });
  });

  test('a user opens the page in a wallet app, connects and pays there', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/?order=5#actions');
    await openIn(page, 'Phantom');
    const opened = getOpened(page);
    await pay(opened);
    await approve(page);
    await expect(getPaid(opened)).toBeVisible();
    const code = opened.getByRole('region', { name: 'The code that runs' });
    await expect(code.locator('[data-state="done"]').last()).toContainText('signAndSendTransaction(');
    await expect(code.locator('[data-state="done"]:visible')).toHaveCount(2);
    await opened.getByRole('button', { name: 'Pay again' }).click();
    await approvePayment(page);
    await expect(getPaid(opened)).toBeVisible();
  });

  test('a user who declines only the payment is connected, and can still pay', async ({ page }) => {
    await page.goto(SHOP);
    await openIn(page, 'Phantom');
    const opened = getOpened(page);
    await pay(opened);
    await getApprove(page).click();
    await getWallet(page).getByRole('button', { name: 'Decline' }).click();
    await expect(getPayment(opened).getByRole('status')).toContainText('Your wallet declined');
    await expect(getAccount(opened)).toBeVisible();
    await opened.getByRole('button', { name: 'Pay with your wallet' }).click();
    await approvePayment(page);
    await expect(getPaid(opened)).toBeVisible();
  });

  test('the page in the wallet app is the whole address, without a panel of its own and without the sheet', async ({
    page,
  }) => {
    await page.goto('/shop.html?order=5#actions');
    await openIn(page, 'Solflare');
    const opened = getOpened(page);
    await expect(getConnect(opened)).toBeVisible();
    await expect(opened.getByText('Mobile Wallet Adapter')).toHaveCount(0);
    await expect(opened.locator('mobile-wallet-panel')).toHaveCount(0);
    const shown = await opened.locator('html').evaluate(() => location.href);
    expect(shown).toBe(page.url());
    await expect(getPanel(page).getByText('/shop.html?order=5')).toBeVisible();
  });

  test('a user who comes back finds no sheet and nothing pending, and can tap again', async ({ page }) => {
    await page.goto(SHOP);
    for (const app of ['Solflare', 'Phantom']) {
      await openIn(page, app);
      await expect(getConnect(getOpened(page))).toBeVisible();
      expect(await page.evaluate(() => document.visibilityState)).toBe('hidden');
      await expect(getSheet(page)).toHaveCount(0);
      await expect(page.getByText('Opened in your wallet app')).toBeVisible();
      await getPanel(page)
        .getByRole('button', { name: `Close ${app}’s browser` })
        .click();
      await expect(getPanel(page).locator('.browser')).toHaveCount(0);
      expect(await page.evaluate(() => document.visibilityState)).toBe('visible');
    }
  });

  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    test.describe(`${viewport.width} pixels wide`, () => {
      test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

      test('the wallet app’s browser has no accessibility problem', async ({ page }) => {
        await page.goto(SHOP);
        await openIn(page, 'Phantom');
        await expect(getConnect(getOpened(page))).toBeVisible();
        expect(await findInBothSchemes(page, 'all', 'mobile-wallet-panel')).toEqual([]);
      });
    });
  }
});

walletTest.describe('in a test of Playwright', () => {
  walletTest.use({
    mockWalletOptions: async ({ baseURL }, use) => {
      await use({ phone: 'iphone', chain: createClusterChain(new URL(RPC, baseURL).href) });
    },
  });

  walletTest('the page opens in a tab, and the user comes back', async ({ page, mockWallet }) => {
    await page.goto('/shop.html?order=5#actions');
    await openIn(page, 'Phantom');
    const opened = await mockWallet.waitForWalletBrowser();
    expect(opened.url()).toBe(page.url());
    await expect(page.getByText('Opened in your wallet app')).toBeVisible();
    await pay(opened);
    await expect(getPaid(opened)).toBeVisible();
    expect(mockWallet.requests.find(({ method }) => method === 'authorize')?.params).toMatchObject({
      chain: 'solana:devnet',
    });
    await opened.close();
    await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('visible');
    await openIn(page, 'Solflare');
    await (await mockWallet.waitForWalletBrowser()).close();
  });

  walletTest(
    'a payment whose answer got lost is found on the chain by its reference',
    async ({ page, mockWallet }) => {
      await page.goto(SHOP);
      await openIn(page, 'Phantom');
      const opened = await mockWallet.waitForWalletBrowser();
      await loseAnswers(opened, 'solana:signAndSendTransaction', 'signAndSendTransaction');
      await pay(opened);
      await expect(getPaid(opened)).toBeVisible();
    },
  );

  walletTest('a wallet that fails while it connects has certainly not paid', async ({ page, mockWallet }) => {
    await page.goto(SHOP);
    await openIn(page, 'Phantom');
    const opened = await mockWallet.waitForWalletBrowser();
    await loseAnswers(opened, 'standard:connect', 'connect');
    await pay(opened);
    await expect(getPayment(opened).getByRole('status')).toContainText('That did not work');
  });
});

test.describe('on a static page', () => {
  let site: Awaited<ReturnType<typeof startDemoSite>>;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    site = await startDemoSite();
  });
  test.afterAll(() => site?.close());

  test('the panel’s setting plays an iPhone, and the page in the wallet app uses the page’s own wallet and chain', async ({
    page,
  }) => {
    await page.goto(`${site.url}shop.html#actions`);
    const home = getHome(page);
    await home.getByRole('tab', { name: 'Settings' }).click();
    await home.getByText('Phone', { exact: true }).click();
    const loaded = page.waitForEvent('load');
    await home.getByLabel('an iPhone').check();
    await loaded;
    await openIn(page, 'Phantom');
    const opened = getOpened(page);
    await pay(opened);
    await approve(page);
    await expect(getPaid(opened)).toBeVisible();
    await getPanel(page).getByRole('button', { name: 'Close Phantom’s browser' }).click();
    await getPanel(page).getByRole('button', { name: 'Plays an iPhone' }).click();
    await page.getByRole('button', { name: 'Pay with your wallet' }).click();
    await expect(getApprove(page)).toBeEnabled();
  });
});
