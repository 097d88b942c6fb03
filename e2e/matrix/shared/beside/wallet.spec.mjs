import { expect, test } from 'mock-mobile-wallet/playwright';

test('connects, signs and declines', async ({ page, mockWallet }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.locator('output')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
  await page.getByRole('button', { name: 'Sign' }).click();
  await expect(page.locator('output')).toHaveText(/^[0-9a-f]{128}$/);
  mockWallet.declineNext();
  await page.getByRole('button', { name: 'Sign' }).click();
  await expect(page.locator('output')).toHaveText(/User rejected/);
});
