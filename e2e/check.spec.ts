import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, test } from '@playwright/test';
import { createLiteSvmChain, handleJsonRpc } from '../mock/src/chains.js';
import { type Quirks, readPhoneReport } from '../mock/src/index.js';
import { installMockWallet } from '../mock/src/playwright.js';
import type { MockWalletOptions } from '../mock/src/wallet/mock-wallet.js';
import { findAddress, servePhone } from '../scripts/phone.mjs';
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
  const checked = await walkThroughCheck(createTab(page), wallet);
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

test('over https with a certificate made on the spot, the page is secure', async ({ browser }) => {
  const host = findAddress() ?? '127.0.0.1';
  const own = await servePhone({ port: 0, host, folder });
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(own.url);
  const { hostname, protocol } = new URL(own.url);
  expect({ hostname, protocol }).toEqual({ hostname: host, protocol: 'https:' });
  expect(await page.evaluate(() => isSecureContext && 'subtle' in crypto)).toBe(true);
  await page.close();
  await own.close();
});

test('what is posted is kept only if it is a report, and of this page', async () => {
  const post = async (body: string, headers = {}) =>
    (await fetch(new URL('/report', site.url), { method: 'POST', body, headers })).status;
  const report = JSON.stringify({ report: 'mobile-wallet-standard/phone' });
  const before = await readdir(folder);
  expect(await post('{}')).toBe(400);
  expect(await post('no JSON')).toBe(400);
  expect(await post(report, { Origin: 'https://example.com' })).toBe(400);
  expect(await post(report.padEnd(5_000_000))).toBe(400);
  expect(await readdir(folder)).toEqual(before);
  expect(await post(report)).toBe(200);
});

test('a step that the browser dropped is lost, and one that was skipped meanwhile stays skipped', async ({
  browser,
}) => {
  const { context, wallet, page } = await open(browser, {});
  const silence = { approved: false, instead: { type: 'silence' } } as const;
  wallet.answerNext(silence);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await wallet.waitForRequest('authorize');
  await page.reload();
  await expect(page.locator('[data-step=connect]')).toContainText('lost');

  await page.getByRole('button', { name: 'Connect: again' }).click();
  wallet.answerNext({ ...silence, instead: { type: 'close' }, afterMs: 300 });
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
