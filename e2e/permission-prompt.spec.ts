import { expect } from '@playwright/test';
import { test as base, type Dapp } from './permission/dapp.js';
import { type Display, getMissingPrograms, openDisplay } from './permission/display.js';

// Chromium shows its own prompt in a separate window, which only keys can answer.
const missing = getMissingPrograms();

const test = base.extend<object, { display: Display }>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
    async ({}, use) => {
      const display = await openDisplay();
      await use(display);
      display.close();
    },
    { scope: 'worker' },
  ],
  headless: [false, { scope: 'worker' }],
  launchOptions: [
    async ({ launchOptions, display }, use) =>
      use({ ...launchOptions, env: { ...process.env, DISPLAY: display.name } }),
    { scope: 'worker' },
  ],
});
test.skip(missing.length > 0, `needs the Debian packages ${missing.join(' ').toLowerCase()}`);

/** The first key moves the focus to the prompt, if it is shown by then. */
const ALLOW = ['alt+shift+a', 'Tab', 'Return'];
const BLOCK = ['alt+shift+a', 'Return'];

/** Presses the keys until the prompt is answered, because nothing says when it is shown. */
async function answer(dapp: Dapp, display: Display, keys: readonly string[], state: string): Promise<void> {
  await expect(async () => {
    display.press(...keys);
    await expect.poll(() => dapp.evaluate('queryPermission()'), { timeout: 1_000 }).toEqual({ state });
  }).toPass();
}

test.beforeEach(async ({ page, dapp }) => {
  // Keys that are pressed before the prompt is shown must do nothing in the page.
  await page.addInitScript(() => addEventListener('keydown', (event) => event.preventDefault(), true));
  await dapp.open();
  expect(await dapp.evaluate('queryPermission()')).toEqual({ state: 'prompt' });
  await dapp.button.click();
  await dapp.dialog.getByRole('button', { name: 'Continue' }).click();
});

test('allowed in the browser: the next tap opens the wallet app', async ({ dapp, display }) => {
  await answer(dapp, display, ALLOW, 'granted');
  await expect(dapp.dialog).toContainText('You can open your wallet now');
  expect(await dapp.evaluate('getProgress()')).toEqual({ launches: 0, progress: 'preparing permission' });
  await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
  expect(await dapp.evaluate('outcome')).toMatchObject({ accounts: 1, launches: 1 });
});

test('blocked in the browser: the dialog says how to unblock it', async ({ dapp, display }) => {
  await answer(dapp, display, BLOCK, 'denied');
  await expect(dapp.dialog).toContainText('Your browser blocks the wallet');
  await dapp.dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await dapp.evaluate('outcome')).toMatchObject({ code: 'LOOPBACK_BLOCKED', launches: 0 });
});
