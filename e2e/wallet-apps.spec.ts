import { expect, type Locator, type Page, test } from '@playwright/test';
import { findInBothSchemes } from './accessibility.js';
import { type MockCommand, startCommand } from './any-server/command.js';
import { bundle, type ScriptPage, serveFiles } from './bundle.js';
import { getApprove, getHome, getPanel, getWallet } from './panel.js';

const SECOND = 'com.example.secondwallet';
const BROKEN = 'com.example.brokenwallet';

let command: MockCommand;
let dapp: ScriptPage;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.beforeEach(async ({ page }, { title }) => {
  command = await startCommand(...(title.startsWith('without') ? [] : ['--wallet-apps']));
  const { '/': html = '', ...scripts } = await bundle('wallet-apps/page.ts');
  dapp = await serveFiles({ ...scripts, '/': html.replace('<body>', `<body>${command.tag}`) });
  await page.goto(dapp.url);
});

test.afterEach(async () => {
  dapp.close();
  await command.close();
});

const getButton = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const getChooser = (page: Page): Locator => getPanel(page).getByRole('region', { name: 'Open with' });
/** Makes the dapp open an app by its package, or leave that to the phone. */
const setPackage = (page: Page, androidPackage: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, androidPackage);
const isHidden = (page: Page): Promise<boolean> => page.evaluate(() => document.hidden);

async function press(page: Page, name: string): Promise<void> {
  await getButton(page, name).click();
}

async function choose(page: Page, app: string, how: 'Just once' | 'Always'): Promise<void> {
  await getChooser(page).getByLabel(app).check();
  await getChooser(page).getByRole('button', { name: how }).click();
}

/** Approves in an app, and returns the address that the dapp has got. */
async function approveIn(page: Page, app: string): Promise<string> {
  await expect(getWallet(page).getByText(app, { exact: true })).toBeVisible();
  await getApprove(page).click();
  await expect(page.locator('output')).toHaveText(/^\w{32,44}$/);
  return page.locator('output').innerText();
}

async function disconnect(page: Page): Promise<void> {
  await press(page, 'Disconnect');
  await expect(page.locator('output')).toHaveText('disconnected');
}

/**
 * Expects that the library has noticed that the user is back. It asks only one who was away for less than a
 * second, and then this leaves its question.
 */
async function expectUnanswered(page: Page): Promise<void> {
  const dialog = page.locator('mobile-wallet-dialog').getByRole('dialog', { name: /Your wallet/ });
  const output = page.locator('output');
  await expect(dialog.or(output.filter({ hasText: /./ }))).toBeVisible();
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
  await expect(output).toHaveText(/^(WALLET_NOT_FOUND|USER_CANCELLED)$/);
}

