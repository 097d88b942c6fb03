import { expect, type Page } from '@playwright/test';
import { test as base } from '../mock/src/playwright.js';
import { createEvent } from '../test/support/event.js';
import { serveScript, useResource } from './bundle.js';

const SIGNED = { result: 64 };

const site = useResource(() => serveScript('second-visit/page.ts', { '/nonce': 'nonce' }));

/**
 * `run` evaluates an expression without user activation, which Playwright's own `evaluate` would give the
 * page.
 */
const test = base.extend<{ run: (expression: string) => Promise<unknown> }>({
  run: async ({ page }, use) => {
    const devTools = await page.context().newCDPSession(page);
    await use(async (expression) => {
      const options = { expression, awaitPromise: true, returnByValue: true };
      return (await devTools.send('Runtime.evaluate', options)).result.value;
    });
  },
});

// Installs the mock wallet in every test, also in those that do not use the fixture.
test.beforeEach(({ mockWallet }) => expect(mockWallet.asked).toEqual([]));

async function open(page: Page, fragment = ''): Promise<void> {
  await page.goto(`${site.url}/${fragment}`);
  await page.getByRole('button', { name: 'login' }).waitFor();
}

const tap = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

const getDialog = (page: Page, name = 'Example asks for your signature') =>
  page.getByRole('dialog', { name });

async function getOutcome(page: Page): Promise<unknown> {
  return JSON.parse(await page.locator('output').innerText());
}

test.describe('if a launch leaves the tap’s user activation', () => {
  test.use({ mockWalletInstallOptions: { launchesPerTap: 2 } });

  test('connect, a request and a signature in one tap need no dialog', async ({ page, mockWallet }) => {
    await open(page);
    await tap(page, 'login');
    expect(await getOutcome(page)).toEqual(SIGNED);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(mockWallet.asked.map(({ type }) => type)).toEqual(['authorize', 'sign-messages']);
  });
});

