import { expect, type Page, test } from '@playwright/test';
import { DEFAULT_SETTINGS } from '../mock/src/wallet/settings.js';
import type { ScriptPage } from './bundle.js';
import {
  changeState,
  getCommands,
  loseWallet,
  openScreen,
  refuseNext,
  serveHome,
  showScreen,
} from './home/open.js';
import { createAccount, createEntry, MAIN, SAVINGS, USED } from './home/sample.js';

let site: ScriptPage;
test.beforeAll(async () => {
  site = await serveHome();
});
test.afterAll(() => site.close());

/** Returns the card of an account. */
const getCard = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Accounts' }).locator('> li').filter({ hasText: label });

test('accounts show what they hold, and the faucet fills them', async ({ page }) => {
  await openScreen(page, site, 'Accounts');
  const main = getCard(page, 'Main');
  await expect(main).toContainText('9.998995 SOL');
  await expect(main).toContainText(/USD Coin.*250/);
  await expect(main).toContainText(/Token.*1/);
  await page.getByLabel('“Get SOL” adds').selectOption('10');
  await main.getByRole('button', { name: 'Get SOL' }).click();
  await expect(main).toContainText('19.998995 SOL');
  expect(await getCommands(page)).toEqual([{ type: 'airdrop', address: MAIN, lamports: 10_000_000_000n }]);
});

test('an account is renamed in its place, suggested to dapps or not, and removed once confirmed', async ({
  page,
}) => {
  await openScreen(page, site, 'Accounts');
  await getCard(page, 'Savings').getByRole('button', { name: 'Rename' }).click();
  const name = getCard(page, 'Savings').getByLabel('Name of the account');
  await expect(name).toBeFocused();
  await name.fill('Treasury');
  await name.press('Enter');
  await getCard(page, 'Treasury').getByLabel('Suggest it to apps').check();
  const removal = getCard(page, 'Treasury').getByRole('button', { name: 'Remove Treasury' });
  await removal.click();
  await page.getByRole('button', { name: 'Keep' }).click();
  await removal.click();
  await page
    .getByRole('group', { name: /^Remove this account/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(getCard(page, 'Treasury')).toHaveCount(0);
  expect(await getCommands(page)).toEqual([
    { type: 'rename-account', address: SAVINGS, label: 'Treasury' },
    { type: 'grant-account', address: SAVINGS, isGranted: true },
    { type: 'remove-account', address: SAVINGS },
  ]);
});

test('a command that the wallet refuses says why where it was given', async ({ page }) => {
  await openScreen(page, site, 'Accounts');
  const main = getCard(page, 'Main');
  await refuseNext(page, 'The faucet is empty.');
  await main.getByRole('button', { name: 'Get SOL' }).click();
  await expect(main.getByRole('alert').filter({ hasText: 'The faucet is empty.' })).toBeVisible();
  await main.getByRole('button', { name: 'Get SOL' }).click();
  await expect(main.getByText('The faucet is empty.')).toHaveCount(0);
  await refuseNext(page, 'This is the last account.');
  await main.getByLabel('Suggest it').click();
  await expect(main.getByText('This is the last account.')).toBeVisible();
  await expect(main.getByLabel('Suggest it')).toBeChecked();
});

test('an address can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openScreen(page, site, 'Accounts');
  await getCard(page, 'Main').getByRole('button', { name: 'copy the address' }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(MAIN);
  await expect(getCard(page, 'Main').locator('[data-said="Copied"]')).toBeVisible();
});

test('connected apps show what they may use, and lose it once confirmed', async ({ page }) => {
  await openScreen(page, site, 'Apps');
  const apps = page.getByRole('list', { name: 'Connected apps' }).locator('> li');
  await expect(apps).toHaveCount(2);
  await expect(apps.first()).toContainText(/Example shop.*shop\.example.*Devnet.*Main/s);
  await apps.first().getByRole('button', { name: 'Revoke the access of Example shop' }).click();
  await apps.first().getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(apps).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Revoke all' })).toBeHidden();
  await changeState(page, { apps: USED.apps });
  await page.getByRole('button', { name: 'Revoke all' }).click();
  await page.getByRole('group').getByRole('button', { name: 'Revoke all' }).click();
  await expect(page.getByText('No app is connected.')).toBeVisible();
  expect(await getCommands(page)).toEqual([{ type: 'revoke-app', id: '1' }, { type: 'revoke-all-apps' }]);
});

test('the open screen, the filters and the place survive a reload', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await openScreen(page, site, 'Activity');
  await page.getByLabel('Show requests by method').selectOption('sign_messages');
  await page.getByLabel('Show requests by outcome').selectOption('error');
  await showScreen(page, 'Settings');
  const panel = page.getByRole('tabpanel', { name: 'Settings' });
  await page.getByLabel('Find a quirk').fill('token');
  await panel.evaluate((element) => element.scrollTo(0, 300));
  await page.reload();
  await expect(page.getByLabel('Find a quirk')).toHaveValue('token');
  expect(await panel.evaluate(({ scrollTop }) => scrollTop)).toBe(300);
  await showScreen(page, 'Activity');
  await expect(page.getByText('1 of 6 requests')).toBeVisible();
  await expect(page.getByLabel('Show requests by outcome')).toHaveValue('error');
});

test('live changes keep focus, scroll and what the user types', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await openScreen(page, site, 'Accounts');
  await page.getByRole('button', { name: 'Import an account' }).click();
  const key = page.getByLabel('Secret key or seed');
  await key.fill('half a key');
  await key.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(4, 4));
  const panel = page.getByRole('tabpanel', { name: 'Accounts' });
  const before = await panel.evaluate(({ scrollTop }) => scrollTop);
  const accounts = USED.accounts.map((account) => ({ ...account, balance: 1n }));
  await changeState(page, { accounts });
  await expect(getCard(page, 'Main')).toContainText('0.000000001 SOL');
  await expect(key).toBeFocused();
  await expect(key).toHaveValue('half a key');
  expect(await key.evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe(4);
  expect(await panel.evaluate(({ scrollTop }) => scrollTop)).toBe(before);
});

