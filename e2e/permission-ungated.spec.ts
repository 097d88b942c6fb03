import { expect, type Page } from '@playwright/test';
import { serveScript } from './bundle.js';
import { BLOCKED, CONNECTED, type Dapp, EXPLAINED, test as inPublic } from './permission/dapp.js';
import { makePublic, type PublicSite } from './permission/public-site.js';

/** A dapp on a host name in a private network: Chromium reports the permission, and protects nothing. */
const createTest = (host: string) =>
  inPublic.extend<object, { site: PublicSite }>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
      async ({}, use) => {
        const site = makePublic(await serveScript('permission/page.ts'), host, 'local');
        await use(site);
        site.close();
      },
      { scope: 'worker' },
    ],
  });
const test = createTest('staging.corp.example');

const SIGNED = { signature: 64, launches: 1, progress: CONNECTED.progress };
const NOBODY = 'preparing launching connecting idle';

/** Signs a message in a session of its own, without a dialog. */
async function sign(page: Page, dapp: Dapp): Promise<void> {
  await page.getByRole('button', { name: 'Sign' }).click();
  expect(await dapp.evaluate('outcome')).toEqual(SIGNED);
}

/** From now on, the page's browser lets nothing through to loopback. */
const CLOSE_GATE = `{
  const { WebSocket } = window;
  window.WebSocket = class extends WebSocket {
    constructor(url, protocols) {
      super(String(url).replace(/localhost:\\d+/, 'localhost:1'), protocols);
    }
  };
  window.fetch = () => Promise.reject(new TypeError('gated'));
}`;

/** The user is in the wallet app for longer than an app that closes by itself, and returns. */
const VISIT = `(async () => {
  for (const value of ['hidden', 'visible']) {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
    if (value === 'hidden') await new Promise((resolve) => setTimeout(resolve, 1_200));
  }
})()`;

