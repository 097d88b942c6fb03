import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, devices, expect, test } from '@playwright/test';
import { createLiteSvmChain, handleJsonRpc } from '../mock/src/chains.js';
import { type Quirks, readPhoneReport } from '../mock/src/index.js';
import { installMockWallet } from '../mock/src/playwright.js';
import { createTestWallet } from '../mock/src/testing.js';
import type { MockWalletOptions } from '../mock/src/wallet/mock-wallet.js';
import { findAddress, servePhone } from '../scripts/phone.mjs';
import { findInBothSchemes } from './accessibility.js';
import { createTab } from './browsers/chromium.js';
import { type Report, walkThroughCheck } from './check.js';

/** Addresses differ in length. */
const SEED = new Uint8Array(32).fill(7);

let folder: string;
let site: Awaited<ReturnType<typeof servePhone>>;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'phone-'));
  site = await servePhone({ port: 0, folder });
});
test.afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

/** Opens the page beside a mock wallet. */
async function open(browser: Browser, options: MockWalletOptions) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const chain = createLiteSvmChain();
  const wallet = await installMockWallet(context, { ...options, accounts: [{ seed: SEED }], chain });
  await context.route('https://api.devnet.solana.com/', async (route) => {
    const body = await handleJsonRpc(chain, route.request().postData() ?? '');
    await route.fulfill({ body, contentType: 'application/json' });
  });
  const page = await context.newPage();
  await page.goto(site.url);
  return { context, wallet, page };
}

/** Walks through the page beside a mock wallet, as {@link walkThroughCheck}. */
async function check(browser: Browser, options: MockWalletOptions) {
  const { context, wallet, page } = await open(browser, options);
  const checked = await walkThroughCheck(createTab(page), wallet, folder);
  await wallet.close();
  await context.close();
  return checked;
}

const TABLE: readonly Readonly<{ protocol?: 'legacy'; quirks: Partial<Quirks>; says: readonly string[] }>[] =
  [
    {
      protocol: 'legacy',
      quirks: {},
      says: [
        'It speaks protocol 1.x.',
        'Features: solana:signTransactions (solana:signInWithSolana, solana:signTransactions)',
      ],
    },
    { quirks: {}, says: [] },
    { quirks: { accountChains: true }, says: ['Accounts name their chains: They have `chains`.'] },
    {
      quirks: { renewsTokens: true },
      says: [
        'Tokens are renewed: `authorize` replaces an accepted token by a new one, as wallets do after ten minutes.',
      ],
    },
    { quirks: { signInResult: 'absent' }, says: ['The result of a sign-in: is missing'] },
    { quirks: { signedMessages: 'signatures' }, says: ['sign_messages returns: the signatures alone'] },
    {
      quirks: { hangsUpOn: 'sign_transactions' },
      says: ['Closes the socket instead of a reply to: sign_transactions'],
    },
  ];

for (const { says, ...options } of TABLE) {
  const { quirks } = options;
  test(`reports ${JSON.stringify(options)}, and the mock wallet plays it`, async ({ browser }) => {
    const { report, text, secrets } = await check(browser, options);
    const failed = report.steps.filter(({ isExpected }) => !isExpected).map(({ id }) => id);
    expect(failed).toEqual(quirks.hangsUpOn ? ['transaction'] : []);
    expect(report.differences.mock).toEqual(says);
    expect(readPhoneReport(report).settings.quirks).toMatchObject(quirks);
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);

    const played = await check(browser, { like: report });
    expect(played.report.wallet).toEqual(report.wallet);
    expect(played.report.differences).toEqual(report.differences);
  });
}

