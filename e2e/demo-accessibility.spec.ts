import { expect, type Page, test } from '@playwright/test';
import { findInBothSchemes } from './accessibility.js';
import { ask, connectAndPay, decide, getPlayground, getResult, getShop } from './demo.js';
import {
  connect,
  expectNoVisit,
  getApprove,
  getHome,
  getPanel,
  getWallet,
  holdLaunch,
  LAUNCH,
} from './panel.js';

for (const [size, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const) {
  test.describe(`on ${size}`, () => {
    const findProblems = (page: Page, selector = 'html') =>
      findInBothSchemes(page, size === 'a phone' ? 'all' : 'appearance', selector);
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('the demo has no accessibility problem in any state', async ({ page }) => {
      await page.goto('/');
      const shop = getShop(page);
      const pay = shop.getByRole('button', { name: 'Pay with your wallet' });
      await shop.locator('summary').filter({ hasText: 'All actions' }).click();
      expect(await findProblems(page), 'before connecting').toEqual([]);

      await pay.click();
      await expect(getApprove(shop)).toBeEnabled();
      expect(await findProblems(page), 'while the wallet asks to connect').toEqual([]);
      await decide(shop, 'Decline');
      await expect(shop.getByText('Your wallet declined').first()).toBeVisible();
      expect(await findProblems(page), 'after a refusal').toEqual([]);

      await connectAndPay(shop);
      // Otherwise axe waits for a frame that is about to go.
      await expectNoVisit(shop);
      expect(await findProblems(page), 'after a payment').toEqual([]);
      await ask(shop, 'Sign message');
      await expect(getApprove(shop)).toBeEnabled();
      expect(await findProblems(page), 'while the wallet asks to sign').toEqual([]);
      await decide(shop, 'Approve');
      await expect(getResult(shop, 'Message signed: verified')).toBeVisible();
      await expectNoVisit(shop);
      for (const pane of ['Code', 'Log']) {
        await getPlayground(shop).getByRole('tab', { name: pane }).click();
        expect(await findProblems(page), pane).toEqual([]);
      }
    });

    test('the panel has no accessibility problem while it starts, after a failure and at rest', async ({
      page,
    }) => {
      await connect(page);
      const release = await holdLaunch(page);
      await ask(page, 'Sign in');
      await expect(getPanel(page).getByText('Starting…')).toBeVisible();
      expect(await findProblems(page, 'mobile-wallet-panel'), 'starting').toEqual([]);
      release();
      await expect(getApprove(page)).toBeEnabled();
      await getWallet(page).getByRole('button', { name: 'Decline' }).click();
      await expect(page.getByText('Your wallet declined').first()).toBeVisible();

      await page.route(LAUNCH, (route) => route.fulfill({ status: 500, body: 'The port is taken.' }));
      await ask(page, 'Sign in');
      await expect(getPanel(page).getByText('The mock wallet could not start')).toBeVisible();
      expect(await findProblems(page, 'mobile-wallet-panel'), 'after a failure').toEqual([]);
      await page.unroute(LAUNCH);
      await page.reload();

      const open = page.getByRole('button', { name: 'Mock wallet', exact: true });
      if (size === 'a phone') await open.click();
      // On a desktop their frame is hardly wider than a phone, and home-access.spec.ts has them in all
      // widths.
      for (const screen of size === 'a phone' ? ['Apps', 'Activity', 'Settings', 'Accounts'] : []) {
        await getHome(page).getByRole('tab', { name: screen }).click();
        expect(await findProblems(page, 'mobile-wallet-panel'), screen).toEqual([]);
      }
      await getHome(page).getByRole('button', { name: 'Scan' }).click();
      await expect(getPanel(page).getByRole('heading', { name: 'Scan a QR code' })).toBeVisible();
      expect(await findProblems(page, 'mobile-wallet-panel'), 'the form to join').toEqual([]);
    });
  });
}
