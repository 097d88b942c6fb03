import { devices, expect, type Locator, type Page, type Route } from '@playwright/test';
import { generateKeyPairSigner } from '@solana/kit';
import { PLAYED_APPS } from 'mobile-wallet-standard/endpoint';
import { createLiteSvmChain, handleJsonRpc } from '../mock/src/chains.js';
import { type InstalledMockWallet, test } from '../mock/src/playwright.js';
import { fetchBlockhash, SOL } from '../test/support/chain.js';
import { createEvent } from '../test/support/event.js';
import { serveScript, useResource } from './bundle.js';

// A phone with several wallet apps, of which the one that always opens never answers. The page is in Chromium
// as a Pixel: that it can open a certain app, it knows only from what the browser says.
const [FIRST, SECOND, THIRD] = ['com.example.first', 'com.example.second', 'com.example.third'] as const;
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {};

const dapp = useResource(() => serveScript('choose-app/page.ts'));
const chain = createLiteSvmChain();

test.use({
  ...pixel,
  contextOptions: { reducedMotion: 'reduce' },
  mockWalletOptions: { chain },
  mockWalletInstallOptions: {
    walletApps: [
      { name: 'First', androidPackage: FIRST, state: 'silent' },
      { name: 'Second', androidPackage: SECOND },
      { name: 'Third', androidPackage: THIRD },
    ],
  },
});

let payee: string;

test.beforeEach(async ({ context, page, mockWallet }) => {
  ({ address: payee } = await generateKeyPairSigner());
  for (const { accounts } of mockWallet.phone.apps) chain.airdrop(accounts[0]?.address ?? '', 5n * SOL);
  // Without the mark of the mock's phone, after the script that sets it.
  await context.addInitScript((key) => void Reflect.deleteProperty(globalThis, Symbol.for(key)), PLAYED_APPS);
  mockWallet.phone.chooseNext(FIRST, { isAlways: true });
  await page.goto(`${dapp.url}/#${payee}/${await fetchBlockhash(chain)}`);
  expect(await page.evaluate((key) => Symbol.for(key) in globalThis, PLAYED_APPS)).toBe(false);
});

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
const getOutput = (page: Page): Locator => page.locator('output');
const getDialog = (page: Page, name: string): Locator =>
  page.locator('mobile-wallet-dialog').getByRole('dialog', { name, exact: true });
const getList = (page: Page): Locator => getDialog(page, 'Choose your wallet app');
const getAddress = ({ phone }: InstalledMockWallet, androidPackage: string): string =>
  phone.apps.find((app) => app.androidPackage === androidPackage)?.accounts[0]?.address ?? '';
/** Returns which app each launch has opened. A store is the text of a refusal. */
const getOpened = ({ launches }: InstalledMockWallet) =>
  launches.map(({ androidPackage, refusal }) => refusal ?? androidPackage);

/** Is in a wallet app that does not answer, for longer than one that closes by itself, and returns. */
async function visitSilentApp(page: Page, { phone }: InstalledMockWallet): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.hidden)).toBe(true);
  await page.waitForTimeout(1_100);
  await phone.returnToPage();
}

async function fetchBalance(address: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] });
  return JSON.parse(await handleJsonRpc(chain, body)).result.value;
}

/** Connects with the second app after the first has not answered. */
async function connectWithSecond(page: Page, mockWallet: InstalledMockWallet): Promise<void> {
  await press(page, 'Connect');
  await visitSilentApp(page, mockWallet);
  await getDialog(page, 'Continue in your wallet app')
    .getByRole('button', { name: 'Use another wallet app' })
    .click();
  await getList(page).getByRole('button', { name: 'Second' }).click();
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, SECOND));
}