test('on an iPhone, reports which link was pressed, and whether the page was hidden', async ({ browser }) => {
  const { context, wallet, page } = await open(browser, { phone: 'iphone' });
  await page.getByRole('button', { name: 'Show the list' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'USER_CANCELLED' })).toBeVisible();
  await page.getByRole('button', { name: 'Open this page in a wallet app: again' }).click();
  await page.getByRole('button', { name: 'Show the list' }).click();
  await page.getByRole('link', { name: 'Solflare', exact: true }).click();
  const inWallet = await wallet.waitForWalletBrowser();
  await expect(inWallet.getByRole('heading', { name: 'has opened this page' })).toBeVisible();
  await inWallet.close();
  await expect(page.locator('.words')).toContainText(
    'Open this page in a wallet app: OPENED_IN_WALLET, as expected · solflare.com: page hidden',
  );
  await wallet.close();
  await context.close();
});

test('in Chromium on Android, a step opens the wallet app that the user names, and reports whether it connected', async ({
  browser,
}) => {
  const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {};
  const context = await browser.newContext(pixel);
  const wallet = await createTestWallet();
  const opened: string[] = [];
  await context.exposeFunction('openApp', async (uri: string) => {
    opened.push(uri);
    const [, association, name] =
      /^intent:(.+)#Intent;scheme=solana-wallet;package=(.+);end$/.exec(uri) ?? [];
    if (name === 'com.example.wallet') await wallet.openAssociation(`solana-wallet:${association}`);
  });
  await context.addInitScript(() => {
    globalThis.navigation?.addEventListener('navigate', (event) => {
      if (!/^(intent|solana-wallet):/.test(event.destination.url)) return;
      event.preventDefault();
      void (globalThis as unknown as { openApp(uri: string): Promise<void> }).openApp(event.destination.url);
    });
  });
  const page = await context.newPage();
  await page.goto(site.url);
  for (let step = 1; step <= 9; step++) {
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(page.locator('[data-step]')).toHaveCount(step);
  }

  const start = page.getByRole('button', { name: 'Open it' });
  await page.getByLabel('Wallet app').selectOption('Another one');
  await page.getByLabel('Its Android package').fill('no package');
  await expect(start).toHaveAttribute('aria-disabled');
  await expect(start).toHaveCSS('cursor', 'default');
  expect(await findInBothSchemes(page)).toEqual([]);
  await page.getByLabel('Its Android package').fill('com.example.wallet ');
  await start.click();
  await expect(page.locator('[data-step=app]')).toContainText(
    /done · com\.example\.wallet: page still visible · launched .+ · connected .+ · answered/,
  );
  expect(opened).toEqual([expect.stringMatching(/;package=com\.example\.wallet;end$/)]);

  await page.getByRole('button', { name: 'Open a certain wallet app: again' }).click();
  await page.getByLabel('Wallet app').selectOption('Phantom');
  await start.click();
  await expect.poll(() => opened.length).toBe(2);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('[data-step=app]')).toContainText('USER_CANCELLED · Phantom: page still visible');
  expect(opened[1]).toMatch(/;package=app\.phantom;end$/);
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.locator('.words')).toContainText('Open a certain wallet app: USER_CANCELLED · Phantom');
  await wallet.close();
  await context.close();
});

test('over https with a certificate made on the spot, the page is secure, sends its report, and has no other host name', async ({
  browser,
}) => {
  const host = findAddress() ?? '127.0.0.1';
  const own = await servePhone({ port: 0, host, folder });
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(own.url);
  const { hostname, protocol, port } = new URL(own.url);
  expect({ hostname, protocol }).toEqual({ hostname: host, protocol: 'https:' });
  expect(await page.evaluate(() => isSecureContext && 'subtle' in crypto)).toBe(true);
  const sent = await page.evaluate(async () => {
    const token = document.querySelector<HTMLMetaElement>('meta[name=report-token]')?.content ?? '';
    const body = JSON.stringify({ report: 'mobile-wallet-standard/phone' });
    return (await fetch('/report', { method: 'POST', headers: { 'X-Report-Token': token }, body })).text();
  });
  expect(sent).toMatch(/^phone-report-[\dTZ-]+\.json$/);
  for (const name of ['localhost', '127.0.0.1', 'evil.example'].filter((each) => each !== host)) {
    const get = { host, port, headers: { Host: `${name}:${port}` }, rejectUnauthorized: false };
    const status = await new Promise((resolve, reject) =>
      request(get, ({ statusCode }) => resolve(statusCode))
        .once('error', reject)
        .end(),
    );
    expect([name, status]).toEqual([name, 403]);
  }
  await page.close();
  await own.close();
});

