import { devices, expect, type Page } from '@playwright/test';
import { createLiteSvmChain } from '../mock/src/chain/litesvm-chain.js';
import { test } from '../mock/src/playwright.js';
import { SEED } from './interop/run.js';
import { ADDRESS, act, blockOtherSites, expectSigned } from './pickers/app.js';
import { NAME } from './pickers/driver.js';
import { DRIVERS, LIBRARIES } from './pickers/drivers.js';
import { type Site, servePicker } from './pickers/site.js';

// What published libraries do beyond the steps of pickers.spec.ts: the rules at the end of
// `test/rules/README.md`.
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {};
const chain = createLiteSvmChain();
const sites: Site[] = [];
test.use({ mockWalletOptions: { chain, accounts: [{ seed: SEED }] } });
test.afterEach(() => {
  for (const site of sites.splice(0)) site.close();
});

/** Opens a library's app with these parameters of its address. Returns the library's driver. */
async function open(page: Page, name: string, parameters: Readonly<Record<string, string>> = {}) {
  const driver = { ...DRIVERS, ...LIBRARIES }[name];
  if (!driver) throw new Error(`There is no driver for ${name}`);
  const site = await servePicker(driver.app ?? name, chain);
  sites.push(site);
  await blockOtherSites(page);
  await driver.answer?.(page);
  await page.goto(
    `${site.url}/?${new URLSearchParams({ local: 'always', ...driver.parameters, ...parameters })}`,
  );
  return driver;
}

/**
 * Waits until a condition is true. Uses CDP, because Playwright's own calls give the page user activation.
 */
async function waitWithoutTap(page: Page, condition: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const check = `if (${condition}) resolve(clearInterval(timer))`;
  const expression = `new Promise((resolve) => { const timer = setInterval(() => { ${check} }, 20) })`;
  await session.send('Runtime.evaluate', { expression, awaitPromise: true });
}

test('rule 40: AppKit connects while the page loads, which opens nothing once the authorization is gone', async ({
  page,
  mockWallet,
}) => {
  const driver = await open(page, 'reown');
  await driver.connect(page);
  await expect(page.getByTestId('address')).toHaveText(ADDRESS);
  expect(mockWallet.launches).toHaveLength(1);
  await page.evaluate((prefix) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  }, 'mobile-wallet-standard');
  await page.reload();
  await waitWithoutTap(page, "localStorage.getItem('@appkit/connection_status') === 'disconnected'");
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
  expect(mockWallet.launches).toHaveLength(1);
});

test('rule 41: AppKit asks for its network, which is refused without a launch if `chains` lacks it', async ({
  page,
  mockWallet,
}) => {
  const driver = await open(page, 'reown', { network: 'mainnet' });
  await driver.connect(page);
  await expect(page.getByTestId('address')).toHaveText(ADDRESS);
  const { error } = await act(page, 'Sign one');
  expect(error).toBe('`chain` must be one of solana:devnet');
  expect(mockWallet.launches).toHaveLength(1);
});

test('rule 41: AppKit signs on any network of `chains`', async ({ page, mockWallet }) => {
  const driver = await open(page, 'reown', { network: 'mainnet', chains: 'every' });
  await driver.connect(page);
  await expect(page.getByTestId('address')).toHaveText(ADDRESS);
  const { signed } = await act(page, 'Sign one');
  expectSigned(signed, 1);
  expect(mockWallet.launches).toHaveLength(2);
});

test("rule 44: Phantom's SDK lists the wallet, and sets `navigator.wallets` to an object", async ({
  page,
}) => {
  await open(page, 'phantom');
  await expect(page.getByRole('button', { name: NAME })).toBeVisible();
  const kind = await page.evaluate(() => {
    const { wallets } = navigator as unknown as { wallets: unknown };
    return { isArray: Array.isArray(wallets), type: typeof wallets };
  });
  expect(kind).toEqual({ isArray: false, type: 'object' });
});

test('rule 47: AppKit hides the wallet if `includeWalletIds` is set', async ({ page }) => {
  await open(page, 'reown', { include: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393' });
  await page.getByRole('button', { name: 'Connect Wallet' }).click();
  await expect(page.getByText('Search Wallet')).toBeVisible();
  await expect(page.getByRole('button', { name: NAME })).toHaveCount(0);
});

for (const name of ['wallet-adapter', 'wallet-adapter with an effect']) {
  test(`rule 48: after a reload, an app with ${name} sees one connection`, async ({ page }) => {
    const driver = await open(page, name);
    const shown = page.getByTestId('address');
    const countConnections = () => page.evaluate(() => performance.getEntriesByName('connected').length);
    await driver.connect(page);
    await expect(shown).toHaveText(ADDRESS);
    expect(await countConnections()).toBe(1);
    await page.reload();
    await expect(shown).toHaveText(ADDRESS);
    const { signed } = await act(page, 'Sign one');
    expectSigned(signed, 1);
    expect(await countConnections()).toBe(1);
  });
}

test.describe(() => {
  test.use(pixel);

  test('rule 47: Jupiter lists an entry of its own, too, on Android', async ({ page }) => {
    await open(page, 'jupiter', { local: 'android' });
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Mobile' })).toHaveCount(2);
  });
});
