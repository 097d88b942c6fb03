import { devices, expect, type Locator, type Page, test } from '@playwright/test';
import { findInBothSchemes } from './accessibility.js';
import { serveFiles, serveScript, useResource, withInput } from './bundle.js';
import { getFocused } from './dialogs/open.js';
import type { OpenInPageInput } from './open-in/page.js';

const site = useResource(() => serveScript('open-in/page.ts'));
const { defaultBrowserType: _, ...iphone } = devices['iPhone 14'] ?? {};
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const WEBVIEW =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP2A.240705.005; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36';
/** The browsers of social apps: what each adds to the system's user agent. */
const SOCIAL_APPS = [
  [
    'Instagram',
    `${IPHONE} Instagram 370.0.0.0.0 (iPhone15,2; iOS 18_5; en_US; en; scale=3.00; 1179x2556; 0)`,
  ],
  ['X', `${IPHONE} Twitter for iPhone/10.80`],
  ['Telegram', `${WEBVIEW} Telegram-Android/11.3.3 (Google Pixel 8; Android 14; SDK 34; AVERAGE)`],
  ['Facebook', `${WEBVIEW} [FB_IAB/FB4A;FBAV/450.0.0.44.111;FBLC/en_US]`],
  ['TikTok', `${WEBVIEW} trill_350402 JsSdk/1.0 AppName/trill BytedanceWebview/d8a21c6`],
] as const;

test.use({ ...iphone, viewport: { width: 390, height: 844 } });

const getTitle = (dialog: Locator): Locator => dialog.getByRole('heading');

/** Opens the page and connects by a tap. Returns the dialog that follows. */
async function connect(page: Page, input: OpenInPageInput = {}): Promise<Locator> {
  await page.goto('about:blank');
  await page.goto(withInput(site.url, input));
  await page.getByRole('button', { name: 'Connect' }).tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Makes the page hidden or visible, as when the phone shows another app. */
const setVisibility = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

const expectNotes = (page: Page, ...notes: readonly string[]): Promise<void> =>
  expect(page.locator('output')).toHaveText(notes.join('\n'));

test('on an iPhone, a tap shows real links to wallet apps, with the whole address of the page', async ({
  page,
}) => {
  const dialog = await connect(page);
  await expect(getTitle(dialog)).toHaveText('Choose your wallet app');
  const address = encodeURIComponent(page.url());
  const ref = encodeURIComponent(site.url);
  for (const [name, base] of [
    ['Phantom', 'https://phantom.app/ul/browse/'],
    ['Solflare', 'https://solflare.com/ul/v1/browse/'],
  ] as const) {
    const link = dialog.getByRole('link', { name, exact: true });
    await expect(link).toHaveAttribute('href', `${base}${address}?ref=${ref}`);
    await expect(link).toHaveAttribute('rel', 'noreferrer');
    // A universal link opens its app only if the page itself would go there.
    await expect(link).not.toHaveAttribute('target');
    await expect(dialog.getByRole('link', { name: `Get ${name}` })).toHaveAttribute('href', /^https:/);
  }
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await expectNotes(page, 'registered', 'USER_CANCELLED');
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
});

test('the call ends when the phone shows the app, and the user can tap again', async ({ page }) => {
  let dialog = await connect(page);
  // The system opens the app, so the browser stays where it is.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), true));
  await dialog.getByRole('link', { name: 'Solflare', exact: true }).tap();
  await expect(getTitle(dialog)).toBeVisible();
  await setVisibility(page, 'hidden');
  await expect(dialog).toBeHidden();
  const opened = 'OPENED_IN_WALLET: The user cancelled here: this page was opened in Solflare';
  await expectNotes(page, 'registered', opened);
  await setVisibility(page, 'visible');
  await page.getByRole('button', { name: 'Connect' }).tap();
  dialog = page.getByRole('dialog');
  await setVisibility(page, 'hidden');
  await setVisibility(page, 'visible');
  await expect(getTitle(dialog)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNotes(page, 'registered', opened, 'USER_CANCELLED');
});

test('without the app, the link leads to a web page, and back there is no dialog', async ({ page }) => {
  const requests: (string | undefined)[] = [];
  await page.route('https://phantom.app/**', async (route) => {
    requests.push(route.request().headers()['referer']);
    await route.fulfill({ contentType: 'text/html', body: '<h1>Get Phantom</h1>' });
  });
  const dialog = await connect(page);
  await dialog.getByRole('link', { name: 'Phantom', exact: true }).tap();
  await expect(page.getByRole('heading', { name: 'Get Phantom' })).toBeVisible();
  expect(requests).toEqual([undefined]);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible();
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
});

test('nothing is shown without a tap', async ({ page }) => {
  await page.goto(withInput(site.url, { connectsOnLoad: true }));
  await page.waitForURL(/#settled$/);
  await expectNotes(page, 'registered', 'USER_GESTURE_REQUIRED');
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
});

test('the link to the page is copied, or shown if the browser does not copy it', async ({ page }) => {
  const dialog = await connect(page);
  await page.evaluate(() => {
    Object.assign(navigator.clipboard, {
      writeText: async (text: string) => void Object.assign(globalThis, { copied: text }),
    });
  });
  await dialog.getByRole('button', { name: 'Copy link' }).tap();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate('copied')).toBe(page.url());
  await page.evaluate(() => {
    Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('blocked')) });
  });
  await dialog.getByRole('button', { name: 'Copied' }).tap();
  await expect(dialog.getByRole('textbox', { name: 'Link to this page' })).toHaveValue(page.url());
});