for (const width of [390, 1280]) {
  test(`the phone asks which app opens, until one opens always, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await press(page, 'Connect');
    await expect(getChooser(page).getByRole('radio')).toHaveCount(3);
    await choose(page, 'Second wallet', 'Just once');
    const second = await approveIn(page, 'Second wallet');
    await disconnect(page);

    await press(page, 'Connect');
    await choose(page, 'Mock wallet', 'Always');
    expect(await approveIn(page, 'Mock wallet')).not.toBe(second);
    await disconnect(page);

    await press(page, 'Connect');
    await approveIn(page, 'Mock wallet');
    await disconnect(page);

    await page.reload();
    await press(page, 'Mock wallet');
    await getHome(page).getByRole('tab', { name: 'Settings' }).click();
    await getHome(page).getByText('Wallet apps', { exact: true }).click();
    await expect(getHome(page).getByText('Links of wallet apps always open Mock wallet.')).toBeVisible();
    await getHome(page).getByRole('button', { name: 'Clear default' }).click();
    await expect(getHome(page).getByText('The phone asks which app opens.')).toBeVisible();
    await getPanel(page).getByRole('button', { name: 'Hide the wallet' }).click();
    await press(page, 'Connect');
    await expect(getChooser(page)).toBeVisible();
  });
}

test('an intent opens its app without a question, and the wallet shows that app', async ({ page }) => {
  await setPackage(page, SECOND);
  await press(page, 'Connect');
  const second = await approveIn(page, 'Second wallet');
  await press(page, 'Mock wallet');
  await expect(getHome(page).getByRole('combobox', { name: 'Wallet app' })).toHaveText(/Second wallet/);
  await expect(getHome(page).getByTitle(second).first()).toBeVisible();
  await getHome(page).getByRole('combobox', { name: 'Wallet app' }).selectOption('Mock wallet');
  await expect(getHome(page).getByTitle(second)).toHaveCount(0);
});

test('an intent for an app that is not on the phone opens the store, and the page stays', async ({
  page,
}) => {
  await setPackage(page, 'app.other');
  await press(page, 'Connect');
  const store = getPanel(page).getByRole('region', { name: 'This app is not on the phone' });
  await expect(store).toContainText('app.other');
  expect(await isHidden(page)).toBe(true);
  await store.getByRole('button', { name: 'Back to the page' }).click();
  expect(await isHidden(page)).toBe(false);
  await expectUnanswered(page);
});

test('an app that never answers is in front of the page until the user leaves it', async ({ page }) => {
  await press(page, 'Connect');
  await choose(page, 'Broken wallet', 'Always');
  const broken = getPanel(page).getByRole('region', { name: 'Broken wallet' });
  await expect(broken).toBeVisible();
  expect(await isHidden(page)).toBe(true);
  await broken.getByRole('button', { name: 'Back to the page' }).click();
  await expectUnanswered(page);
  // The app opens always, but an intent opens another one.
  await setPackage(page, SECOND);
  await press(page, 'Connect');
  await approveIn(page, 'Second wallet');
});

test('an app that breaks in the settings never answers from then on', async ({ page }) => {
  await press(page, 'Mock wallet');
  await getHome(page).getByRole('tab', { name: 'Settings' }).click();
  await getHome(page).getByText('Wallet apps', { exact: true }).click();
  await getHome(page).getByRole('combobox', { name: 'Second wallet' }).selectOption('never answers');
  await getHome(page).getByRole('combobox', { name: 'Broken wallet' }).selectOption('is not on the phone');
  await getPanel(page).getByRole('button', { name: 'Hide the wallet' }).click();
  await press(page, 'Connect');
  await expect(getChooser(page).getByRole('radio')).toHaveCount(2);
  await choose(page, 'Second wallet', 'Just once');
  await expect(getPanel(page).getByRole('region', { name: 'Second wallet' })).toBeVisible();
});

test('another app does not know the account of the first', async ({ page }) => {
  await press(page, 'Connect');
  await choose(page, 'Mock wallet', 'Just once');
  await approveIn(page, 'Mock wallet');
  await setPackage(page, SECOND);
  await press(page, 'Sign');
  await expect(getWallet(page).getByText('Second wallet', { exact: true })).toBeVisible();
  await getApprove(page).click();
  await expect(page.locator('output')).toHaveText(/^[A-Z_]+$/);
  await expect(page.locator('output')).not.toHaveText(/bytes/);
});

test('the chooser is used by keyboard, and Escape leaves it', async ({ page }) => {
  await getButton(page, 'Connect').focus();
  await page.keyboard.press('Enter');
  await expect(getChooser(page).getByLabel('Mock wallet')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(getChooser(page)).toBeHidden();
  await expect(getButton(page, 'Connect')).toBeFocused();
  // The dapp's call still waits for a wallet: as on a phone, it does not know that nothing was opened.
  await page.reload();
  await getButton(page, 'Connect').focus();
  await page.keyboard.press('Enter');
  await expect(getChooser(page).getByLabel('Mock wallet')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(getChooser(page).getByRole('button', { name: 'Just once' })).toBeFocused();
  await page.keyboard.press('Enter');
  await approveIn(page, 'Second wallet');
});

test('an intent that Android does not understand opens nothing, and the panel says so', async ({ page }) => {
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'intent:/v1/associate/local?port=50000#Intent;scheme=solana-wallet;pack=a.b;end';
    link.textContent = 'Damaged';
    document.body.append(link);
  });
  await page.getByRole('link', { name: 'Damaged' }).click();
  await expect(getPanel(page).getByText('Android does not open')).toContainText('pack=a.b');
});

test('without several apps, an intent for another app opens the store, and the rest is as ever', async ({
  page,
}) => {
  await press(page, 'Connect');
  await approveIn(page, 'Mock wallet');
  await disconnect(page);
  await setPackage(page, BROKEN);
  await press(page, 'Connect');
  await expect(getPanel(page).getByRole('region', { name: 'This app is not on the phone' })).toBeVisible();
});

test('the chooser, the store, an app that never answers and the settings are accessible', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // Of the page itself, which is only here to connect.
  await page.evaluate(() => {
    document.documentElement.lang = 'en';
    document.title = 'Example';
  });
  await press(page, 'Connect');
  await expect(getChooser(page)).toBeVisible();
  expect(await findInBothSchemes(page)).toEqual([]);
  await choose(page, 'Broken wallet', 'Just once');
  const broken = getPanel(page).getByRole('region', { name: 'Broken wallet' });
  await expect(broken).toBeVisible();
  expect(await findInBothSchemes(page)).toEqual([]);
  await broken.getByRole('button', { name: 'Back to the page' }).click();
  await expectUnanswered(page);

  await setPackage(page, 'app.other');
  await press(page, 'Connect');
  const store = getPanel(page).getByRole('region', { name: 'This app is not on the phone' });
  await expect(store).toBeVisible();
  expect(await findInBothSchemes(page)).toEqual([]);
  await store.getByRole('button', { name: 'Back to the page' }).click();
  await expectUnanswered(page);

  await press(page, 'Mock wallet');
  await getHome(page).getByRole('tab', { name: 'Settings' }).click();
  await getHome(page).getByText('Wallet apps', { exact: true }).click();
  await expect(getHome(page).getByText('The phone asks which app opens.')).toBeVisible();
  expect(await findInBothSchemes(page)).toEqual([]);
});