test('whoever is bound to an app that never answers is back, chooses another, connects and pays', async ({
  page,
  mockWallet,
}) => {
  await connectWithSecond(page, mockWallet);
  const [, intent] = mockWallet.launches;
  expect(getOpened(mockWallet)).toEqual([FIRST, SECOND]);
  expect(intent?.uri).toMatch(
    /^intent:\/v1\/associate\/local\?[^#;]+#Intent;scheme=solana-wallet;package=com\.example\.second;end$/,
  );
  // The link of the phone's choice and the link of the app are of two sessions.
  const getQuery = (uri = '') => /\?([^#]+)/.exec(uri)?.[1];
  expect(getQuery(intent?.uri)).not.toBe(getQuery(mockWallet.launches[0]?.uri));

  await press(page, 'Pay');
  await expect(getOutput(page)).toHaveText('64 bytes');
  expect(await fetchBalance(payee)).toBe(Number(SOL));
  expect(new Set(getOpened(mockWallet).slice(1))).toEqual(new Set([SECOND]));
  expect(mockWallet.phone.defaultApp).toBe(FIRST);
});

test('the code of the list is fetched once a user is back without an answer, and no tap before waits for it', async ({
  page,
  mockWallet,
}) => {
  const { phone } = mockWallet;
  const code = createEvent<Route>();
  await page.route(/choose-app-[^/]+\.js$/, (route) => code.happen(route));
  const fetched: string[] = [];
  page.on('request', (request) => void fetched.push(request.url()));
  const countFetched = (): number => fetched.filter((url) => /(choose-app|wallet-apps)-/.test(url)).length;
  phone.setAppState(FIRST, 'works');
  await page.reload();
  await press(page, 'Connect');
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, FIRST));
  await press(page, 'Pay');
  await expect(getOutput(page)).toHaveText('64 bytes');
  await press(page, 'Disconnect');
  await expect(getOutput(page)).toHaveText('disconnected');
  expect(countFetched()).toBe(0);

  phone.setAppState(FIRST, 'silent');
  await press(page, 'Connect');
  await visitSilentApp(page, mockWallet);
  // The offer does not wait for it either.
  await getDialog(page, 'Continue in your wallet app')
    .getByRole('button', { name: 'Use another wallet app' })
    .click();
  await (await code.happened).continue();
  await getList(page).getByRole('button', { name: 'Second' }).click();
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, SECOND));

  // A page that remembers an app fetches the code before a tap.
  const requested = page.waitForRequest(/choose-app-[^/]+\.js$/);
  await page.unroute(/choose-app-[^/]+\.js$/);
  await page.reload();
  await requested;
});

test('who takes their time over the waiting dialog still chooses', async ({ page, mockWallet }) => {
  await press(page, 'Connect');
  await visitSilentApp(page, mockWallet);
  const other = getDialog(page, 'Continue in your wallet app').getByRole('button', {
    name: 'Use another wallet app',
  });
  await expect(other).toBeVisible();
  // A return alone counts as a cancel after two seconds.
  await page.waitForTimeout(2_500);
  await other.click();
  await getList(page).getByRole('button', { name: 'Third' }).click();
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, THIRD));
});

test('the choice is remembered, and taken back', async ({ page, mockWallet }) => {
  await connectWithSecond(page, mockWallet);
  await press(page, 'Disconnect');
  await expect(getOutput(page)).toHaveText('disconnected');
  await page.reload();
  await press(page, 'Connect');
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, SECOND));
  await press(page, 'Disconnect');
  await expect(getOutput(page)).toHaveText('disconnected');

  // The chosen app breaks: its dialog has the list, in which the choice is taken back.
  const { phone } = mockWallet;
  phone.setAppState(SECOND, 'silent');
  await press(page, 'Connect');
  await visitSilentApp(page, mockWallet);
  await getDialog(page, 'Continue in your wallet app')
    .getByRole('button', { name: 'Use another wallet app' })
    .click();
  phone.clearDefault();
  phone.chooseNext(THIRD);
  await expect(getList(page)).toContainText('Second did not answer last time.');
  await getList(page).getByRole('button', { name: 'Let the phone choose' }).click();
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, THIRD));
  expect(mockWallet.launches.at(-1)).toMatchObject({ androidPackage: THIRD, chooser: 'once' });
  await press(page, 'Disconnect');
  await expect(getOutput(page)).toHaveText('disconnected');

  await page.reload();
  phone.chooseNext(THIRD);
  await press(page, 'Connect');
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, THIRD));
  expect(mockWallet.launches.at(-1)).toMatchObject({ androidPackage: THIRD, chooser: 'once' });
});

