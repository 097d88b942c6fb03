import { expect, type Page } from '@playwright/test';
import { test } from '../mock/src/playwright.js';
import { serveScript, useResource } from './bundle.js';

const site = useResource(() => serveScript('rules/page.ts'));

/** Returns the page's output with this name. */
async function read(page: Page, name: string): Promise<unknown> {
  return JSON.parse(await page.locator(`#${name}`).innerText());
}

async function connect(page: Page): Promise<unknown> {
  await page.getByRole('button', { name: 'Connect' }).click();
  return read(page, 'tapped');
}

/**
 * Makes the page connect without a tap. Uses CDP, because Playwright's own `evaluate` gives the page user
 * activation.
 */
async function connectWithoutTap(page: Page): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const expression = 'connectWithoutTap()';
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value;
}

/** Opens the page and waits for its button. */
async function open(page: Page): Promise<void> {
  await page.goto(site.url);
  await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible();
}

/** Blocks all scripts that the page requests from now on. */
async function cutOff(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.route('**/*.js', (route) => route.abort());
}

test('rules 1 to 4: one wallet is listed while the script runs, and `navigator.wallets` is not created', async ({
  page,
  mockWallet,
}) => {
  await open(page);
  expect(await read(page, 'registered')).toEqual({
    registered: true,
    again: true,
    listed: 1,
    accounts: 0,
    hasDeprecatedList: false,
  });
  expect(mockWallet.asked).toEqual([]);
});

test('rules 22, 23: connecting without a tap rejects, and after a reload returns the stored accounts', async ({
  page,
  mockWallet,
}) => {
  await open(page);
  expect(await connectWithoutTap(page)).toMatchObject({ isActive: false, code: 'USER_GESTURE_REQUIRED' });
  expect(mockWallet.asked).toEqual([]);
  expect(await connect(page)).toEqual({ accounts: 1 });
  await page.reload();
  expect(await read(page, 'registered')).toMatchObject({ registered: true, accounts: 1 });
  expect(await read(page, 'silent')).toEqual({ accounts: 1 });
  expect(await connectWithoutTap(page)).toEqual({ isActive: false, accounts: 1 });
  expect(mockWallet.asked).toHaveLength(1);
});

test('rule 36: the code that connecting needs is loaded before the tap', async ({ page, mockWallet }) => {
  await open(page);
  await cutOff(page);
  expect(await connect(page)).toEqual({ accounts: 1 });
  expect(mockWallet.asked).toHaveLength(1);
});

test('rules 21, 36: code that cannot be loaded is an error, and the next tap loads it again', async ({
  page,
  mockWallet,
}) => {
  await page.route(/operations.*\.js$/, (route) => route.abort());
  await open(page);
  expect(await read(page, 'silent')).toEqual({ accounts: 0 });
  expect(await connect(page)).toMatchObject({
    code: 'CODE_NOT_LOADED',
    message: expect.stringContaining('loaded'),
  });
  await page.unroute(/operations.*\.js$/);
  expect(await connect(page)).toEqual({ accounts: 1 });
  expect(mockWallet.asked).toHaveLength(1);
});

test('rule 28: invalid inputs are refused without the code that signs', async ({ page }) => {
  await page.route(/operations.*\.js$/, (route) => route.abort());
  await open(page);
  const outcome = await page.evaluate(() =>
    (window as unknown as { signWrongly(): Promise<object> }).signWrongly(),
  );
  expect(outcome).toEqual({ wrong: 'INVALID_ARGUMENT', none: [] });
});