for (const state of ['prompt', 'denied'] as const) {
  test.describe(`where the permission is “${state}” and nothing is protected`, () => {
    test.beforeEach(async ({ page, dapp }) => {
      await dapp.setPermission(state);
      await dapp.open();
      await dapp.button.click();
      if (state === 'denied') {
        await expect(dapp.dialog).toHaveAccessibleName(BLOCKED);
        await dapp.dialog.getByRole('button', { name: 'Try anyway' }).click();
      } else {
        await expect(dapp.dialog).toHaveAccessibleName(EXPLAINED);
        await dapp.dialog.getByRole('button', { name: 'Continue' }).click();
        await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
      }
      expect(await dapp.evaluate('outcome')).toMatchObject({ accounts: 1, launches: 1 });
      expect(await dapp.evaluate('queryPermission()')).toEqual({ state });
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    test('it is asked about once, and not after a reload', async ({ page, dapp }) => {
      await sign(page, dapp);
      await page.reload();
      await sign(page, dapp);
    });

    test('it is asked about again once a launch without the question has reached nobody', async ({
      page,
      dapp,
    }) => {
      await dapp.evaluate(CLOSE_GATE);
      await page.getByRole('button', { name: 'Sign' }).click();
      await expect
        .poll(() => dapp.evaluate('getProgress()'))
        .toEqual({ launches: 1, progress: 'preparing launching connecting' });
      await dapp.evaluate(VISIT);
      if (state === 'prompt') {
        expect(await dapp.evaluate('outcome')).toEqual({
          code: 'USER_CANCELLED',
          launches: 1,
          progress: NOBODY,
        });
        await page.getByRole('button', { name: 'Sign' }).click();
      }
      await expect(dapp.dialog).toHaveAccessibleName(state === 'prompt' ? EXPLAINED : BLOCKED);
    });
  });
}

test('“denied” where it is protected: to try it anyway shows the same dialog again', async ({
  page,
  dapp,
}) => {
  await page.addInitScript(CLOSE_GATE);
  await dapp.setPermission('denied');
  await dapp.open();
  await dapp.button.click();
  const tryAnyway = dapp.dialog.getByRole('button', { name: 'Try anyway' });
  for (const launches of [1, 2]) {
    await tryAnyway.click();
    await expect.poll(() => dapp.evaluate('getProgress()')).toMatchObject({ launches });
    await expect(dapp.dialog).not.toHaveAccessibleName(BLOCKED);
    await dapp.evaluate(VISIT);
    await expect(dapp.dialog).toHaveAccessibleName(BLOCKED);
  }
  await dapp.dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await dapp.evaluate('outcome')).toMatchObject({ code: 'LOOPBACK_BLOCKED', launches: 2 });
});

test('without dialogs, the tap after the question opens the wallet app, and later ones ask nothing', async ({
  page,
  dapp,
}) => {
  await dapp.setPermission('prompt');
  await dapp.open({ withDialogs: false });
  await dapp.button.click();
  await expect
    .poll(() => dapp.evaluate('getProgress()'))
    .toEqual({ launches: 0, progress: 'preparing permission' });
  const start = Date.now();
  expect(await dapp.evaluate('outcome')).toMatchObject({ code: 'USER_CANCELLED', launches: 0 });
  expect(Date.now() - start).toBeLessThan(15_000);
  expect(await dapp.evaluate('failure.message')).toContain('tap again');
  expect(await dapp.connect()).toEqual(CONNECTED);
  await page.reload();
  await sign(page, dapp);
});

test('`transact` without the wallet: one question, in each page', async ({ page, dapp }) => {
  const button = page.getByRole('button', { name: 'Transact' });
  const outcomes = async (): Promise<readonly unknown[]> => {
    const found = [];
    for (let tap = 0; tap < 3; tap++) {
      await button.click();
      found.push(await dapp.evaluate('outcome'));
    }
    return found;
  };
  const opened = { accounts: 1, launches: 1, progress: `${CONNECTED.progress} idle` };
  const asked = { code: 'USER_CANCELLED', launches: 0, progress: 'preparing permission idle' };
  await dapp.setPermission('prompt');
  await dapp.open();
  expect(await outcomes()).toEqual([asked, opened, opened]);
  await page.reload();
  expect(await outcomes()).toEqual([asked, opened, opened]);
});

createTest('my-mac.local')(
  'a name of a private network: the first dialog can open the wallet app, without a question',
  async ({ dapp }) => {
    await dapp.setPermission('prompt');
    await dapp.open();
    await dapp.button.click();
    await expect(dapp.dialog).toHaveAccessibleName(EXPLAINED);
    await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
    expect(await dapp.evaluate('outcome')).toMatchObject({ accounts: 1, launches: 1 });
  },
);

test.describe('a browser in which no WebSocket to this device can be created', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      window.WebSocket = class extends WebSocket {
        constructor(url: string | URL, protocols?: string | string[]) {
          // Only with the right protocols in some browsers, so that it is found out by the dial.
          const isTry = protocols?.[0] === 'repeated' && location.hash.includes('own-launch');
          if (/localhost/.test(String(url)) && !isTry) throw new DOMException('not allowed', 'SecurityError');
          super(url, protocols);
        }
      };
    }),
  );

  for (const [when, hasLaunch] of [
    ['before the launch', false],
    ['at the first dial', true],
  ] as const)
    for (const remote of [undefined, 'reflector.example'])
      test(`is known ${when}, ${remote ? 'and the relay is offered' : 'and the dialog says so'}`, async ({
        dapp,
      }) => {
        await dapp.setPermission('granted');
        await dapp.open({ hasLaunch, ...(remote && { remote }) });
        await dapp.button.click();
        await expect(dapp.dialog).toHaveAccessibleName(BLOCKED);
        await expect(dapp.dialog).toContainText(remote ? 'over the internet' : 'in another browser');
        await dapp.dialog.getByRole('button', { name: 'Cancel' }).click();
        expect(await dapp.evaluate('outcome')).toMatchObject({
          code: 'LOOPBACK_BLOCKED',
          launches: hasLaunch ? 1 : 0,
        });
      });
});
