import { expect, type Page } from '@playwright/test';
import { PLAYED_APPS } from 'mobile-wallet-standard/endpoint';
import { test } from '../mock/src/playwright.js';
import { serveScript, useResource } from './bundle.js';

const FIRST = 'com.example.first';
const SECOND = 'com.example.second';
const BROKEN = 'com.example.broken';

const dapp = useResource(() => serveScript('wallet-apps/page.ts'));

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
/** Opens the dapp, which opens the app of this package, or leaves that to the phone. */
const open = async (page: Page, androidPackage = ''): Promise<void> => {
  await page.goto(`${dapp.url}/#${androidPackage}`);
  await page.reload();
};
const getPlayedApps = (page: Page): Promise<unknown> =>
  page.evaluate((key) => Reflect.get(globalThis, Symbol.for(key)) as unknown, PLAYED_APPS);
const isHidden = (page: Page): Promise<boolean> => page.evaluate(() => document.hidden);

async function connect(page: Page): Promise<string> {
  await press(page, 'Connect');
  await expect(page.locator('output')).toHaveText(/^\w{32,44}$/);
  return page.locator('output').innerText();
}

test('a phone with one app says so, and has the store for other packages', async ({ page, mockWallet }) => {
  await open(page, SECOND);
  expect(await getPlayedApps(page)).toBeUndefined();
  await press(page, 'Connect');
  await expect
    .poll(() => mockWallet.launches)
    .toMatchObject([{ refusal: `The store was opened: the phone has no ${SECOND}.` }]);
});

test.describe('with several wallet apps', () => {
  test.use({
    mockWalletInstallOptions: {
      walletApps: [
        { name: 'First', androidPackage: FIRST },
        { name: 'Second', androidPackage: SECOND, accounts: [{ label: 'Only' }] },
        { name: 'Broken', androidPackage: BROKEN, state: 'silent' },
      ],
    },
  });

  test('the test answers the chooser, once and always', async ({ page, mockWallet }) => {
    const { phone } = mockWallet;
    phone.chooseNext(SECOND);
    phone.chooseNext(FIRST, { isAlways: true });
    await open(page);
    expect(await getPlayedApps(page)).toBe(true);
    expect(await connect(page)).toBe(phone.apps[1]?.accounts[0]?.address);
    for (let round = 0; round < 2; round++) {
      await press(page, 'Disconnect');
      await expect(page.locator('output')).toHaveText('disconnected');
      expect(await connect(page)).toBe(mockWallet.accounts[0]?.address);
    }
    expect(phone.defaultApp).toBe(FIRST);
    expect(mockWallet.launches).toMatchObject([
      { androidPackage: SECOND, chooser: 'once', isConnected: true },
      { androidPackage: FIRST, chooser: 'always', isConnected: true },
      { androidPackage: FIRST, isConnected: true },
    ]);
    expect(mockWallet.launches[2]).not.toHaveProperty('chooser');
    expect(phone.apps[1]?.launches).toHaveLength(1);
    phone.clearDefault();
    expect(phone.defaultApp).toBeUndefined();
  });

  test('an intent opens its app, of which the test decides the answers', async ({ page, mockWallet }) => {
    const [, second] = mockWallet.phone.apps;
    second?.declineNext();
    await open(page, SECOND);
    await press(page, 'Connect');
    await expect(page.locator('output')).toHaveText('USER_REJECTED');
    await press(page, 'Connect');
    // A wallet that said no is offered again, first in the list.
    await page.getByRole('button', { name: 'Open it again' }).click();
    await expect(page.locator('output')).toHaveText(String(second?.accounts[0]?.address));
    expect(second?.requests.map(({ method }) => method)).toContain('authorize');
    expect(mockWallet.requests).toEqual([]);
    expect(mockWallet.launches[0]?.uri).toMatch(
      /^intent:\/v1\/associate\/local\?.*;package=com\.example\.second;end$/,
    );
  });

  test('an app that never answers hides the page until the user is back', async ({ page, mockWallet }) => {
    const { phone } = mockWallet;
    phone.chooseNext(BROKEN, { isAlways: true });
    await open(page);
    await press(page, 'Connect');
    await expect.poll(() => isHidden(page)).toBe(true);
    await phone.returnToPage();
    expect(await isHidden(page)).toBe(false);
    // The library asks only a user who was away for less than a second.
    const dialog = page.locator('mobile-wallet-dialog').getByRole('dialog', { name: /Your wallet/ });
    await expect(dialog.or(page.locator('output').filter({ hasText: 'USER_CANCELLED' }))).toBeVisible();
    expect(mockWallet.launches).toMatchObject([{ androidPackage: BROKEN, isConnected: false }]);
    expect(mockWallet.explainWaiting()).toContain('no dapp has connected to it');
  });

  test('an app breaks, is removed, and is installed again', async ({ page, mockWallet }) => {
    const { phone } = mockWallet;
    phone.setAppState(SECOND, 'missing');
    await open(page, SECOND);
    await press(page, 'Connect');
    await expect.poll(() => isHidden(page)).toBe(true);
    expect(mockWallet.launches).toMatchObject([{ refusal: expect.stringContaining('The store was opened') }]);
    phone.setAppState(SECOND, 'works');
    await phone.returnToPage();
    await open(page, SECOND);
    expect(await connect(page)).toBe(phone.apps[1]?.accounts[0]?.address);
    phone.setAppState(SECOND, 'silent');
    await press(page, 'Sign');
    await expect
      .poll(() => mockWallet.launches.at(-1))
      .toMatchObject({ androidPackage: SECOND, isConnected: false });
  });
});
