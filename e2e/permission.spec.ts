import { expect } from '@playwright/test';
import { serveScript } from './bundle.js';
import { REGISTER } from './dial/service-worker.js';
import { ALLOWED, BLOCKED, CONNECTED, type Dapp, EXPLAINED, test } from './permission/dapp.js';

const getFailure = (code: string, progress: string): object => ({ code, launches: 0, progress });

/** Connects without the permission, up to the dialog that says so. */
async function connectDenied(dapp: Dapp): Promise<void> {
  await dapp.setPermission('denied');
  await dapp.open();
  await dapp.button.click();
  await expect(dapp.dialog).toHaveAccessibleName(BLOCKED);
}

test.describe('with a permission that is decided', () => {
  test('granted: the wallet app opens at once', async ({ dapp, mockWallet }) => {
    await dapp.setPermission('granted');
    await dapp.open();
    expect(await dapp.connect()).toEqual(CONNECTED);
    expect(mockWallet.asked).toHaveLength(1);
    await expect(dapp.dialog).toHaveCount(0);
  });

  test('a wallet that is created but not registered loads nothing after the tap', async ({ page, dapp }) => {
    await dapp.setPermission('granted');
    await dapp.open();
    await page.evaluate(() => new Promise<unknown>((resolve) => requestIdleCallback(resolve)));
    await page.waitForLoadState('networkidle');
    const files: string[] = [];
    await page.route('**/*.js', (route) => {
      files.push(route.request().url());
      return route.abort();
    });
    expect(await dapp.connect()).toEqual(CONNECTED);
    expect(files).toEqual([]);
  });

  for (const close of ['Cancel', 'Escape']) {
    test(`denied: a dialog says so, and is closed by ${close}`, async ({ page, dapp }) => {
      await connectDenied(dapp);
      expect(await dapp.evaluate('getProgress()')).toEqual({ launches: 0, progress: 'preparing' });
      if (close === 'Escape') await page.keyboard.press('Escape');
      else await dapp.dialog.getByRole('button', { name: close }).click();
      expect(await dapp.evaluate('outcome')).toEqual(getFailure('LOOPBACK_BLOCKED', 'preparing idle'));
      await expect(dapp.dialog).toHaveCount(0);
    });
  }

  test('denied, then allowed in the browser: the same dialog opens the wallet app, for the same call', async ({
    dapp,
    mockWallet,
  }) => {
    await connectDenied(dapp);
    await dapp.useUpActivation();
    await dapp.setPermission('granted');
    await expect(dapp.dialog).toHaveAccessibleName(ALLOWED);
    await expect(dapp.dialog.getByRole('button', { name: 'Open wallet' })).toBeFocused();
    expect(mockWallet.asked).toEqual([]);
    await dapp.dialog.getByRole('button', { name: 'Open wallet' }).press('Enter');
    expect(await dapp.evaluate('outcome')).toEqual(CONNECTED);
    await expect(dapp.dialog).toHaveCount(0);
  });

  test('denied, then allowed while the browser says nothing: the page asks when the user returns', async ({
    page,
    dapp,
  }) => {
    await page.addInitScript(() => {
      PermissionStatus.prototype.addEventListener = () => {};
    });
    await connectDenied(dapp);
    await dapp.setPermission('granted');
    await dapp.evaluate("dispatchEvent(new Event('focus'))");
    await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
    expect(await dapp.evaluate('outcome')).toEqual(CONNECTED);
  });

  test('denied, then allowed, and cancelled: the error does not say that it is blocked', async ({
    page,
    dapp,
  }) => {
    await connectDenied(dapp);
    await dapp.setPermission('granted');
    await expect(dapp.dialog).toHaveAccessibleName(ALLOWED);
    await page.keyboard.press('Escape');
    expect(await dapp.evaluate('outcome')).toEqual(getFailure('USER_CANCELLED', 'preparing idle'));
  });

  test('denied, then reset, denied and allowed: the dialog follows each time', async ({ page, dapp }) => {
    await connectDenied(dapp);
    // Counts when the page shows between two dialogs.
    await page.evaluate(() => {
      const dialog = document.querySelector('mobile-wallet-dialog')?.shadowRoot?.querySelector('dialog');
      document.documentElement.dataset['gaps'] = '0';
      dialog?.addEventListener('close', () => {
        document.documentElement.dataset['gaps'] += '1';
      });
    });
    await dapp.setPermission('prompt');
    await expect(dapp.dialog).toHaveAccessibleName(EXPLAINED);
    await dapp.setPermission('denied');
    await expect(dapp.dialog).toHaveAccessibleName(BLOCKED);
    await expect(page.locator('mobile-wallet-dialog')).toHaveCount(1);
    await dapp.setPermission('granted');
    await expect(dapp.dialog).toHaveAccessibleName(ALLOWED);
    expect(await page.evaluate(() => document.documentElement.dataset['gaps'])).toBe('0');
    await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
    expect(await dapp.evaluate('outcome')).toMatchObject({ accounts: 1, launches: 1 });
  });

  test('denied, without dialogs: an error at once', async ({ dapp }) => {
    await dapp.setPermission('denied');
    await dapp.open({ withDialogs: false });
    expect(await dapp.connect()).toEqual(getFailure('LOOPBACK_BLOCKED', 'preparing idle'));
  });

  test('allowed after it was denied: the next tap on the same page connects', async ({ dapp }) => {
    await dapp.setPermission('denied');
    await dapp.open({ withDialogs: false });
    await dapp.connect();
    await dapp.setPermission('granted');
    expect(await dapp.connect()).toEqual(CONNECTED);
  });
});

