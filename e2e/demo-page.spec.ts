import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { useResource } from './bundle.js';
import { ask, getResult, getShop } from './demo.js';
import { startDemoSite } from './demo-site.js';
import { expectWalletFont, getAccount } from './panel.js';

const site = useResource(startDemoSite);

function getWallet(page: Page): FrameLocator {
  return page.frameLocator('mobile-wallet-panel iframe[src*="page="]');
}

async function approve(page: Page): Promise<void> {
  await getWallet(page).getByRole('button', { name: 'Approve', exact: true }).click();
}

async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await approve(page);
  await expect(getAccount(page)).toBeVisible();
}

test('a static site connects, signs in and pays, and asks no other host', async ({ page }) => {
  const requests: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('websocket', (socket) => requests.push(socket.url()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${site.url}shop.html#actions`);
  await expect(page.getByText('A test wallet, not your own.')).toBeVisible();
  await connect(page);
  await expect(page.getByTestId('balance')).toHaveText('10 test SOL');

  await ask(page, 'Sign in');
  await expectWalletFont(getWallet(page).locator('body'));
  await approve(page);
  await expect(getResult(page, 'Signed in: verified')).toBeVisible();

  await ask(page, 'Send transfer');
  await approve(page);
  await expect(getResult(page, 'Sent 0.01 test SOL')).toBeVisible();
  await expect(page.getByTestId('balance')).toHaveText('9.989995 test SOL');

  await page.reload();
  await expect(page.getByTestId('balance')).toHaveText('9.989995 test SOL');
  expect(requests.filter((request) => !request.startsWith(site.url) && !request.startsWith('data:'))).toEqual(
    [],
  );
  expect(problems).toEqual([]);
});

test('the shop can be paid before its wallet has loaded', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/page-wallet-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}shop.html`);
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await expect(page.getByText('Opening your wallet…')).toBeVisible();
  release();
  await approve(page);
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await approve(page);
  await expect(page.getByText('Paid 0.01 test SOL')).toBeVisible();
});

for (const visit of ['first', 'later'] as const) {
  test(`a wallet that did not load at a ${visit} visit is loaded at the next tap`, async ({ page }) => {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${site.url}shop.html#actions`);
    if (visit === 'later') await connect(page);
    else await page.evaluate(() => localStorage.clear());
    await page.route(/page-wallet-/, (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Pay with your wallet' }).click();
    await expect(page.getByRole('region', { name: 'Your payment' })).toContainText(/try again/i);
    expect(problems).toEqual([]);
    await page.unroute(/page-wallet-/);
    await page.getByRole('button', { name: 'Pay with your wallet' }).click();
    await approve(page);
  });
}

test('the shop does not wait for its wallet when it is loaded again before that has come', async ({
  page,
}) => {
  await page.route(/page-wallet-/, () => {});
  await page.goto(`${site.url}shop.html`);
  const pay = page.getByRole('button', { name: 'Pay with your wallet' });
  await expect(pay).toBeVisible();
  await page.reload();
  await expect(pay).toBeVisible();
});

test('a browser without Ed25519 says that it cannot play the wallet', async ({ page }) => {
  await page.addInitScript(() => {
    SubtleCrypto.prototype.generateKey = async () => {
      throw new DOMException('Unrecognized name.', 'NotSupportedError');
    };
  });
  await page.goto(site.url);
  await expect(
    getShop(page).getByRole('heading', { name: 'This browser cannot play the wallet' }),
  ).toBeVisible();
});
