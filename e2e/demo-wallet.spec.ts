import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { ask } from './demo.js';
import { connect, expectRest, getAccount, getApprove, getHome, getWallet, SHOP } from './panel.js';

/** Returns the chip of an account, with its balance, in the wallet's own screens. */
const getChip = (home: FrameLocator | Page, label: string) =>
  home.getByRole('list', { name: 'Accounts' }).getByRole('button', { name: label });

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
  await expect(row).toContainText(/Message.*error -3.*sign_messages.*declined/s);
  await row.locator('summary').click();
  await expect(row.getByRole('group', { name: 'Response' })).toContainText('"code": -3');
  await home.getByRole('tab', { name: 'Apps' }).click();
  const app = home.getByRole('list', { name: 'Connected apps' }).locator('> li').first();
  await expect(app).toContainText('Pocket Coffee');
  await app.locator('summary').click();
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
  await page.goto(SHOP);
  const full = await context.newPage();
  await full.goto('/__mobile-wallet/');
  const chips = full.getByRole('list', { name: 'Accounts' }).getByRole('button');
  const more = full.getByRole('button', { name: 'More' });
  await expect(chips).toHaveCount(2);
  await more.click();
  await full.getByRole('button', { name: 'New account' }).click();
  await expect(chips).toHaveCount(3);
  await more.click();
  await full.getByRole('button', { name: 'Rename' }).click();
  await full.getByLabel('Name of the account').fill('Treasury');
  await full.keyboard.press('Enter');
  await full.getByRole('button', { name: 'Get test SOL' }).click();
  await expect(getChip(full, 'Treasury')).toContainText('1 test SOL');
  await page.bringToFront();
  await expect(getChip(getHome(page), 'Treasury')).toContainText('1 test SOL');
  await full.bringToFront();
  await more.click();
  await full.getByRole('button', { name: 'Remove' }).click();
  await full.getByRole('group').getByRole('button', { name: 'Remove' }).click();
  await expect(getChip(full, 'Treasury')).toHaveCount(0);
  await full.getByRole('tab', { name: 'Settings' }).click();
  await full.getByLabel('Approve everything').check();
  try {
    await page.bringToFront();
    await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
    await expect(getAccount(page)).toBeVisible();
  } finally {
    await full.bringToFront();
    await full.getByLabel('Ask me').check();
    await expect(full.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  }
});