test('a number that the user types is not replaced by a live change', async ({ page }) => {
  await openScreen(page, site, 'Settings');
  const delay = page.getByLabel('Wait before each answer');
  await delay.fill('25');
  await changeState(page, { settings: { ...DEFAULT_SETTINGS, decide: 'approve' } });
  await expect(page.getByLabel('Approve everything')).toBeChecked();
  await expect(delay).toHaveValue('25');
  await delay.press('Enter');
  expect(await getCommands(page)).toEqual([{ type: 'change-settings', changes: { delayMs: 25 } }]);
});

test('a lost connection is told, and what was shown stays', async ({ page }) => {
  await openScreen(page, site, 'Accounts');
  await loseWallet(page);
  await expect(page.getByText('The mock wallet does not answer.')).toBeVisible();
  await expect(getCard(page, 'Main')).toBeVisible();
  await changeState(page, { accounts: [createAccount(MAIN, 'Main')] });
  await expect(page.getByText('The mock wallet does not answer.')).toBeHidden();
});

test('text of a dapp is shown as text, with its invisible characters', async ({ page }) => {
  const identity = { name: '<b>Shop\u202e', uri: 'https://shop.example' };
  await openScreen(page, site, 'Apps');
  await changeState(page, {
    apps: USED.apps.slice(0, 1).map((app) => ({ ...app, id: '9', identity })),
    activity: [
      createEntry(9, { identity, method: 'x\u202e', outcome: { error: { code: 1, message: '\u202e' } } }),
    ],
  });
  const list = page.getByRole('list', { name: 'Connected apps' });
  await expect(list.getByText('<b>ShopU+202E', { exact: true })).toBeVisible();
  await showScreen(page, 'Activity');
  await expect(page.getByText('xU+202E')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Requests' })).toContainText('<b>ShopU+202E');
});
