import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { ask } from './demo.js';
import { connect, expectRest, getApprove, getHome, getWallet } from './panel.js';

/** Returns the card of an account in the wallet's own screens. */
const getCard = (home: FrameLocator | Page, label: string) =>
  home.getByRole('list', { name: 'Accounts' }).locator('> li').filter({ hasText: label });

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('requests of the page are in the activity, with their decisions and outcomes', async ({ page }) => {
  await connect(page);
  await ask(page, 'Sign message');
  await getWallet(page).getByRole('button', { name: 'Decline' }).click();
  await expectRest(page);
  const home = getHome(page);
  await home.getByRole('tab', { name: 'Activity' }).click();
  const row = home.getByRole('list', { name: 'Requests' }).locator('> li').first();
  await expect(row).toContainText(/sign_messages.*error -3.*declined/s);
  await row.locator('summary').click();
  await expect(row.getByRole('group', { name: 'Response' })).toContainText('"code": -3');
  await home.getByRole('tab', { name: 'Apps' }).click();
  const app = home.getByRole('list', { name: 'Connected apps' }).locator('> li').first();
  await expect(app).toContainText('Mobile Wallet Standard demo');
  await app.getByRole('button', { name: 'Revoke' }).click();
  await app.getByRole('button', { name: 'Revoke', exact: true }).click();
  // The dapp has to ask again, because its token is forgotten.
  await ask(page, 'Sign message');
  await expect(getWallet(page).getByRole('heading', { name: 'Connect to this app?' })).toBeVisible();
  await getApprove(page).click();
  await expect(getWallet(page).getByRole('heading', { name: 'Sign this message?' })).toBeVisible();
});

test('the wallet full screen and the panel show the same, and settings count at once', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const full = await context.newPage();
  await full.goto('/__mobile-wallet/');
  const cards = full.getByRole('list', { name: 'Accounts' }).locator('> li');
  await expect(cards).toHaveCount(2);
  await full.getByRole('button', { name: 'New account' }).click();
  await expect(cards).toHaveCount(3);
  const added = cards.last();
  await added.getByRole('button', { name: 'Rename' }).click();
  await added.getByLabel('Name of the account').fill('Treasury');
  await full.keyboard.press('Enter');
  await getCard(full, 'Treasury').getByRole('button', { name: 'Get SOL' }).click();
  await expect(getCard(full, 'Treasury')).toContainText('1 SOL');
  await page.bringToFront();
  await expect(getCard(getHome(page), 'Treasury')).toContainText('1 SOL');
  await full.bringToFront();
  await getCard(full, 'Treasury').getByRole('button', { name: 'Remove' }).click();
  await full.getByRole('group').getByRole('button', { name: 'Remove' }).click();
  await expect(getCard(full, 'Treasury')).toHaveCount(0);
  await full.getByRole('tab', { name: 'Settings' }).click();
  await full.getByLabel('Approve everything').check();
  try {
    await page.bringToFront();
    await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
    await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  } finally {
    await full.bringToFront();
    await full.getByLabel('Ask me').check();
    await expect(full.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  }
});
