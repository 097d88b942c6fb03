import { expect, test } from '@playwright/test';
import { getAccount, getWallet, SHOP } from './panel.js';

test('a second tap at the place of Approve does not approve the next request', async ({ page }) => {
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  const approve = getWallet(page).getByRole('button', { name: 'Approve' });
  await approve.click();
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  const { x, y, width, height } = (await approve.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await expect(approve).toBeEnabled();
  await approve.click();
  await expect(page.getByRole('heading', { name: 'Paid 0.01 test SOL' })).toBeVisible();
});

test('the keyboard approves the next request at once, unlike a second tap', async ({ page }) => {
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Pay with your wallet' }).click();
  await getWallet(page).getByRole('button', { name: 'Approve' }).click();
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await getWallet(page).getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Paid 0.01 test SOL' })).toBeVisible();
});

test('without a mouse, one chord approves in the wallet, and Escape declines there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Pay with your wallet' }).press('Enter');
  const hint = getWallet(page).getByText('Esc', { exact: true });
  await expect(hint).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(getWallet(page).getByRole('heading', { name: /send/i })).toBeVisible();
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Your wallet declined').first()).toBeVisible();
});

test('a payment that would fail is explained, and Approve is not the primary button', async ({ page }) => {
  // The demo refuses an amount above the balance. Fake a large balance, so that the demo sends the
  // transaction anyway.
  await page.route('**/__mobile-wallet/rpc/**', async (route) => {
    const { method } = route.request().postDataJSON() as { method: string };
    if (method !== 'getBalance') return route.continue();
    const { id } = route.request().postDataJSON() as { id: unknown };
    const result = { context: { slot: 1 }, value: 5_000_000_000_000_000 };
    return route.fulfill({ json: { jsonrpc: '2.0', id, result } });
  });
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await getWallet(page).getByRole('button', { name: 'Approve' }).click();
  await expect(getAccount(page)).toBeVisible();
  await page.getByLabel('Amount').fill('1234567');
  await page.getByRole('button', { name: 'Send transfer' }).click();
  const wallet = getWallet(page);
  await expect(wallet.getByText('This would fail now.')).toBeVisible();
  await expect(
    wallet.getByText(/^1,234,567 test SOL would be taken from an account that has [\d.]+ test SOL\.$/),
  ).toBeVisible();
  await expect(wallet.getByText('custom program error')).toBeHidden();
  await expect(wallet.getByRole('button', { name: 'Approve anyway' })).toHaveCSS(
    'background-color',
    'rgba(0, 0, 0, 0)',
  );
  await wallet.getByText('Details', { exact: true }).click();
  await expect(wallet.getByText('custom program error')).toBeVisible();
  await expect(wallet.getByText(/[1-9A-HJ-NP-Za-km-z]{4}…[1-9A-HJ-NP-Za-km-z]{4}$/).first()).toBeVisible();
});
