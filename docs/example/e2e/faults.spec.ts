import { expect, test } from 'mock-mobile-wallet/playwright';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('Connected')).toBeVisible();
});

test('the wallet answers with an error', async ({ page, mockWallet }) => {
  mockWallet.failNext(-32603);
  await page.getByRole('button', { name: 'Sign a message' }).click();
  await expect(page.getByText('WALLET_ERROR')).toBeVisible();
});

test('the wallet app crashes while the user signs', async ({ page, mockWallet }) => {
  mockWallet.answerNext({ instead: { type: 'crash' } });
  await page.getByRole('button', { name: 'Sign a message' }).click();
  await expect(page.getByText('SESSION_CLOSED')).toBeVisible();
});

test('the dapp asks for the right bytes', async ({ page, mockWallet }) => {
  await page.getByRole('button', { name: 'Sign a message' }).click();
  const request = await mockWallet.waitForRequest('sign_messages');
  expect(request.params).toMatchObject({ payloads: ['SGVsbG8='] }); // "Hello"
});
