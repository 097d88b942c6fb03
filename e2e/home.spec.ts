import { expect, test } from '@playwright/test';
import { DEFAULT_SETTINGS } from '../mock/src/wallet/settings.js';
import { encodeOffchainMessage } from '../src/protocol/offchain-message.js';
import { createSignInText } from '../src/protocol/sign-in-text.js';
import { decodeBase58 } from '../src/util/base58.js';
import { encodeBase64, encodeUtf8 } from '../src/util/bytes.js';
import { useResource } from './bundle.js';
import {
  changeState,
  chooseAccount,
  getCommands,
  loseWallet,
  openMenu,
  openScreen,
  refuseNext,
  serveHome,
  showScreen,
  unfoldSettings,
} from './home/open.js';
import { createAccount, createEntry, MAIN, SAVINGS, USED } from './home/sample.js';

const site = useResource(serveHome);

test('accounts show what they hold, and the faucet fills them', async ({ page }) => {
  await openScreen(page, site, 'Accounts');
  const main = page.getByRole('region', { name: 'Main' });
  await expect(main).toContainText('9.998995 test SOL');
  await expect(main).toContainText('Default');
  const tokens = main.getByRole('list', { name: 'Tokens' }).locator('> li');
  await expect(tokens.nth(0)).toHaveText(/^USDC.*USD Coin.*EPjF…Dt1v.*250$/s);
  await expect(tokens.nth(1)).toHaveText(/^Token.*4zvw…tajS.*1$/s);
  await openMenu(page);
  await page.getByLabel('“Get test SOL” adds').selectOption('+10 test SOL');
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Get test SOL' }).click();
  await expect(main).toContainText('19.998995 test SOL');
  await chooseAccount(page, 'Savings');
  await expect(page.getByRole('region', { name: 'Savings' })).toContainText('0 test SOL');
  await expect(page.getByRole('region', { name: 'Savings' })).not.toContainText('Default');
  await page.getByRole('button', { name: 'Get test SOL' }).click();
  await expect(page.getByRole('region', { name: 'Savings' })).toContainText('10 test SOL');
  const lamports = 10_000_000_000n;
  expect(await getCommands(page)).toEqual([
    { type: 'airdrop', address: MAIN, lamports },
    { type: 'airdrop', address: SAVINGS, lamports },
  ]);
});

test('the last requests are told in words', async ({ page }) => {
  await openScreen(page, site, 'Accounts');
  const paid = createEntry(9, {
    method: 'sign_and_send_transactions',
    params: { payloads: ['AAAA'] },
    pays: '0.01 SOL',
    signatures: ['1'],
  });
  const { outcome: _, ...waiting } = createEntry(10, {
    method: 'sign_transactions',
    params: { payloads: ['AAAA'] },
  });
  const signIn = createEntry(7, {
    method: 'authorize',
    params: { sign_in_payload: {} },
    outcome: { result: { sign_in_result: {} } },
  });
  const rows = page.getByRole('region', { name: 'Latest activity' }).getByRole('listitem');
  const { decision: __, ...again } = createEntry(8, { method: 'reauthorize', params: { auth_token: '1' } });
  await changeState(page, { activity: [waiting, paid, again, signIn, ...USED.activity] });
  await expect(rows).toHaveText([/^Transaction · waiting/, /^Paid 0\.01 test SOL · confirmed/, /^Signed in/]);
  await changeState(page, {
    activity: [
      { ...paid, id: 12, decision: 'declined', outcome: { error: { code: -3, message: '' } } },
      { ...paid, id: 11, hasFailed: true },
      createEntry(10),
    ],
  });
  await expect(rows).toHaveText([
    /^Payment of 0\.01 test SOL · declined/,
    /^Payment of 0\.01 test SOL · failed/,
    /^Signed a message/,
  ]);
  // A sign-in may also be a message, in any format.
  const text = createSignInText({ domain: 'example.com', address: MAIN });
  const addresses = [encodeBase64(decodeBase58(MAIN))];
  const messages = [encodeUtf8(text), encodeOffchainMessage({ text, addresses })].map(encodeBase64);
  const ignored = { method: 'authorize', params: { sign_in_payload: {} } };
  await changeState(page, {
    activity: [
      ...messages.map((message, index) =>
        createEntry(20 - index, { method: 'sign_messages', params: { payloads: [message] } }),
      ),
      createEntry(10, { ...ignored, decision: 'approved' }),
    ],
  });
  await expect(rows).toHaveText([/^Signed in/, /^Signed in/, /^Connected/]);
  // Whether a cluster confirms a transaction, the wallet is not told.
  await changeState(page, {
    activity: [paid],
    chain: { name: 'mainnet', hasFaucet: false, canReset: false },
  });
  await expect(rows).toHaveText([/^Paid 0\.01 SOL · submitted/]);
  await expect(page.getByRole('button', { name: 'Get test SOL' })).toHaveCount(0);
  await page.getByRole('button', { name: 'See all' }).click();
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true');
});

