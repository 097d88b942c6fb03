import { expect, test } from 'mock-mobile-wallet/playwright';

test.beforeEach(({ page }) => page.goto('/'));

test('a user connects and signs', async ({ page, mockWallet }) => {
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText(mockWallet.accounts[0]?.address ?? '')).toBeVisible();
  await page.getByRole('button', { name: 'Sign a message' }).click();
  await expect(page.getByText('Signed: 64 bytes')).toBeVisible();
  expect(mockWallet.launches).toHaveLength(2); // one for each tap
});

test('a user declines', async ({ page, mockWallet }) => {
  mockWallet.declineNext();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('USER_REJECTED')).toBeVisible();
});