test('a service worker that answers in the browser’s place does not keep the browser from asking', async ({
  page,
  dapp,
}) => {
  await dapp.setPermission('prompt');
  await dapp.open({ withDialogs: false });
  await dapp.evaluate(REGISTER);
  const asking = page.waitForEvent('websocket', (socket) => /^ws:..localhost:\d+.$/.test(socket.url()));
  await dapp.button.click();
  await asking;
});

test.describe('without a permission to ask for', () => {
  test('a page on loopback, whatever the permission says', async ({ dapp }) => {
    const { url, close } = await serveScript('permission/page.ts');
    try {
      await dapp.setPermission('prompt', url);
      await dapp.open({ origin: url });
      const { state } = (await dapp.evaluate('queryPermission()')) as { state: string };
      expect(state).toBe('prompt');
      expect(await dapp.connect()).toEqual(CONNECTED);
    } finally {
      close();
    }
  });

  for (const [browser, script] of [
    ['no permissions', 'delete Navigator.prototype.permissions'],
    ['permissions that fail', 'Permissions.prototype.query = () => { throw new TypeError() }'],
    ['permissions that reject', 'Permissions.prototype.query = () => Promise.reject(new TypeError())'],
  ] as const) {
    test(`a browser with ${browser}`, async ({ page, dapp }) => {
      await page.addInitScript(script);
      await dapp.setPermission('granted');
      await dapp.open();
      expect(await dapp.connect()).toEqual(CONNECTED);
    });
  }
});

test.describe('in a frame of another site', () => {
  for (const [allow, title] of [
    ['', 'This site cannot open your wallet'],
    ['loopback-network', EXPLAINED],
  ] as const)
    test(`that allows ${allow || 'nothing'}, the dialog is “${title}”`, async ({ page, site }) => {
      const top = `http://localhost:${new URL(site.url).port}/top`;
      const body = `<!doctype html><iframe src="${site.url}" allow="${allow}" width="160" height="110"></iframe>`;
      await page.route(top, (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto(top);
      const frame = page.frameLocator('iframe');
      await frame.getByRole('button', { name: 'Connect' }).click();
      await expect(frame.getByRole('dialog')).toHaveAccessibleName(title);
      // It can be reached in the smallest frames.
      await frame.getByRole('button', { name: 'Cancel' }).click();
      const outcome = await page.frames()[1]?.evaluate('outcome.then(({ code }) => [code, failure.context])');
      expect(outcome).toEqual(
        allow ? ['USER_CANCELLED', {}] : ['LOOPBACK_BLOCKED', { policy: 'loopback-network' }],
      );
    });
});