test('an account is added and chosen, renamed, suggested to dapps or not, and removed once confirmed', async ({
  page,
}) => {
  await openScreen(page, site, 'Accounts');
  await chooseAccount(page, 'Savings');
  await openMenu(page);
  await page.getByRole('button', { name: 'Rename' }).click();
  const name = page.getByLabel('Name of the account');
  await expect(name).toBeFocused();
  await name.fill('Treasury');
  await name.press('Enter');
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused();
  await openMenu(page);
  await page.getByLabel('Suggested to apps').check();
  const removal = page.getByRole('button', { name: 'Remove Treasury' });
  await removal.click();
  await page.getByRole('button', { name: 'Keep' }).click();
  await removal.click();
  await page
    .getByRole('group', { name: /^Remove this account/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByText('Treasury')).toHaveCount(0);
  await openMenu(page);
  await page.getByRole('button', { name: 'New account' }).click();
  await expect(page.getByRole('region', { name: 'Account 2' })).toBeVisible();
  expect(await getCommands(page)).toEqual([
    { type: 'rename-account', address: SAVINGS, label: 'Treasury' },
    { type: 'grant-account', address: SAVINGS, isGranted: true },
    { type: 'remove-account', address: SAVINGS },
    { type: 'add-account' },
  ]);
});

test('a command that the wallet refuses says why where it was given', async ({ page }) => {
  await openScreen(page, site, 'Accounts');
  const main = page.getByRole('region', { name: 'Main' });
  await refuseNext(page, 'The faucet is empty.');
  await main.getByRole('button', { name: 'Get test SOL' }).click();
  await expect(main.getByRole('alert').filter({ hasText: 'The faucet is empty.' })).toBeVisible();
  await main.getByRole('button', { name: 'Get test SOL' }).click();
  await expect(main.getByText('The faucet is empty.')).toHaveCount(0);
  await refuseNext(page, 'This is the last account.');
  await openMenu(page);
  const sheet = page.getByRole('dialog', { name: 'Main' });
  await sheet.getByLabel('Suggested to apps').click();
  await expect(sheet.getByText('This is the last account.')).toBeVisible();
  await expect(sheet.getByLabel('Suggested to apps')).toBeChecked();
});

test('an address can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openScreen(page, site, 'Accounts');
  await page.getByRole('button', { name: 'Copy the address', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(MAIN);
  await expect(page.locator('[data-said="Copied"]')).toBeVisible();
});

test('“Scan” opens the page that joins another device; in a frame, it asks the page around it to', async ({
  page,
}) => {
  await openScreen(page, site, 'Accounts');
  await expect(page.getByRole('link', { name: 'Scan' })).toHaveAttribute('href', 'wallet/');
  await page.goto(`${site.url}/panel`);
  const message = page.evaluate(
    () => new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true })),
  );
  await page.frameLocator('iframe').getByRole('button', { name: 'Scan' }).click();
  expect(await message).toEqual({ type: 'mobile-wallet:scan' });
});

