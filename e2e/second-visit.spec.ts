import { expect, type Page } from '@playwright/test';
import { test as base } from '../mock/src/playwright.js';
import { type ScriptPage, serveScript } from './bundle.js';

const SIGNED = { result: 64 };

let site: ScriptPage;
base.beforeAll(async () => {
  site = await serveScript('second-visit/page.ts', { '/nonce': 'nonce' });
});
base.afterAll(() => site.close());

/** `run` runs in the page without giving it user activation, as all that Playwright runs there does. */
const test = base.extend<{ run: (expression: string) => Promise<unknown> }>({
  run: async ({ page }, use) => {
    const devTools = await page.context().newCDPSession(page);
    await use(async (expression) => {
      const options = { expression, awaitPromise: true, returnByValue: true };
      return (await devTools.send('Runtime.evaluate', options)).result.value;
    });
  },
});

// Every test has the mock wallet, also one that does not look at it.
test.beforeEach(({ mockWallet }) => expect(mockWallet.asked).toEqual([]));

async function open(page: Page, fragment = ''): Promise<void> {
  await page.goto(`${site.url}/${fragment}`);
  await page.getByRole('button', { name: 'login' }).waitFor();
}

const tap = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

const getDialog = (page: Page, name = 'Example asks for a signature') => page.getByRole('dialog', { name });

async function getOutcome(page: Page): Promise<unknown> {
  return JSON.parse(await page.locator('output').innerText());
}

test.describe('where a launch leaves the tap as it was', () => {
  test.use({ mockWalletInstallOptions: { launchesPerTap: 2 } });

  test('connecting, a request, and a signature in one tap go straight on', async ({ page, mockWallet }) => {
    await open(page);
    await tap(page, 'login');
    expect(await getOutcome(page)).toEqual(SIGNED);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(mockWallet.asked.map(({ type }) => type)).toEqual(['authorize', 'sign-messages']);
  });
});

test.describe('where a launch uses up the tap', () => {
  test.use({ mockWalletInstallOptions: { launchConsumesActivation: true } });

  test('the second visit is a question, and the same call goes on from its tap', async ({
    page,
    mockWallet,
  }) => {
    await open(page);
    await tap(page, 'login');
    await expect(getDialog(page)).toBeVisible();
    expect(mockWallet.asked.map(({ type }) => type)).toEqual(['authorize']);
    await getDialog(page).getByRole('button', { name: 'Open wallet' }).click();
    expect(await getOutcome(page)).toEqual(SIGNED);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(mockWallet.asked.map(({ type }) => type)).toEqual(['authorize', 'sign-messages']);
  });

  for (const how of ['Cancel', 'Escape']) {
    test(`${how} is USER_CANCELLED, and the next tap signs`, async ({ page, mockWallet }) => {
      await open(page);
      await tap(page, 'login');
      await expect(getDialog(page)).toBeVisible();
      if (how === 'Escape') await page.keyboard.press('Escape');
      else await getDialog(page).getByRole('button', { name: how }).click();
      expect(await getOutcome(page)).toEqual({ code: 'USER_CANCELLED' });
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(mockWallet.asked).toHaveLength(1);
      await tap(page, 'login');
      expect(await getOutcome(page)).toEqual(SIGNED);
    });
  }

  test('by the keyboard alone, and the focus goes back to the page', async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'login' }).press('Enter');
    await expect(getDialog(page).getByRole('button', { name: 'Open wallet' })).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await getOutcome(page)).toEqual(SIGNED);
    await expect(page.getByRole('button', { name: 'login' })).toBeFocused();
  });

  test('several calls at once are one question, and one visit', async ({ page, mockWallet }) => {
    await open(page);
    await tap(page, 'sign twice');
    await getDialog(page).getByRole('button', { name: 'Open wallet' }).click();
    expect(await getOutcome(page)).toEqual({ result: [64, 'called'] });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(mockWallet.asked).toHaveLength(2);
  });

  test('a disconnect meanwhile ends the question and the call', async ({ page, run }) => {
    await open(page);
    await tap(page, 'login');
    await expect(getDialog(page)).toBeVisible();
    await run('disconnect()');
    expect(await getOutcome(page)).toEqual({ code: 'SESSION_CLOSED' });
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('an abort of the only call ends the question', async ({ page, run }) => {
    await open(page);
    await tap(page, 'call back');
    await expect(getDialog(page, 'Example asks to go on in your wallet app')).toBeVisible();
    await run('abort()');
    expect(await getOutcome(page)).toEqual({ code: 'enough' });
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('the dapp can ask in its own way', async ({ page }) => {
    await open(page, '#own-dialog');
    await tap(page, 'login');
    await tap(page, 'Example: signature');
    expect(await getOutcome(page)).toEqual(SIGNED);
  });

  test('without dialogs it is an error', async ({ page }) => {
    await open(page, '#without-dialogs');
    await tap(page, 'login');
    expect(await getOutcome(page)).toEqual({ code: 'USER_GESTURE_REQUIRED' });
  });

  test('where the dialog cannot be loaded it is an error', async ({ page }) => {
    await page.route(/dialogs.*\.js$/, (route) => route.abort());
    await open(page);
    await tap(page, 'login');
    expect(await getOutcome(page)).toEqual({ code: 'USER_GESTURE_REQUIRED' });
  });

  test('a minute after the last visit nothing is asked', async ({ page, run }) => {
    await open(page);
    await tap(page, 'connect');
    expect(await getOutcome(page)).toEqual({ result: 1 });
    await run('((now) => { performance.now = () => now() + 60_000 })(performance.now.bind(performance))');
    await run("window.open('about:blank')?.close()");
    await run("document.querySelectorAll('button')[1].click()");
    expect(await getOutcome(page)).toEqual({ code: 'USER_GESTURE_REQUIRED' });
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('as the page loads nothing is asked, nor without an earlier visit', async ({ page, run }) => {
    await page.goto(site.url);
    for (const isTapped of [false, true]) {
      if (isTapped) await page.mouse.click(300, 300);
      await run("window.open('about:blank')?.close()");
      expect(await run('navigator.userActivation.isActive')).toBe(false);
      await run("document.querySelector('button').click()");
      expect(await getOutcome(page)).toEqual({ code: 'USER_GESTURE_REQUIRED' });
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});
