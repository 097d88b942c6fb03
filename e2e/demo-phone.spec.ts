import { expect, test } from '@playwright/test';
import { getApprove, getPanel, getWallet } from './panel.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('“Other wallets” plays a phone with several wallet apps, and again one with a single app', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByText('Other wallets').click();
  await page.getByRole('button', { name: 'Phone with several wallet apps' }).click();
  await expect(getPanel(page).getByRole('button', { name: 'Has several wallet apps' })).toBeVisible();
  await page.getByRole('button', { name: 'Connect only' }).click();
  const chooser = getPanel(page).getByRole('region', { name: 'Open with' });
  await chooser.getByLabel('Second wallet').check();
  await chooser.getByRole('button', { name: 'Just once' }).click();
  await expect(getWallet(page).getByText('Second wallet', { exact: true })).toBeVisible();
  await getApprove(page).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();

  // The library's own list has these apps, too.
  await page.getByRole('button', { name: 'Connect only' }).click();
  await chooser.getByLabel('Broken wallet').check();
  await chooser.getByRole('button', { name: 'Just once' }).click();
  await page.waitForTimeout(1_100);
  await getPanel(page).getByRole('button', { name: 'Back to the page' }).click();
  const dialog = page.locator('mobile-wallet-dialog');
  await dialog.getByRole('button', { name: 'Use another wallet app' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([/Mock wallet/, /Second wallet/, /Broken wallet/]);
  await dialog.getByRole('button', { name: 'Second wallet' }).click();
  await expect(getWallet(page).getByText('Second wallet', { exact: true })).toBeVisible();
  await getApprove(page).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();

  await page.getByText('Other wallets').click();
  await page.getByRole('button', { name: 'Phone with one wallet app' }).click();
  await expect(getPanel(page).getByText('Ready', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Connect only' }).click();
  await expect(getWallet(page).getByText('Mock wallet', { exact: true })).toBeVisible();
});
