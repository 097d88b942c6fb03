import { expect } from '@playwright/test';
import { test } from '../mock/src/playwright.js';
import { serveScript, useResource } from './bundle.js';

const dapp = useResource(() => serveScript('origins/page.ts'));

test('a dialog is above everything else on the page, and is removed afterwards', async ({
  page,
  mockWallet,
}) => {
  mockWallet.approveWith(() => new Promise(() => {}));
  await page.goto(`${dapp.url}/#about:blank`);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect.poll(() => mockWallet.asked.length).toBe(1);
  await page.evaluate(() => {
    const cover = document.createElement('div');
    cover.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647';
    document.body.append(cover);
    // Pretend that the user returns before the wallet has answered, which shows the waiting dialog.
    for (const visibilityState of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });
  await expect(page.getByRole('dialog').locator('.app')).toHaveText('E');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.error')).toContainText('cancelled');
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
});
