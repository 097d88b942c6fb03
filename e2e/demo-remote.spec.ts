import { expect, type Page, test } from '@playwright/test';
import { ask, disconnect, getResult } from './demo.js';
import { expectRest, getAccount, getApprove, getHome, getPanel, getWallet, SHOP } from './panel.js';

const WALLET_PAGE = '/__mobile-wallet/wallet/';

/** Asks for a wallet on another device, and returns a screenshot with the code. */
async function showCode(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'Wallet on another device' }).click();
  const code = page.getByRole('dialog').getByRole('img');
  await code.scrollIntoViewIfNeeded();
  await expect(page.getByRole('dialog').getByRole('timer')).toContainText('0:');
  return page.screenshot();
}

/** Gives a picture to the form of the panel, or of the wallet's page. */
async function choosePicture(page: Page, picture: Buffer): Promise<void> {
  const file = { name: 'code.png', mimeType: 'image/png', buffer: picture };
  await page.getByLabel('Choose a picture').setInputFiles(file);
}

/** Opens the form of the panel, which has no code to scan yet. */
async function openForm(page: Page): Promise<void> {
  await getHome(page).getByRole('button', { name: 'Scan' }).click();
}

/** Moves the pointer to the panel, which a modal dialog of the page makes inert until then. */
async function pointAtPanel(page: Page): Promise<void> {
  const { x = 0, y = 0, width = 0 } = (await getPanel(page).locator('.home .header').boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + 20);
}

async function run(page: Page, button: Parameters<typeof ask>[1], status: string): Promise<void> {
  await ask(page, button);
  await getApprove(page).click();
  await expect(getResult(page, status)).toBeVisible();
}

test('while the QR code is shown, the page asks for a scan, and nothing turns', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(SHOP);
  await showCode(page);
  const region = page.getByRole('region', { name: 'Your connection' });
  await expect(region.getByRole('status')).toContainText('Scan the QR code');
  await expect(page.locator('.spinner:visible')).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(region.getByRole('status')).toContainText('You stopped before the wallet answered.');
});

test('a user joins by a picture of the code, and scans once for all that follows', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(SHOP);
  await openForm(page);
  const code = await showCode(page);
  await pointAtPanel(page);
  await choosePicture(page, code);
  await getApprove(page).click();
  await expect(getAccount(page)).toBeVisible();
  await run(page, 'Sign in', 'Signed in: verified');
  await run(page, 'Send transfer', 'Sent 0.01 test SOL');
  await run(page, 'Sign message', 'Message signed: verified');
  await disconnect(page);
  await expectRest(page);

  await openForm(page);
  const fresh = await showCode(page);
  await pointAtPanel(page);
  await choosePicture(page, code);
  await expect(getPanel(page).getByRole('alert')).toContainText('no longer waits for this QR code');
  await choosePicture(page, fresh);
  await getApprove(page).click();
  await expect(getAccount(page)).toBeVisible();
});

test('a user joins by the link, and may leave the wallet', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(SHOP);
  await openForm(page);
  await showCode(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await pointAtPanel(page);
  await getPanel(page).getByLabel('Link of the QR code').click();
  await page.keyboard.press('ControlOrMeta+V');
  await getPanel(page).getByRole('button', { name: 'Join' }).click();
  await expect(getApprove(page)).toBeVisible();
  await getWallet(page).getByRole('button', { name: 'Leave' }).click();
  await expect(getPanel(page).getByText('Ready', { exact: true })).toBeVisible();
});

test('says what is wrong with a link or a picture', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(SHOP);
  await openForm(page);
  const reason = getPanel(page).getByRole('alert');
  await getPanel(page).getByRole('button', { name: 'Join' }).click();
  await expect(reason).toContainText('This link leads to no dapp');
  await choosePicture(page, await page.screenshot());
  await expect(reason).toContainText('No QR code was found');
  await choosePicture(page, Buffer.from('text'));
  await expect(reason).toContainText('cannot open this file');
  await expectRest(page);
});

test('the pointer moves between the wallet and a dialog of the page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(SHOP);
  await openForm(page);
  await showCode(page);
  await pointAtPanel(page);
  const link = getPanel(page).getByLabel('Link of the QR code');
  await link.click();
  await page.keyboard.type('solana-wallet:');
  await page.mouse.move(100, 100);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy link' })).toBeVisible();
  await pointAtPanel(page);
  await expect(link).toBeFocused();
  await expect(link).toHaveValue('solana-wallet:');
  await page.mouse.move(100, 100);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  await expectRest(page);
});

test('a wallet in another tab joins, answers, and can be left', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(SHOP);
  const code = await showCode(page);
  const wallet = await context.newPage();
  await wallet.setViewportSize({ width: 390, height: 844 });
  await wallet.goto(WALLET_PAGE);
  await expect(wallet.getByRole('button', { name: 'Leave' })).toHaveCount(0);
  await choosePicture(wallet, code);
  await wallet.getByRole('button', { name: 'Approve' }).click();
  await expect(getAccount(page)).toBeVisible();
  await ask(page, 'Sign message');
  await wallet.getByRole('button', { name: 'Approve' }).click();
  await expect(getResult(page, 'Message signed: verified')).toBeVisible();
  await wallet.getByRole('button', { name: 'Leave' }).click();
  await expect(wallet.getByText('Scan a QR code')).toBeVisible();
});