test('what is posted is kept only if it is a report of this page, and only so many', async () => {
  const own = await servePhone({ port: 0, folder });
  const html = await (await fetch(own.url)).text();
  const token = /name="report-token" content="([\w-]{22})"/.exec(html)?.[1] ?? '';
  const post = async (
    body: string,
    headers: Readonly<Record<string, string>> = { 'X-Report-Token': token },
  ) => {
    const response = await fetch(new URL('/report', own.url), { method: 'POST', body, headers });
    return { status: response.status, text: await response.text() };
  };
  const report = JSON.stringify({ report: 'mobile-wallet-standard/phone' });
  const before = await readdir(folder);
  const token2 = token.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
  for (const headers of [{}, { 'X-Report-Token': '' }, { 'X-Report-Token': token2 }]) {
    expect((await post(report, headers)).status).toBe(403);
  }
  expect(await post(report.padEnd(256 * 1024 + 1))).toEqual({
    status: 403,
    text: 'The report has more than 256 KB: copy it instead.',
  });
  expect((await post('{}')).status).toBe(400);
  expect((await post('no JSON')).status).toBe(400);
  expect(await readdir(folder)).toEqual(before);
  const { status, text } = await post(report.padEnd(256 * 1024));
  expect(status).toBe(200);
  expect(text).toMatch(/^phone-report-[\dTZ-]+\.json$/);
  const statuses: number[] = [];
  for (let sent = 0; sent < 20; sent++) statuses.push((await post(report)).status);
  expect(statuses.indexOf(403)).toBe(17);
  expect(await readdir(folder)).toHaveLength(before.length + 18);
  await own.close();
});

test('a step that the browser dropped is lost, and one that was skipped meanwhile stays skipped', async ({
  browser,
}) => {
  const { context, wallet, page } = await open(browser, {});
  const silence = { instead: { type: 'silence' } } as const;
  wallet.answerNext(silence);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await wallet.waitForRequest('authorize');
  await expect(page.getByRole('status').filter({ hasText: 'This step is running.' })).toBeVisible();
  await page.reload();
  await expect(page.locator('[data-step=connect]')).toContainText('lost');

  await page.getByRole('button', { name: 'Connect: again' }).click();
  wallet.answerNext({ instead: { type: 'close' }, afterMs: 300 });
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await wallet.waitForRequest('authorize');
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => wallet.getWaiting().length).toBe(0);
  for (let step = 2; step <= 10; step++) {
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(page.locator('[data-step]')).toHaveCount(step);
  }
  const json = await page.getByRole('textbox', { name: 'The report as JSON' }).inputValue();
  const { steps } = JSON.parse(json) as Report;
  expect(steps.map(({ outcome }) => outcome)).toEqual(Array(10).fill('skipped'));
  await wallet.close();
  await context.close();
});

test('what another page of this origin has kept under its name does not stop the page', async ({
  browser,
}) => {
  const { context, wallet, page } = await open(browser, {});
  const others = [
    'a b c',
    '5',
    '{}',
    '{"results":5,"wallet":null,"messages":{}}',
    '{"results":[null,{"id":"connect"},{"id":"connect","outcome":"done","times":null}],"running":{}}',
  ];
  for (const kept of others) {
    await page.evaluate((text) => sessionStorage.setItem('check', text), kept);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
    await expect(page.locator('[data-step]')).toHaveCount(0);
  }
  await wallet.close();
  await context.close();
});