test('another wallet of the page is named in place of links', async ({ page }) => {
  const dialog = await connect(page, { other: 'Phantom' });
  await expect(getTitle(dialog)).toHaveText('Choose Phantom in the list');
  await expect(dialog.getByRole('link')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'OK' }).tap();
  await expectNotes(page, 'registered', '2 wallets', 'USER_CANCELLED');
});

for (const [name, userAgent] of SOCIAL_APPS) {
  test.describe(`in the browser of ${name}`, () => {
    test.use({ userAgent });

    test('the user learns how to open the page in the phone’s browser', async ({ page }) => {
      const dialog = await connect(page);
      await expect(getTitle(dialog)).toHaveText('Open this page in your browser');
      const link = dialog.getByRole('link', { name: 'Open in browser' });
      if (userAgent.includes('Android')) {
        const { host, pathname, hash } = new URL(page.url());
        const intent = `intent://${host}${pathname}${hash}#Intent;scheme=http;action=android.intent.action.VIEW;end`;
        await expect(link).toHaveAttribute('href', intent);
        await expect(dialog).toContainText(`${name} does not open wallet apps. Your browser does.`);
      } else {
        await expect(link).toHaveCount(0);
        await expect(dialog).toContainText(`${name} may not open wallet apps.`);
      }
      expect(await findInBothSchemes(page, 'appearance', 'mobile-wallet-dialog')).toEqual([]);
    });
  });
}

test.describe('the browser of a wallet app', () => {
  test.use({ userAgent: `${IPHONE} Phantom/ios/25.1.0` });

  test('has no wallet of this library', async ({ page }) => {
    await page.goto(withInput(site.url, {}));
    await expectNotes(page, 'wallet-browser');
  });
});

test('a frame of another origin is no wallet, whatever its name', async ({ page }) => {
  const frames = ['phantom', 'solflare', 'backpack', 'TelegramWebview'];
  const dialog = await connect(page, { frames });
  await expect(getTitle(dialog)).toHaveText('Choose your wallet app');
  await expect(dialog).not.toContainText('Telegram');
});

