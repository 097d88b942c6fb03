import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, FrameLocator, Page } from '@playwright/test';
import { createClusterChain } from '../mock/src/chains.js';
import { expect, test } from '../mock/src/playwright.js';
import { getPort, startServer } from '../scripts/dev-server.mjs';
import { useResource } from './bundle.js';
import { getExample } from './example-folder.js';

// The dapp of the guides, from the tap to “Paid”: where no session is possible, in the wallet app's own
// browser, and in a frame of another page.

const URL = `http://localhost:${getPort()}`;
const RPC = `${URL}/__mobile-wallet/rpc/devnet`;

useResource(async () => {
  const args = ['--port', new globalThis.URL(URL).port, '--strictPort'];
  const { stop } = await startServer(getExample(), 'node_modules/vite/bin/vite.js', args);
  return { close: stop };
});

/** Gives the wallets of a context what the payment and its fee cost. */
async function fund(context: BrowserContext, address = ''): Promise<void> {
  const params = [address, 1_000_000_000];
  const data = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params };
  expect((await context.request.post(RPC, { data })).ok()).toBe(true);
}

/** Each test pays for an order of its own. */
const createOrderUrl = (): string => `${URL}/?order=${crypto.randomUUID()}`;

const pressPay = (page: Page | FrameLocator): Promise<void> =>
  page.getByRole('button', { name: 'Connect and pay 0.01 SOL' }).click();

const expectPaid = (page: Page | FrameLocator): Promise<void> =>
  expect(page.getByText('Paid', { exact: true })).toBeVisible();

test.use({ mockWalletOptions: { chain: createClusterChain(RPC) } });

test.describe('on an iPhone', () => {
  test.use({ mockWalletOptions: { chain: createClusterChain(RPC), phone: 'iphone' } });

  test.beforeEach(async ({ context }) => {
    // The line that the guide for iPhones adds.
    await context.route('**/src/wallet.ts*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('chains:', 'openIn: true, chains:');
      await route.fulfill({ response, body });
    });
  });

  test('a user opens the page in a wallet app, and pays there with its own wallet', async ({
    page,
    context,
    mockWallet,
  }) => {
    await fund(context, mockWallet.accounts[0]?.address);
    await page.goto(createOrderUrl());
    await pressPay(page);
    await page.getByRole('link', { name: 'Phantom', exact: true }).click();
    const inWallet = await mockWallet.waitForWalletBrowser();
    expect(inWallet.url()).toBe(page.url());
    await pressPay(inWallet);
    await expectPaid(inWallet);
    // Nobody has declined anything, and the server knows of the payment.
    await inWallet.close();
    await expect(page.getByText('declined')).toHaveCount(0);
    await page.reload();
    await expectPaid(page);
  });

  test('a user connects, signs and disconnects in the wallet app', async ({ page, mockWallet }) => {
    await page.goto(URL);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('link', { name: 'Solflare', exact: true }).click();
    const inWallet = await mockWallet.waitForWalletBrowser();
    await inWallet.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(inWallet.getByText(mockWallet.accounts[0]?.address ?? '')).toBeVisible();
    await inWallet.setViewportSize({ width: 360, height: 740 });
    const tooWide = await inWallet.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, 'how many pixels are beside the screen').toBeLessThanOrEqual(0);
    await inWallet.getByRole('button', { name: 'Sign a message' }).click();
    await expect(inWallet.getByText('Signed: 64 bytes')).toBeVisible();
    await inWallet.getByRole('button', { name: 'Disconnect' }).click();
    await expect(inWallet.getByText('Disconnected')).toBeVisible();
  });
});

test('a user pays in a frame of another page', async ({ page, context, mockWallet }) => {
  await fund(context, mockWallet.accounts[0]?.address);
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><iframe src="${createOrderUrl()}" allow="loopback-network" width="400" height="800">`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`);
  const frame = page.frameLocator('iframe');
  await pressPay(frame);
  await expectPaid(frame);
  expect(mockWallet.launches).toHaveLength(1);
  server.close();
  server.closeAllConnections();
});

test('a user of several wallets pays with one of them', async ({ page, context, mockWallet }) => {
  await fund(context, mockWallet.accounts[0]?.address);
  await page.addInitScript(() => {
    const wallet = { name: 'Another', version: '1.0.0', icon: 'data:image/png;base64,', accounts: [] };
    const features = Object.fromEntries(
      ['standard:connect', 'standard:disconnect', 'standard:events', 'solana:signAndSendTransaction'].map(
        (name) => [name, { version: '1.0.0', on: () => () => {} }],
      ),
    );
    addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent).detail.register({ ...wallet, chains: ['solana:devnet'], features }),
    );
  });
  await page.goto(createOrderUrl());
  await expect(page.getByRole('button', { name: 'pay 0.01 SOL with Another' })).toBeEnabled();
  await page.getByRole('button', { name: 'pay 0.01 SOL with Mobile Wallet Adapter' }).click();
  await expectPaid(page);
});
