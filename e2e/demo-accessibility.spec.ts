import { expect, type Page, test } from '@playwright/test';
import { findInBothSchemes } from './accessibility.js';
import { connect, getApprove, getHome, getPanel, getWallet, holdLaunch, LAUNCH } from './panel.js';

/** Presses a button of the page, and waits until the wallet's request can be answered. */
async function ask(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(getApprove(page)).toBeEnabled();
}

for (const [size, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const) {
  test.describe(`on ${size}`, () => {
    const findProblems = (page: Page, selector = 'html') =>
      findInBothSchemes(page, size === 'a phone' ? 'all' : 'appearance', selector);
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    test('the demo has no accessibility problem in any state', async ({ page }) => {
      const wallet = getWallet(page);
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Mobile Wallet Adapter' })).toBeVisible();
      await page.getByText('The code').first().click();
      expect(await findProblems(page), 'before connecting').toEqual([]);

      await ask(page, 'Mobile Wallet Adapter');
      expect(await findProblems(page), 'while the wallet asks to connect').toEqual([]);
      await wallet.getByRole('button', { name: 'Decline' }).click();
      await expect(page.getByText('You declined').first()).toBeVisible();
      expect(await findProblems(page), 'after a refusal').toEqual([]);

      await ask(page, 'Mobile Wallet Adapter');
      await getApprove(page).click();
      await expect(page.getByTestId('balance')).toContainText('SOL');
      for (const button of ['Sign in', 'Send transfer', 'Ask for a refusal']) {
        await ask(page, button);
        expect(await findProblems(page), button).toEqual([]);
        const answer = button === 'Ask for a refusal' ? 'Decline' : 'Approve';
        await wallet.getByRole('button', { name: answer }).click();
      }
      await expect(page.getByText('Declined, and the page knows').first()).toBeVisible();
      await expect(page.getByText('0.01 SOL sent: confirmed').first()).toBeVisible();
      for (const summary of await page.getByText('The code').all()) await summary.click();
      expect(await findProblems(page), 'with results').toEqual([]);
    });

    test('the panel has no accessibility problem while it starts, after a failure and at rest', async ({
      page,
    }) => {
      await connect(page);
      const release = await holdLaunch(page);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(getPanel(page).getByText('Starting…')).toBeVisible();
      expect(await findProblems(page, 'mobile-wallet-panel'), 'starting').toEqual([]);
      release();
      await expect(getApprove(page)).toBeEnabled();
      await getWallet(page).getByRole('button', { name: 'Decline' }).click();
      await expect(page.getByText('You declined').first()).toBeVisible();

      await page.route(LAUNCH, (route) => route.fulfill({ status: 500, body: 'The port is taken.' }));
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(getPanel(page).getByText('The mock wallet could not start')).toBeVisible();
      expect(await findProblems(page, 'mobile-wallet-panel'), 'after a failure').toEqual([]);
      await page.unroute(LAUNCH);
      await page.goto('/');

      const open = page.getByRole('button', { name: 'Mock wallet', exact: true });
      if (size === 'a phone') await open.click();
      for (const screen of ['Apps', 'Activity', 'Settings', 'Accounts']) {
        await getHome(page).getByRole('tab', { name: screen }).click();
        expect(await findProblems(page, 'mobile-wallet-panel'), screen).toEqual([]);
      }
      await getPanel(page).getByText('Join from another device').click();
      expect(await findProblems(page, 'mobile-wallet-panel'), 'the form to join').toEqual([]);
    });
  });
}
