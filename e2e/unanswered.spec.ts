import { expect, type Page } from '@playwright/test';
import { test } from '../mock/src/playwright.js';
import { serveScript, useResource } from './bundle.js';

const SIGNED = { result: 64 };

const site = useResource(() => serveScript('second-visit/page.ts', { '/nonce': 'nonce' }));

async function open(page: Page): Promise<void> {
  await page.goto(site.url);
  await page.getByRole('button', { name: 'login' }).waitFor();
}

const tap = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

async function getOutcome(page: Page): Promise<unknown> {
  return JSON.parse(await page.locator('output').innerText());
}

/** Pretends that the user leaves the page or returns, because pages under Playwright are always visible. */
const show = (page: Page, visibility: DocumentVisibilityState): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);

test.describe('if the wallet app ignores a launch while it finishes', () => {
  test.use({
    mockWalletInstallOptions: { launchesPerTap: 2 },
    // Less than on a phone, because a busy machine may notice the end of a session late.
    mockWalletOptions: { quirks: { ignoresLaunchMs: 50 } },
  });

  test('none of two sessions one after another is lost', async ({ page, mockWallet }) => {
    await open(page);
    await tap(page, 'login');
    expect(await getOutcome(page)).toEqual(SIGNED);
    expect(mockWallet.launches).toMatchObject([{ isConnected: true }, { isConnected: true }]);
  });
});

test('a hidden page opens the wallet app once it is visible', async ({ page, mockWallet }) => {
  await open(page);
  await page.evaluate(() => {
    navigation?.addEventListener('navigate', () =>
      document.body.append(`launched: ${document.visibilityState}`),
    );
  });
  await show(page, 'hidden');
  await tap(page, 'connect');
  await page.evaluate(() => fetch('/nonce'));
  await show(page, 'visible');
  await expect(page.getByText('launched: visible')).toBeVisible();
  expect(await getOutcome(page)).toEqual({ result: 1 });
  expect(mockWallet.launches).toHaveLength(1);
});

test.describe('if the wallet app never answers a stored token', () => {
  test.use({ mockWalletOptions: { quirks: { refusedToken: 'silence' } } });

  /** Signs after a reload, until the user is back from the wallet app, which has not answered. */
  async function signInVain(page: Page, count: () => number): Promise<void> {
    const before = count();
    await open(page);
    await tap(page, 'build and sign');
    await expect.poll(count).toBe(before + 1);
    await show(page, 'hidden');
    await show(page, 'visible');
  }

  test.beforeEach(async ({ page, mockWallet }) => {
    await open(page);
    await tap(page, 'connect');
    expect(await getOutcome(page)).toEqual({ result: 1 });
    mockWallet.revokeTokens();
  });

  test('the third call asks the user', async ({ page, mockWallet }) => {
    const count = () => mockWallet.requests.filter(({ method }) => method === 'authorize').length;
    for (let time = 0; time < 2; time++) {
      await signInVain(page, count);
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      expect(await getOutcome(page)).toEqual({ code: 'USER_CANCELLED' });
    }
    await open(page);
    await tap(page, 'build and sign');
    expect(await getOutcome(page)).toEqual(SIGNED);
  });

  test('the user can have it asked anew in the same session', async ({ page, mockWallet }) => {
    await signInVain(page, () => mockWallet.requests.filter(({ method }) => method === 'authorize').length);
    const dialog = page.getByRole('dialog', { name: 'Continue in your wallet app' });
    await expect(dialog.getByRole('button')).toHaveText(['Cancel']);
    await dialog.getByRole('button', { name: 'Ask again' }).click();
    expect(await getOutcome(page)).toEqual(SIGNED);
    expect(mockWallet.launches).toHaveLength(2);
  });
});