test.describe('if a launch uses up the tap’s user activation', () => {
  test.use({ mockWalletInstallOptions: { launchConsumesActivation: true } });

  test('the second visit asks for a tap, and the tap continues the same call', async ({
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
    test(`${how} ends in USER_CANCELLED, and the next tap signs`, async ({ page, mockWallet }) => {
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

  test('works by keyboard alone, and the focus returns to the page', async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'login' }).press('Enter');
    await expect(getDialog(page).getByRole('button', { name: 'Open wallet' })).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await getOutcome(page)).toEqual(SIGNED);
    await expect(page.getByRole('button', { name: 'login' })).toBeFocused();
  });

  test('concurrent calls share one dialog and one visit', async ({ page, mockWallet }) => {
    await open(page);
    await tap(page, 'sign twice');
    await getDialog(page).getByRole('button', { name: 'Open wallet' }).click();
    expect(await getOutcome(page)).toEqual({ result: [64, 'called'] });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(mockWallet.asked).toHaveLength(2);
  });

  test('a disconnect closes the dialog and ends the call', async ({ page, run }) => {
    await open(page);
    await tap(page, 'login');
    await expect(getDialog(page)).toBeVisible();
    await run('disconnect()');
    expect(await getOutcome(page)).toEqual({ code: 'SESSION_CLOSED' });
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('an abort of the only call closes the dialog', async ({ page, run }) => {
    await open(page);
    await tap(page, 'call back');
    await expect(getDialog(page, 'Example asks you to continue in your wallet app')).toBeVisible();
    await run('abort()');
    expect(await getOutcome(page)).toEqual({ code: 'enough' });
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('a dapp can show its own dialog', async ({ page }) => {
    await open(page, '#own-dialog');
    await tap(page, 'login');
    await tap(page, 'Example: signature');
    expect(await getOutcome(page)).toEqual(SIGNED);
  });

  test('is an error without dialogs', async ({ page }) => {
    await open(page, '#without-dialogs');
    await tap(page, 'login');
    expect(await getOutcome(page)).toEqual({ code: 'USER_GESTURE_REQUIRED' });
  });

  test('is an error if the dialog cannot be loaded', async ({ page }) => {
    await page.route(/dialogs.*\.js$/, (route) => route.abort());
    await open(page);
    await tap(page, 'login');
    expect(await getOutcome(page)).toEqual({ code: 'USER_GESTURE_REQUIRED' });
  });

  test('shows no dialog a minute after the last visit', async ({ page, run }) => {
    await open(page);
    await tap(page, 'connect');
    expect(await getOutcome(page)).toEqual({ result: 1 });
    await run('((now) => { performance.now = () => now() + 60_000 })(performance.now.bind(performance))');
    await run("window.open('about:blank')?.close()");
    await run("document.querySelectorAll('button')[1].click()");
    expect(await getOutcome(page)).toEqual({ code: 'USER_GESTURE_REQUIRED' });
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  for (const how of [
    'a click',
    'a key',
    'a click before the code was loaded',
    'a click in whose frame the code was loaded',
  ]) {
    test(`the first visit after a reload asks for a tap if ${how} has expired meanwhile`, async ({
      page,
      run,
    }) => {
      await open(page);
      await tap(page, 'connect');
      expect(await getOutcome(page)).toEqual({ result: 1 });
      const { happen: answer, happened: answered } = createEvent();
      // As if the frame of the first input were drawn only after the code has been loaded.
      if (how.includes('frame'))
        await page.addInitScript(() => {
          const takeRecords = PerformanceObserver.prototype.takeRecords;
          PerformanceObserver.prototype.takeRecords = function () {
            return 'drawn' in window ? takeRecords.call(this) : [];
          };
        });
      await page.route(/nonce/, (route) => answered.then(() => route.continue()));
      const { happen: load, happened: codeMayLoad } = createEvent();
      if (how.includes('code'))
        await page.route(/operations/, (route) => codeMayLoad.then(() => route.continue()));
      const code = page.waitForRequest(/operations/);
      await page.reload();
      const button = page.getByRole('button', { name: 'build and sign' });
      const asked = page.waitForRequest('**/nonce');
      await (how === 'a key' ? button.press('Enter') : button.click());
      await asked;
      // The browser lists the first input only after its frame has been drawn, and it draws none of a page
      // that is hidden.
      await run(
        "new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'first-input', buffered: true }))",
      );
      await run("window.open('about:blank')?.close()");
      expect(await run('navigator.userActivation.isActive')).toBe(false);
      // Playwright's own way to wait for the dialog would give the page user activation before the call needs
      // it.
      const changed = run(
        'new Promise((resolve) => new MutationObserver(resolve).observe(document, { childList: true, subtree: true }))',
      );
      load();
      if (how.includes('frame')) {
        await run(`import('${(await code).url()}')`);
        await run('window.drawn = true');
      }
      answer();
      await changed;
      await getDialog(page).getByRole('button', { name: 'Open wallet' }).click();
      expect(await getOutcome(page)).toEqual(SIGNED);
    });
  }

  for (const [when, arrive] of Object.entries({
    'while the page loads': (page: Page) => page.goto(site.url),
    'after a reload': async (page: Page) => {
      await page.goto(site.url);
      await page.mouse.click(300, 300);
      await page.reload();
    },
    // Chromium then says from the beginning that the user has been active here.
    'after a link to the page': async (page: Page) => {
      await page.goto(`${site.url}/nonce`);
      await page.setContent('<a href="/">the page</a>');
      await page.getByRole('link').click();
    },
  }))
    test(`shows no dialog ${when}`, async ({ page, run }) => {
      await arrive(page);
      await page.getByRole('button', { name: 'login' }).waitFor();
      await run("window.open('about:blank')?.close()");
      expect(await run('navigator.userActivation.isActive')).toBe(false);
      await run("document.querySelector('button').click()");
      expect(await getOutcome(page)).toEqual({ code: 'USER_GESTURE_REQUIRED' });
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
});
