import { test as base, expect, type Page } from '@playwright/test';
import { createMockWallet, type MockWalletOptions } from '../mock/src/index.js';
import { type OpenAssociation, openAssociation } from '../mock/src/server.js';
import { createPerson } from '../test/support/mock-wallet.js';
import { type ScriptPage, serveScript } from './bundle.js';

/** A phone that the test plays: launches are only noted until it opens them. */
type Phone = Readonly<{
  /** Association URIs that the page navigated to, in its own tab or in another. */
  launches: readonly string[];
  /** Has the wallet app answer the last of them, after a while. */
  open(readyDelay?: number): Promise<void>;
}>;

const WALLET_URI_BASE = 'https://wallet.example/app';

let site: ScriptPage;
base.beforeAll(async () => {
  site = await serveScript('launching/page.ts');
});
base.afterAll(() => site.close());

const test = base.extend<{ walletOptions: MockWalletOptions; phone: Phone }>({
  walletOptions: [{}, { option: true }],
  phone: async ({ context, walletOptions }, use) => {
    const launches: string[] = [];
    const associations: OpenAssociation[] = [];
    const wallet = await createMockWallet(walletOptions);
    await context.exposeBinding('noteLaunch', (_source, uri: string) => void launches.push(uri));
    await context.addInitScript(() => {
      const { noteLaunch } = globalThis as unknown as { noteLaunch: (uri: string) => void };
      navigation.addEventListener('navigate', (event) => {
        if (!event.destination.url.startsWith('solana-wallet:')) return;
        event.preventDefault();
        noteLaunch(event.destination.url);
      });
    });
    await context.route(`${WALLET_URI_BASE}/**`, async (route) => {
      launches.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<title>Get the wallet</title>' });
    });
    await use({
      launches,
      async open(readyDelay = 0) {
        associations.push(await openAssociation(wallet, launches.at(-1) ?? '', { readyDelay }));
      },
    });
    await Promise.all(associations.map((association) => association.close()));
  },
});

test.beforeEach(async ({ page, phone }) => {
  await page.goto(site.url);
  expect(phone.launches).toEqual([]);
});

async function tap(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
}

/** Waits for the outcome of the given call, counted from 0. */
async function getOutcome(
  page: Page,
  call: number,
): Promise<{ result?: unknown; code?: string; ms: number }> {
  return JSON.parse(await page.locator('output').nth(call).innerText());
}