test('a chosen app that is gone opens the store once, and then the list comes first', async ({
  page,
  mockWallet,
}) => {
  await connectWithSecond(page, mockWallet);
  await press(page, 'Disconnect');
  await expect(getOutput(page)).toHaveText('disconnected');
  mockWallet.phone.setAppState(SECOND, 'missing');
  await press(page, 'Connect');
  await visitSilentApp(page, mockWallet);
  await expect(
    getDialog(page, 'Continue in your wallet app').getByRole('button', { name: 'Use another wallet app' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(getOutput(page)).toHaveText('USER_CANCELLED');
  const stores = () => getOpened(mockWallet).filter((opened) => opened?.includes('store'));
  expect(stores()).toHaveLength(1);

  await page.reload();
  await press(page, 'Connect');
  await expect(getList(page)).toContainText('Second did not answer last time.');
  expect(stores()).toHaveLength(1);
  await getList(page).getByRole('button', { name: 'Third' }).click();
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, THIRD));
  expect(stores()).toHaveLength(1);
});

test('whoever is bound to a wallet that works and is not theirs declines, chooses another, and pays', async ({
  page,
  mockWallet,
}) => {
  const { phone } = mockWallet;
  phone.setAppState(FIRST, 'works');
  await page.reload();
  mockWallet.declineNext();
  await press(page, 'Connect');
  await expect(getOutput(page)).toHaveText('USER_REJECTED');
  await press(page, 'Connect');
  await expect(getList(page)).toContainText('Your wallet did not connect last time.');
  await expect(getList(page).getByRole('listitem').first()).toContainText('Open it again');
  await getList(page).getByRole('button', { name: 'Second' }).click();
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, SECOND));
  expect(getOpened(mockWallet)).toEqual([FIRST, SECOND]);
  await press(page, 'Pay');
  await expect(getOutput(page)).toHaveText('64 bytes');
  expect(await fetchBalance(payee)).toBe(Number(SOL));
});

test('a no after a payment brings no list', async ({ page, mockWallet }) => {
  mockWallet.phone.setAppState(FIRST, 'works');
  await page.reload();
  await press(page, 'Connect');
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, FIRST));
  await press(page, 'Pay');
  await expect(getOutput(page)).toHaveText('64 bytes');
  mockWallet.declineNext();
  await press(page, 'Sign');
  await expect(getOutput(page)).toHaveText('USER_REJECTED');
  await press(page, 'Disconnect');
  await expect(getOutput(page)).toHaveText('disconnected');
  await press(page, 'Connect');
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, FIRST));
});

test('a sign with an account of the first app ends, and the next connect opens the app that was chosen', async ({
  page,
  mockWallet,
}) => {
  const { phone } = mockWallet;
  phone.setAppState(FIRST, 'works');
  await press(page, 'Connect');
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, FIRST));
  phone.setAppState(FIRST, 'silent');
  await page.reload();
  const before = phone.apps.map(({ requests }) => requests.length);

  await press(page, 'Sign');
  await visitSilentApp(page, mockWallet);
  await getDialog(page, 'Continue in your wallet app')
    .getByRole('button', { name: 'Change wallet app' })
    .click();
  const list = getDialog(page, 'Change wallet app');
  await expect(list).toContainText('With another app, this page disconnects. Then connect again.');
  await list.getByRole('button', { name: 'Second' }).click();
  await expect(getOutput(page)).toHaveText('USER_CANCELLED');
  expect(getOpened(mockWallet)).toEqual([FIRST, FIRST]);
  await press(page, 'Sign');
  await expect(getOutput(page)).toHaveText('Error: not connected');

  await press(page, 'Connect');
  await expect(getOutput(page)).toHaveText(getAddress(mockWallet, SECOND));
  expect(getOpened(mockWallet)).toEqual([FIRST, FIRST, SECOND]);
  // Nothing more has reached the first app, and nothing of its own the second.
  expect(phone.apps[0]?.requests).toHaveLength(before[0] ?? 0);
  const params = phone.apps[1]?.requests.map((request) => request.params);
  expect(params).toEqual([{}, { identity: expect.anything(), chain: 'solana:devnet' }]);
  await press(page, 'Sign');
  await expect(getOutput(page)).toHaveText('64 bytes');
});