test.describe('in a frame of another origin', () => {
  const outer = useResource(() => serveFiles({ '/': '<!doctype html><title>Outer</title>' }));

  /** Opens the page in a frame, and connects there. Returns the dialog that follows. */
  async function connectInFrame(page: Page, sandbox?: string): Promise<Locator> {
    await page.goto(outer.url);
    await page.evaluate(
      ([src = '', rules]) => {
        const frame = Object.assign(document.createElement('iframe'), { src });
        if (rules !== undefined) frame.setAttribute('sandbox', rules);
        frame.style.cssText = 'width: 100%; height: 90vh';
        document.body.append(frame);
      },
      [withInput(site.url, {}), sandbox],
    );
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Connect' }).tap();
    return frame.getByRole('dialog');
  }

  for (const sandbox of [
    undefined,
    'allow-scripts allow-same-origin allow-top-navigation-by-user-activation',
  ]) {
    test(`a wallet app’s link leads the whole tab to the app, with the sandbox ${sandbox}`, async ({
      page,
    }) => {
      await page.route('https://phantom.app/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Get Phantom</h1>' }),
      );
      const dialog = await connectInFrame(page, sandbox);
      await dialog.getByRole('link', { name: 'Phantom', exact: true }).tap();
      await expect(page.getByRole('heading', { name: 'Get Phantom' })).toBeVisible();
      expect(new URL(page.url()).host).toBe('phantom.app');
    });
  }

  test('where the sandbox forbids that, the link can be copied, and nothing else is offered', async ({
    page,
  }) => {
    const dialog = await connectInFrame(page, 'allow-scripts allow-same-origin');
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await expect(dialog).toContainText('Copy the link, and open it in your wallet app’s browser.');
    await expect(dialog.getByRole('link')).toHaveCount(0);
    expect(page.url()).toBe(`${outer.url}/`);
  });
});

test('with a wallet on another device, it is one more choice', async ({ page }) => {
  const remote = { type: 'nostr', relays: ['wss://relay.example'] } as const;
  const dialog = await connect(page, { options: { walletApps: ['Phantom'], remote } });
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Use a wallet on another device' })).toBeVisible();
});

test('the keyboard reaches each link, and Escape cancels', async ({ page }) => {
  await page.goto(withInput(site.url, {}));
  await page.getByRole('button', { name: 'Connect' }).press('Enter');
  await expect(getTitle(page.getByRole('dialog'))).toBeVisible();
  const places: string[] = [];
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab');
    places.push(await getFocused(page));
  }
  const links = ['PPhantomOpen', 'SSolflareOpen', 'Get Phantom', 'Get Solflare'];
  expect(places).toEqual(['Cancel', ...links, 'Copy link']);
  await page.keyboard.press('Escape');
  await expectNotes(page, 'registered', 'USER_CANCELLED');
  await expect(page.getByRole('button', { name: 'Connect' })).toBeFocused();
});

test('all rows are equally wide, whatever the apps are called', async ({ page }) => {
  const dialog = await connect(page, { ownApps: ['Solflare', 'Backpack', 'Coinbase Wallet'] });
  const rows = dialog.locator('.row');
  await expect(rows).toHaveCount(3);
  const widths = await rows.evaluateAll((elements) => elements.map((row) => row.clientWidth));
  expect(new Set(widths).size).toBe(1);
});

for (const [size, viewport, textSize] of [
  ['a phone', { width: 390, height: 844 }, '100%'],
  ['a phone with texts of twice the size', { width: 390, height: 844 }, '200%'],
  ['a narrow phone', { width: 320, height: 568 }, '100%'],
] as const) {
  test(`nothing is cut off, and axe finds nothing, on ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const dialog = await connect(page);
    await page.evaluate((fontSize) => {
      const [host] = document.getElementsByTagName('mobile-wallet-dialog');
      host?.shadowRoot?.querySelector('dialog')?.style.setProperty('font-size', fontSize);
    }, textSize);
    const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBe(0);
    await dialog.getByRole('button', { name: 'Copy link' }).scrollIntoViewIfNeeded();
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeInViewport();
    expect(await findInBothSchemes(page, 'all', 'mobile-wallet-dialog')).toEqual([]);
  });
}
