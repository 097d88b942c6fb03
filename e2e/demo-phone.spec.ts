import { expect, type Page, test } from '@playwright/test';
import { disconnect } from './demo.js';
import { getApprove, getPanel, getWallet } from './panel.js';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Presses a button under "All actions", which are folded unless the page remembers otherwise. */
async function pressAction(page: Page, name: string): Promise<void> {
  const summary = page.locator('summary').filter({ hasText: 'All actions' });
  await expect(summary).toBeVisible();
  if ((await summary.locator('..').getAttribute('open')) === null) await summary.click();
  await page.getByRole('button', { name }).click();
}

test('“Other wallets” plays a phone with several wallet apps, and again one with a single app', async ({
  page,
}) => {
  await page.goto('/shop.html');
  await pressAction(page, 'Phone with several wallet apps');
  await expect(getPanel(page).getByRole('button', { name: 'Has several wallet apps' })).toBeVisible();
  await pressAction(page, 'Connect only');
  const chooser = getPanel(page).getByRole('region', { name: 'Open with' });
  await chooser.getByLabel('Second wallet').check();
  await chooser.getByRole('button', { name: 'Just once' }).click();
  await expect(getWallet(page).getByText('Second wallet', { exact: true })).toBeVisible();
  await getApprove(page).click();
  await disconnect(page);

  // The library's own list has these apps, too.
  await pressAction(page, 'Connect only');
  await chooser.getByLabel('Broken wallet').check();
  await chooser.getByRole('button', { name: 'Just once' }).click();
  // An app that was open for less than a second has closed by itself.
  await page.waitForTimeout(1_100);
  await getPanel(page).getByRole('button', { name: 'Back to the page' }).click();
  const dialog = page.locator('mobile-wallet-dialog');
  await dialog.getByRole('button', { name: 'Use another wallet app' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([/Mock wallet/, /Second wallet/, /Broken wallet/]);
  await dialog.getByRole('button', { name: 'Second wallet' }).click();
  await expect(getWallet(page).getByText('Second wallet', { exact: true })).toBeVisible();
  await getApprove(page).click();
  await disconnect(page);

  await pressAction(page, 'Phone with one wallet app');
  await expect(getPanel(page).getByText('Ready', { exact: true })).toBeVisible();
  await pressAction(page, 'Connect only');
  await expect(getWallet(page).getByText('Mock wallet', { exact: true })).toBeVisible();
});