/** What Playwright's pages never do by themselves: they always count as visible. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('a wallet app that takes its time is not a missing one', async ({ page, phone }) => {
  await tap(page, 'connect');
  await expect.poll(() => phone.launches.length).toBe(1);
  await phone.open(4_000);
  expect((await getOutcome(page, 0)).result).toHaveLength(1);
});

test('who comes back from no wallet has cancelled, and may tap again', async ({ page, phone }) => {
  await tap(page, 'connect');
  await expect.poll(() => phone.launches.length).toBe(1);
  await setVisibility(page, 'hidden');
  await setVisibility(page, 'visible');
  const { code, ms } = await getOutcome(page, 0);
  expect(code).toBe('USER_CANCELLED');
  expect(ms).toBeLessThan(5_000);
  await tap(page, 'connect');
  await expect.poll(() => phone.launches.length).toBe(2);
  await phone.open();
  expect((await getOutcome(page, 1)).result).toHaveLength(1);
});

test('who comes back while the wallet opens has not cancelled', async ({ page, phone }) => {
  await tap(page, 'connect');
  await expect.poll(() => phone.launches.length).toBe(1);
  await setVisibility(page, 'hidden');
  await setVisibility(page, 'visible');
  await phone.open(1_000);
  expect((await getOutcome(page, 0)).result).toHaveLength(1);
});

test.describe('with dialogs', () => {
  const person = createPerson();
  test.use({ walletOptions: { approve: person.approve } });
  const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Continue in your wallet app' });

  test.beforeEach(async ({ page, phone }) => {
    await page.goto(`${site.url}/#dialogs`);
    await page.reload();
    expect(phone.launches).toEqual([]);
  });

  test('who waits for a wallet app that does not open is told, and can cancel', async ({ page, phone }) => {
    await tap(page, 'connect');
    await getDialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect((await getOutcome(page, 0)).code).toBe('USER_CANCELLED');
    await expect(getDialog(page)).toHaveCount(0);
    expect(phone.launches).toHaveLength(1);
  });

  test('who waits can open the wallet app again, for the same session, and get one', async ({
    page,
    phone,
  }) => {
    await tap(page, 'connect');
    const dialog = getDialog(page);
    await expect(dialog.getByRole('link', { name: 'Get a wallet app' })).toHaveAttribute('href', /^https:/);
    await dialog.getByRole('button', { name: 'Open the wallet again' }).click();
    await expect.poll(() => phone.launches.length).toBe(2);
    expect(phone.launches[1]).toBe(phone.launches[0]);
    await phone.open();
    const { decide } = await person.next();
    await expect(dialog).toHaveCount(0);
    decide({ approved: true });
    expect((await getOutcome(page, 0)).result).toHaveLength(1);
    expect(phone.launches).toHaveLength(2);
  });

  test('who comes back before the wallet has answered is told, until it has', async ({ page, phone }) => {
    await tap(page, 'connect');
    await expect.poll(() => phone.launches.length).toBe(1);
    await setVisibility(page, 'hidden');
    await phone.open();
    const { decide } = await person.next();
    await setVisibility(page, 'visible');
    await expect(getDialog(page)).toBeVisible();
    // The wallet has the session already: to open the same association again would not lead into it.
    await expect(getDialog(page).getByRole('button')).toHaveText(['Cancel']);
    decide({ approved: true });
    expect((await getOutcome(page, 0)).result).toHaveLength(1);
    await expect(getDialog(page)).toHaveCount(0);
  });
});

test.describe('a wallet that holds its reply back', () => {
  const person = createPerson();
  test.use({ walletOptions: { approve: person.approve, quirks: { holdsReplyTo: 'authorize' } } });

  test('is asked once more when the user is back, and the reply comes at once', async ({ page, phone }) => {
    await tap(page, 'connect');
    await expect.poll(() => phone.launches.length).toBe(1);
    await setVisibility(page, 'hidden');
    await phone.open();
    const { decide } = await person.next();
    decide({ approved: true });
    await setVisibility(page, 'visible');
    const { result, ms } = await getOutcome(page, 0);
    expect(result).toHaveLength(1);
    expect(ms).toBeLessThan(10_000);
  });
});

for (const walletUriBase of [WALLET_URI_BASE, WALLET_URI_BASE.replace('https', 'HTTPS')]) {
  test.describe(`a wallet that has a link of its own, ${walletUriBase}`, () => {
    test.use({ walletOptions: { walletUriBase } });

    test('and is gone, leaves the dapp its page, and the next tap asks the system', async ({
      page,
      phone,
      context,
    }) => {
      await tap(page, 'connect');
      await expect.poll(() => phone.launches.length).toBe(1);
      await phone.open();
      await getOutcome(page, 0);

      const opened = context.waitForEvent('page');
      await tap(page, 'sign');
      const other = await opened;
      await expect(other).toHaveTitle('Get the wallet');
      expect(await other.evaluate(() => window.opener)).toBeNull();
      expect(phone.launches[1]).toContain(WALLET_URI_BASE);
      expect(page.url()).toBe(`${site.url}/`);
      await setVisibility(page, 'hidden');
      await other.close();
      await setVisibility(page, 'visible');
      expect((await getOutcome(page, 1)).code).toBe('USER_CANCELLED');

      await tap(page, 'sign');
      await expect.poll(() => phone.launches.length).toBe(3);
      expect(phone.launches[2]).toMatch(/^solana-wallet:/);
      await phone.open();
      expect((await getOutcome(page, 2)).result).toBe(64);
    });
  });
}

test.describe('Firefox', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0' });

  test('is asked in a hidden frame, which is gone after the session', async ({ page, phone }) => {
    await page.evaluate(() => {
      const { noteLaunch } = globalThis as unknown as { noteLaunch: (uri: string) => void };
      new MutationObserver((records) => {
        for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (node instanceof HTMLIFrameElement) noteLaunch(node.src);
        }
      }).observe(document, { childList: true, subtree: true });
    });
    await tap(page, 'connect');
    await expect.poll(() => phone.launches.length).toBe(1);
    await expect(page.locator('iframe')).toHaveCount(1);
    await phone.open();
    expect((await getOutcome(page, 0)).result).toHaveLength(1);
    await expect(page.locator('iframe')).toHaveCount(0);
  });
});
