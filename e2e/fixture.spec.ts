import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, type Page } from '@playwright/test';
import { test } from '../mock/src/playwright.js';
import { root } from '../scripts/process.mjs';
import { serveScript, useResource } from './bundle.js';
import { getChromiumOptions } from './chromium.js';

const dapp = useResource(() => serveScript('origins/page.ts'));

const tap = (page: Page): Promise<void> => page.getByRole('button', { name: 'Connect' }).click();
const connect = async (page: Page): Promise<void> => {
  await page.goto(`${dapp.url}/#about:blank`);
  await tap(page);
};

const getPermission = (page: Page, name: string): Promise<string> =>
  page.evaluate(async (asked) => {
    const { state } = await navigator.permissions.query({ name: asked as PermissionName });
    return state;
  }, name);

test('a test that names no wallet has one', async ({ page }) => {
  await connect(page);
  await expect(page.locator('.accounts')).toHaveText('1');
});

test('the next requests get the answers that the test gives', async ({ page, mockWallet }) => {
  mockWallet.declineNext();
  mockWallet.failNext(-32603, { message: 'Out of order' });
  await connect(page);
  const errors = page.locator('.error');
  await expect(errors).toHaveText([/rejected/]);
  await tap(page);
  await expect(errors).toHaveText([/rejected/, /error -32603/]);
  await tap(page);
  await expect(page.locator('.accounts')).toHaveText('1');
  expect(mockWallet.requests.filter(({ method }) => method === 'authorize')).toMatchObject([
    { decision: 'declined', outcome: { error: { code: -1 } } },
    { decision: 'error', outcome: { error: { code: -32603, message: 'Out of order' } } },
    { decision: 'approved', outcome: { result: {} } },
  ]);
  expect(mockWallet.launches.map(({ isConnected }) => isConnected)).toEqual([true, true, true]);
});

test('a test waits for a request, and decides with other accounts', async ({ page, mockWallet }) => {
  const [account] = await mockWallet.setAccounts([{ label: 'Only this' }]);
  mockWallet.approveWith(() => new Promise(() => {}));
  await connect(page);
  expect(await mockWallet.waitForRequest('authorize')).toMatchObject({ method: 'authorize' });
  expect(mockWallet.asked).toMatchObject([{ type: 'authorize', defaultAddresses: [account?.address] }]);
});

test('pages may connect to this device, and keep their other permissions', async ({ page }) => {
  await page.goto(`${dapp.url}/#about:blank`);
  expect(await getPermission(page, 'loopback-network')).toBe('granted');
  expect(await getPermission(page, 'clipboard-write')).toBe('granted');
  expect(await getPermission(page, 'geolocation')).toBe('prompt');
});

test.describe('without the permission', () => {
  test.use({ mockWalletInstallOptions: { grantsPermission: false } });

  test('pages have to ask for it', async ({ page }) => {
    await page.goto(`${dapp.url}/#about:blank`);
    expect(await getPermission(page, 'loopback-network')).toBe('prompt');
  });
});

/** Runs a test of another Playwright in a process of its own. Returns its report. */
async function runTest(body: string): Promise<string> {
  // In the repository, so that it resolves the packages.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/fixture-'));
  const config = {
    testDir: '.',
    // By default it would be that of this repository, which a run empties first.
    outputDir: 'results',
    use: { launchOptions: getChromiumOptions() },
    reporter: 'list',
  };
  writeFileSync(join(folder, 'playwright.config.ts'), `export default ${JSON.stringify(config)};`);
  writeFileSync(
    join(folder, 'dapp.spec.ts'),
    `import { expect, test } from ${JSON.stringify(join(root, 'mock/src/playwright.ts'))};
    test('a dapp', async ({ page, mockWallet }) => {
      await page.goto(${JSON.stringify(`${dapp.url}/#about:blank`)});
      ${body}
      test.setTimeout(1);
      await page.getByText('Never shown').click();
    });`,
  );
  const { FORCE_COLOR: _, ...env } = process.env;
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const child = spawn(process.execPath, [cli, 'test'], { cwd: folder, env: { ...env, NO_COLOR: '1' } });
  const report = await text(child.stdout);
  rmSync(folder, { recursive: true });
  return report;
}

test.describe('the report of a test that has timed out', () => {
  const ask =
    "await page.getByRole('button', { name: 'Connect' }).click(); await mockWallet.waitForRequest('authorize');";

  test('names the request that waits for the test’s decision', async () => {
    const report = await runTest(`mockWallet.approveWith(() => new Promise(() => {})); ${ask}`);
    expect(report).toMatch(/Test timeout of 1ms exceeded/);
    expect(report).toMatch(
      /The mock wallet, when the test timed out:\s+authorize of “.+” on solana:devnet has waited for [\d.]+ s: the function given to `approveWith`/,
    );
    expect(report).toContain('attachment #');
  });

  test('says that no page has opened the wallet', async () => {
    expect(await runTest('')).toContain('The wallet app was never opened');
  });

  test('says which request the wallet left without an answer', async () => {
    // A request that has come is not left unanswered before the wallet has read it.
    const isLeft = 'await expect.poll(() => mockWallet.getActivity().at(-1)?.outcome).toBeDefined();';
    const report = await runTest(`mockWallet.answerNext({ instead: { type: 'silence' } }); ${ask} ${isLeft}`);
    expect(report).toContain('The last request, authorize, was left without an answer');
  });
});