test('connected apps are one row a site, show what they may use, and lose it once confirmed', async ({
  page,
}) => {
  await openScreen(page, site, 'Apps');
  const apps = page.getByRole('list', { name: 'Connected apps' }).locator('> li');
  const again = USED.apps.slice(0, 1).map((app) => ({ ...app, id: '3', chain: 'solana:mainnet' }));
  await changeState(page, { apps: [...USED.apps, ...again] });
  await expect(apps).toHaveCount(2);
  const shop = apps.first();
  await expect(shop).toContainText(/Example shop.*shop\.example.*Devnet, Mainnet/s);
  await shop.locator('summary').click();
  await expect(shop.getByText('Main', { exact: true })).toHaveCount(2);
  await shop.getByRole('button', { name: 'Revoke the access of Example shop' }).click();
  await shop.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(apps).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Revoke all' })).toBeHidden();
  await changeState(page, { apps: USED.apps });
  await page.getByRole('button', { name: 'Revoke all' }).click();
  await page.getByRole('group').getByRole('button', { name: 'Revoke all' }).click();
  await expect(page.getByText('No app is connected.')).toBeVisible();
  expect(await getCommands(page)).toEqual([
    { type: 'revoke-app', id: '1' },
    { type: 'revoke-app', id: '3' },
    { type: 'revoke-all-apps' },
  ]);
});

test('the open screen, the filters and the place survive a reload', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await openScreen(page, site, 'Activity');
  await page.getByLabel('Show requests by method').selectOption('sign_messages');
  await page.getByLabel('Show requests by outcome').selectOption('Errors');
  await showScreen(page, 'Settings');
  await unfoldSettings(page);
  const panel = page.getByRole('tabpanel', { name: 'Settings' });
  await page.getByLabel('Find a quirk').fill('token');
  await panel.evaluate((element) => element.scrollTo(0, 300));
  await page.reload();
  await expect(page.getByLabel('Find a quirk')).toHaveValue('token');
  expect(await panel.evaluate(({ scrollTop }) => scrollTop)).toBe(300);
  await showScreen(page, 'Activity');
  await expect(page.getByText('1 of 6 requests')).toBeVisible();
  await expect(page.getByLabel('Show requests by outcome').locator('option:checked')).toHaveText('Errors');
});

test('live changes keep focus, scroll and what the user types', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await openScreen(page, site, 'Accounts');
  await openMenu(page);
  await page.getByRole('button', { name: 'Import an account' }).click();
  const key = page.getByLabel('Secret key or seed');
  await key.fill('half a key');
  await key.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(4, 4));
  const panel = page.getByRole('tabpanel', { name: 'Accounts' });
  const before = await panel.evaluate(({ scrollTop }) => scrollTop);
  const accounts = USED.accounts.map((account) => ({ ...account, balance: 1n }));
  await changeState(page, { accounts });
  await expect(
    page.getByRole('button', { name: 'Main 0.000000001 test SOL', includeHidden: true }),
  ).toHaveCount(1);
  await expect(key).toBeFocused();
  await expect(key).toHaveValue('half a key');
  expect(await key.evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe(4);
  expect(await panel.evaluate(({ scrollTop }) => scrollTop)).toBe(before);
});

test('a number that the user types is not replaced by a live change', async ({ page }) => {
  await openScreen(page, site, 'Settings');
  const delay = page.getByLabel('Wait before each answer');
  await delay.fill('0.025');
  await changeState(page, { settings: { ...DEFAULT_SETTINGS, decide: 'approve' } });
  await expect(page.getByLabel('Approve everything')).toBeChecked();
  await expect(delay).toHaveValue('0.025');
  await delay.press('Enter');
  expect(await getCommands(page)).toEqual([{ type: 'change-settings', changes: { delayMs: 25 } }]);
});

test('a lost connection is told, and what was shown stays', async ({ page }) => {
  await openScreen(page, site, 'Accounts');
  await loseWallet(page);
  await expect(page.getByText('The mock wallet does not answer.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Main' })).toBeVisible();
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
  // A method without words of its own is not told twice.
  await expect(page.getByRole('list', { name: 'Requests' }).getByText('xU+202E')).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Requests' })).toContainText('<b>ShopU+202E');
});
