import { test as base, expect, type Page } from '@playwright/test';
import { createMockWallet, type MockWalletOptions } from '../mock/src/index.js';
import { type OpenAssociation, openAssociation } from '../mock/src/server.js';
import { createPerson } from '../test/support/mock-wallet.js';
import { serveScript, useResource } from './bundle.js';

/** A phone that the test controls: launches are only recorded until the test opens them. */
type Phone = Readonly<{
  /** The association URIs that the page navigated to, in its own tab or in another. */
  launches: readonly string[];
  /** Lets the wallet app serve the last launch after `readyDelay` ms. */
  open(readyDelay?: number): Promise<void>;
}>;

const WALLET_URI_BASE = 'https://wallet.example/app';

const site = useResource(() => serveScript('launching/page.ts'));

const test = base.extend<{ walletOptions: MockWalletOptions; path: string; phone: Phone }>({
  walletOptions: [{}, { option: true }],
  path: ['/', { option: true }],
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

test.beforeEach(async ({ page, path, phone }) => {
  await page.goto(site.url + path);
  expect(phone.launches).toEqual([]);
});

async function tap(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
}

/** Taps a button, and waits until the page has launched the wallet app for the `count`th time. */
async function launch(page: Page, phone: Phone, name: string, count: number): Promise<void> {
  await tap(page, name);
  await expect.poll(() => phone.launches.length).toBe(count);
}

/** Connects with the first launch. */
async function connect(page: Page, phone: Phone): Promise<void> {
  await launch(page, phone, 'connect', 1);
  await phone.open();
  expect((await getOutcome(page, 0)).result).toHaveLength(1);
}

/** Waits for the outcome of the given call, counted from 0. */
async function getOutcome(
  page: Page,
  call: number,
): Promise<{ result?: unknown; code?: string; ms: number }> {
  return JSON.parse(await page.locator('output').nth(call).innerText());
}

/** Sets the page's visibility, because pages under Playwright are always visible. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

/** Moves the focus to or from the page, because pages under Playwright always have it. */
async function setFocus(page: Page, hasFocus: boolean): Promise<void> {
  await page.evaluate((isFocused) => {
    document.hasFocus = () => isFocused;
    dispatchEvent(new Event(isFocused ? 'focus' : 'blur'));
    return new Promise((resolve) => setTimeout(resolve));
  }, hasFocus);
}

/** Longer than what it takes for a dialog to appear for a user who is perhaps back. */
const LONGER_MS = 4_000;
/** Longer than a visit in which no person has decided. */
const DECISION_MS = 1_100;

/** Leaves the page for as long as a person needs to decide, and returns to it. */
async function leaveAndReturn(page: Page, between: () => unknown = () => {}): Promise<void> {
  await setVisibility(page, 'hidden');
  await between();
  await page.waitForTimeout(DECISION_MS);
  await setVisibility(page, 'visible');
}

test('a slow wallet app does not count as missing', async ({ page, phone }) => {
  await launch(page, phone, 'connect', 1);
  await phone.open(4_000);
  expect((await getOutcome(page, 0)).result).toHaveLength(1);
});

test('returning without an answer from a wallet cancels, and the next tap tries again', async ({
  page,
  phone,
}) => {
  await launch(page, phone, 'connect', 1);
  await leaveAndReturn(page);
  const { code, ms } = await getOutcome(page, 0);
  expect(code).toBe('USER_CANCELLED');
  // Without the return, the wait would take 30 s.
  expect(ms).toBeLessThan(15_000);
  await launch(page, phone, 'connect', 2);
  await phone.open();
  expect((await getOutcome(page, 1)).result).toHaveLength(1);
});

test('a wallet app that opens and closes at once is no cancel', async ({ page, phone }) => {
  await launch(page, phone, 'connect', 1);
  await setVisibility(page, 'hidden');
  await setVisibility(page, 'visible');
  expect((await getOutcome(page, 0)).code).toBe('WALLET_NOT_FOUND');
});

test('returning while the wallet opens does not cancel', async ({ page, phone }) => {
  await launch(page, phone, 'connect', 1);
  await leaveAndReturn(page);
  await phone.open(1_000);
  expect((await getOutcome(page, 0)).result).toHaveLength(1);
});

test.describe('with dialogs', () => {
  const person = createPerson();
  test.use({ path: '/#dialogs', walletOptions: { approve: person.approve } });
  const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Continue in your wallet app' });

  test('returning before the wallet has answered shows a dialog until it answers', async ({
    page,
    phone,
  }) => {
    await launch(page, phone, 'connect', 1);
    await setVisibility(page, 'hidden');
    await phone.open();
    const { decide } = await person.next();
    await setVisibility(page, 'visible');
    await expect(getDialog(page)).toBeVisible();
    // No button to open the wallet again, because the wallet already has the session and would not open it a
    // second time.
    await expect(getDialog(page).getByRole('button')).toHaveText(['Cancel']);
    decide({ approved: true });
    expect((await getOutcome(page, 0)).result).toHaveLength(1);
    await expect(getDialog(page)).toHaveCount(0);
  });

  test('a wallet app that opens and closes at once is asked about, and opened again in a tap', async ({
    page,
    phone,
  }) => {
    await launch(page, phone, 'connect', 1);
    await setVisibility(page, 'hidden');
    await setVisibility(page, 'visible');
    const dialog = page.getByRole('dialog', { name: 'Your wallet didn’t answer' });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => phone.launches.length).toBe(2);
    await phone.open();
    (await person.next()).decide({ approved: true });
    expect((await getOutcome(page, 0)).result).toHaveLength(1);
  });

  test.describe('a wallet app that opens in a sheet and is closed without an answer', () => {
    /** Begins a call, whose wallet app has asked, and loses and regains the focus. */
    async function visitSheet(page: Page, phone: Phone) {
      await launch(page, phone, 'connect', 1);
      await phone.open();
      const question = await person.next();
      await setFocus(page, false);
      await setFocus(page, true);
      return question;
    }

    test('shows a dialog, which Escape hides for good, and the call goes on', async ({ page, phone }) => {
      const { decide } = await visitSheet(page, phone);
      await expect(getDialog(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(getDialog(page)).toHaveCount(0);
      await expect(page.locator('output')).toHaveCount(0);
      await setFocus(page, false);
      await setFocus(page, true);
      await page.waitForTimeout(LONGER_MS);
      await expect(getDialog(page)).toHaveCount(0);
      // A user who was elsewhere for sure sees it again.
      await leaveAndReturn(page);
      await expect(getDialog(page)).toBeVisible();
      decide({ approved: true });
      expect((await getOutcome(page, 0)).result).toHaveLength(1);
      await expect(getDialog(page)).toHaveCount(0);
    });

    test('ends by Cancel alone', async ({ page, phone }) => {
      await visitSheet(page, phone);
      await getDialog(page).getByRole('button', { name: 'Cancel' }).click();
      expect((await getOutcome(page, 0)).code).toBe('USER_CANCELLED');
    });

    test('takes no focus from a user who types, holds a pointer down, or is in a frame', async ({
      page,
      phone,
    }) => {
      await page.evaluate(() => {
        const frame = document.createElement('iframe');
        frame.srcdoc = '<input>';
        // In a shadow tree, as that of the mock wallet's panel.
        const host = document.createElement('div');
        host.attachShadow({ mode: 'open' }).append(frame);
        document.body.append(document.createElement('textarea'), host);
      });
      await visitSheet(page, phone);
      const text = 'hello, how are you'.repeat(2);
      await page.locator('textarea').pressSequentially(text, { delay: LONGER_MS / text.length });
      await expect(page.locator('textarea')).toHaveValue(text);
      await expect(getDialog(page)).toHaveCount(0);

      await page.mouse.move(5, 300);
      await page.mouse.down();
      await page.waitForTimeout(LONGER_MS);
      await expect(getDialog(page)).toHaveCount(0);
      await page.mouse.up();

      const field = page.frameLocator('iframe').locator('input');
      await field.click();
      await page.waitForTimeout(LONGER_MS);
      await expect(getDialog(page)).toHaveCount(0);
      await field.pressSequentially('still here');
      await expect(field).toHaveValue('still here');

      await page.locator('textarea').focus();
      await expect(getDialog(page)).toBeVisible();
    });
  });
});

test.describe('a wallet with its own link', () => {
  test.use({ walletOptions: { walletUriBase: WALLET_URI_BASE } });

  test('that was removed does not replace the dapp’s page, and the next tap asks the system', async ({
    page,
    phone,
    context,
  }) => {
    await connect(page, phone);

    const opened = context.waitForEvent('page');
    await tap(page, 'sign');
    const other = await opened;
    await expect(other).toHaveTitle('Get the wallet');
    expect(await other.evaluate(() => window.opener)).toBeNull();
    expect(phone.launches[1]).toContain(WALLET_URI_BASE);
    expect(page.url()).toBe(`${site.url}/`);
    await leaveAndReturn(page, () => other.close());
    expect((await getOutcome(page, 1)).code).toBe('USER_CANCELLED');

    await launch(page, phone, 'sign', 3);
    expect(phone.launches[2]).toMatch(/^solana-wallet:/);
    await phone.open();
    expect((await getOutcome(page, 2)).result).toBe(64);
  });
});

test.describe('a wallet with its own link, which leads to a web page', () => {
  test.use({ path: '/#dialogs', walletOptions: { walletUriBase: WALLET_URI_BASE } });

  test('is asked about once: the call goes on from its tap, and the next calls open the app', async ({
    page,
    phone,
    context,
  }) => {
    await connect(page, phone);

    const opened = context.waitForEvent('page');
    await tap(page, 'sign');
    const other = await opened;
    await leaveAndReturn(page, () => other.close());
    const dialog = page.getByRole('dialog', { name: 'Your wallet didn’t open' });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => phone.launches.length).toBe(3);
    await phone.open();
    expect((await getOutcome(page, 1)).result).toBe(64);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.reload();
    for (const call of [0, 1]) {
      await launch(page, phone, 'sign', 4 + call);
      await phone.open();
      expect((await getOutcome(page, call)).result).toBe(64);
    }
    expect(phone.launches.map((uri) => uri.split('/')[0])).toEqual([
      'solana-wallet:',
      'https:',
      ...Array(3).fill('solana-wallet:'),
    ]);
  });

  test('is not opened by “Open the wallet again”, which opens the app in the same tap', async ({
    page,
    phone,
  }) => {
    await connect(page, phone);
    for (const call of [1, 2]) {
      await tap(page, 'sign');
      if (call === 1) {
        // The link opens in another tab, which asks for its page later than the dialog appears if it is slow.
        await expect.poll(() => phone.launches.length).toBe(2);
        await page.getByRole('button', { name: 'Open the wallet again' }).click();
      }
      await expect.poll(() => phone.launches.length).toBe(2 + call);
      expect(phone.launches.at(-1)).toMatch(/^solana-wallet:/);
      await phone.open();
      expect((await getOutcome(page, call)).result).toBe(64);
    }
  });
});

test.describe('Firefox', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0' });

  test('launches in a hidden frame, which is removed after the session', async ({ page, phone }) => {
    await page.evaluate(() => {
      const { noteLaunch } = globalThis as unknown as { noteLaunch: (uri: string) => void };
      new MutationObserver((records) => {
        for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (node instanceof HTMLIFrameElement) noteLaunch(node.src);
        }
      }).observe(document, { childList: true, subtree: true });
    });
    await launch(page, phone, 'connect', 1);
    await expect(page.locator('iframe')).toHaveCount(1);
    await phone.open();
    expect((await getOutcome(page, 0)).result).toHaveLength(1);
    await expect(page.locator('iframe')).toHaveCount(0);
  });
});
