import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { createClusterChain } from '../mock/src/chains.js';
import { test as walletTest } from '../mock/src/playwright.js';
import { getApprove } from './panel.js';

const RPC = '/__mobile-wallet/rpc/devnet';
const FRAME = 'iframe[name^="mock-mobile-wallet:browser"]';

/** Returns the page in the wallet app's browser. */
const getOpened = (page: Page): FrameLocator => page.frameLocator(FRAME);

const tapLink = async (page: Page, link: string): Promise<void> => {
  await page.evaluate((href) => {
    const anchor = Object.assign(document.createElement('a'), { href, textContent: 'Phantom', id: 'row' });
    document.body.prepend(anchor);
  }, link);
  await page.locator('#row').click();
};

test('a link of a wallet app opens the page in its browser, where one connects and pays', async ({
  page,
}) => {
  await page.goto('/');
  await tapLink(page, `https://phantom.app/ul/browse/${encodeURIComponent(page.url())}?ref=x`);
  const opened = getOpened(page);
  await opened.getByRole('button', { name: /Mock wallet/ }).click();
  await getApprove(page).click();
  await expect(opened.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await opened.getByText('For developers').click();
  await opened.getByRole('button', { name: 'Send transfer' }).click();
  await getApprove(page).click();
  await expect(opened.getByText('Sent 0.01 test SOL')).toBeVisible();
});

walletTest.describe('in a test of Playwright', () => {
  walletTest.use({
    mockWalletOptions: async ({ baseURL }, use) => {
      await use({ phone: 'iphone', chain: createClusterChain(new URL(RPC, baseURL).href) });
    },
  });

  walletTest('the page is opened in a tab of its own', async ({ page, request, mockWallet }) => {
    const params = [mockWallet.accounts[0]?.address, 1_000_000_000];
    const data = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params };
    const answer = await request.post(RPC, { data });
    expect(await answer.json()).toMatchObject({ result: expect.any(String) });
    await page.goto('/');
    await tapLink(page, `https://phantom.app/ul/browse/${encodeURIComponent(page.url())}?ref=x`);
    const opened = await mockWallet.waitForWalletBrowser();
    await opened.getByRole('button', { name: /Mock wallet/ }).click();
    await opened.getByText('For developers').click();
    await opened.getByRole('button', { name: 'Send transfer' }).click();
    await expect(opened.getByText('Sent 0.01 test SOL')).toBeVisible();
    expect(await page.evaluate(() => document.visibilityState)).toBe('hidden');
    await opened.close();
    await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('visible');
  });
});
