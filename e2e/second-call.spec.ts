import { expect, type Page } from '@playwright/test';
import { test } from '../mock/src/playwright.js';
import { createEvent } from '../test/support/event.js';
import { serveScript, useResource } from './bundle.js';

const site = useResource(() => serveScript('second-visit/page.ts', { '/nonce': 'nonce' }));

const getOutcome = async (page: Page): Promise<unknown> =>
  JSON.parse(await page.locator('output').innerText());

/**
 * Pretends that the user leaves the page and comes back, because pages under Playwright are always visible.
 */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const visibilityState of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });
}

test('a second call of a session has a dialog, whose Cancel ends it, and the next tap signs', async ({
  page,
  mockWallet,
}) => {
  let isSilent = true;
  mockWallet.approveWith(({ type }) =>
    isSilent && type === 'sign-messages' ? new Promise(() => {}) : { approved: true },
  );
  await page.goto(site.url);
  await page.getByRole('button', { name: 'connect and sign' }).click();
  await expect.poll(() => mockWallet.asked.length).toBe(2);
  expect(mockWallet.launches).toHaveLength(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await leaveAndReturn(page);
  const dialog = page.getByRole('dialog', { name: 'Continue in your wallet app' });
  await expect(dialog.getByRole('button')).toHaveText(['Cancel']);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await getOutcome(page)).toEqual({ code: 'USER_CANCELLED' });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  isSilent = false;
  await page.getByRole('button', { name: 'login' }).click();
  await expect.poll(() => getOutcome(page)).toEqual({ result: 64 });
});

test('the dialog goes with the answer', async ({ page, mockWallet }) => {
  const { happen: answer, happened: answered } = createEvent();
  mockWallet.approveWith(async ({ type }) => {
    if (type === 'sign-messages') await answered;
    return { approved: true };
  });
  await page.goto(site.url);
  await page.getByRole('button', { name: 'connect and sign' }).click();
  await expect.poll(() => mockWallet.asked.length).toBe(2);
  await leaveAndReturn(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  answer();
  expect(await getOutcome(page)).toEqual({ result: 64 });
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
});
