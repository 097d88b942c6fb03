import { devices, expect, type Page } from '@playwright/test';
import { createLiteSvmChain } from '../mock/src/chain/litesvm-chain.js';
import { test } from '../mock/src/playwright.js';
import { SEED } from './interop/run.js';
import { ADDRESS, blockOtherSites } from './pickers/app.js';
import { clickWallet, type Driver, NAME } from './pickers/driver.js';
import { privy } from './pickers/privy/driver.js';
import { servePicker } from './pickers/site.js';
import { turnkey } from './pickers/turnkey/driver.js';
import { web3auth } from './pickers/web3auth/driver.js';

// Logs in with libraries that have servers of their own.
const LIBRARIES = { privy, web3auth };
/** Privy treats the default name in a way of its own. */
const OTHER_NAME = privy.parameters?.['name'] ?? NAME;
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {};
const chain = createLiteSvmChain();
test.use({ ...pixel, mockWalletOptions: { chain, accounts: [{ seed: SEED }] } });

/** Runs `work` on the page of a library's app. */
async function onPage(
  page: Page,
  name: string,
  { answer }: Driver,
  query: string,
  work: () => Promise<void>,
): Promise<void> {
  const site = await servePicker(name, chain);
  await blockOtherSites(page);
  await answer?.(page);
  await page.goto(`${site.url}/${query}`);
  await work().finally(() => site.close());
}

/**
 * Waits until the app shows the account: several requests after the tap, so for as long as the test may take.
 */
async function waitForAccount(page: Page): Promise<void> {
  const shown = page.getByTestId('address');
  await shown.waitFor();
  await expect(shown).toHaveText(ADDRESS);
}

const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Picker asks for your signature' });

test('Turnkey connects and signs its request in one visit', async ({ page, mockWallet }) => {
  await onPage(page, 'turnkey', turnkey, '', async () => {
    await page.getByRole('button', { name: `Log in with ${NAME}` }).click();
    await waitForAccount(page);
    expect(mockWallet.asked.map(({ type }) => type)).toEqual(['authorize', 'sign-messages']);
  });
});

// The signature comes after an answer of the library's server. Without `idleMs` the session has ended by
// then, and a dialog asks for another tap: `pickers.spec.ts`. Ten minutes, because a busy machine may take
// longer than any short time between the connection and the signature; the second launch would then follow
// the same tap.
for (const [name, label, query] of [
  ['web3auth', 'Connect', '?idleMs=600000'],
  ['privy', 'Log in', `?idleMs=600000&name=${OTHER_NAME}`],
] as const) {
  test(`${name} connects and signs in one visit with the option idleMs`, async ({ page, mockWallet }) => {
    await onPage(page, name, LIBRARIES[name], query, async () => {
      await page.getByRole('button', { name: label, exact: true }).click();
      await page.getByRole('button', { name: new RegExp(`^(${NAME}|${OTHER_NAME})`) }).click();
      await waitForAccount(page);
      expect(mockWallet.asked.map(({ type }) => type)).toEqual(['authorize', 'sign-messages']);
      expect(mockWallet.launches).toHaveLength(1);
    });
  });
}

test.describe(() => {
  test.use({ mockWalletInstallOptions: { launchConsumesActivation: true } });

  test('web3auth disconnects a wallet that does not sign, and connects it again', async ({ page }) => {
    await onPage(page, 'web3auth', web3auth, '', async () => {
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await clickWallet(page);
      await getDialog(page).getByRole('button', { name: 'Cancel' }).press('Enter');
      await page.locator('main', { hasText: '{"action":"connect","error":' }).waitFor();
      await expect(page.getByTestId('address')).toHaveCount(0);
      await page.reload();
      await web3auth.connect(page);
      await waitForAccount(page);
    });
  });

  test('privy asks for a tap of its own on a phone, under the default name', async ({ page, mockWallet }) => {
    await onPage(page, 'privy', privy, '', async () => {
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('button', { name: NAME }).click();
      await page.getByRole('button', { name: 'Sign with your wallet' }).click();
      await waitForAccount(page);
      await expect(getDialog(page)).toHaveCount(0);
      expect(mockWallet.asked.map(({ type }) => type)).toEqual(['authorize', 'sign-messages']);
    });
  });
});
