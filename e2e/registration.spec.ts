import { devices, expect, type Page, test } from '@playwright/test';
import { serveScript, useResource } from './bundle.js';
import type { RegistrationInput, RegistrationOutput } from './registration/page.js';

const NAME = 'Mobile Wallet Adapter';
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {};
const LINUX =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

const site = useResource(() => serveScript('registration/page.ts'));

/** Opens the page and checks that it writes nothing to the console. Returns its output. */
async function register(
  page: Page,
  input: RegistrationInput,
  origin = site.url,
): Promise<RegistrationOutput> {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (!message.location().url.endsWith('/favicon.ico')) messages.push(message.text());
  });
  page.on('pageerror', ({ message }) => messages.push(message));
  await page.goto(`${origin}/#${encodeURIComponent(JSON.stringify(input))}`);
  const output = JSON.parse(await page.locator('output').innerText());
  expect(messages).toEqual([]);
  return output;
}

const own: RegistrationInput = { order: ['own'] };

for (const [what, options, argument] of [
  ['a wrong option', { idleMs: -1 }, 'idleMs'],
  ['an unknown chain', { chains: ['solana:nowhere'] }, 'chains[0]'],
] as const) {
  test(`reports ${what} on a developer’s page, also where no wallet is registered`, async ({ page }) => {
    const reported = page.waitForEvent('pageerror');
    await page.goto(`${site.url}/#${encodeURIComponent(JSON.stringify({ ...own, options }))}`);
    expect((await reported).message).toContain(`\`${argument}\``);
    const { results } = JSON.parse(await page.locator('output').innerText()) as RegistrationOutput;
    expect(results).toEqual([argument === 'idleMs' ? 'desktop' : 'unknown-chain']);
  });
}

test.describe('in Chrome on Android', () => {
  test.use(pixel);

  test('registers only once', async ({ page }) => {
    expect(await register(page, { order: ['own', 'own', 'own'] })).toEqual({
      results: ['registered', 'same', 'same'],
      names: [NAME],
    });
  });

  test('returns a reason if the dapp disables it', async ({ page }) => {
    expect(await register(page, { ...own, options: { local: 'never' } })).toEqual({
      results: ['disabled'],
      names: [],
    });
  });

  test('does not register if the published peer has registered a wallet of the same name', async ({
    page,
  }) => {
    expect(await register(page, { order: ['peer', 'own', 'own'] })).toEqual({
      results: ['name-taken', 'name-taken'],
      names: [NAME],
    });
  });

  test('registers beside the peer under another name', async ({ page }) => {
    const { results, names } = await register(page, { order: ['peer', 'own'], options: { name: 'Phone' } });
    expect(results).toEqual(['registered']);
    expect(names).toEqual([NAME, 'Phone']);
  });

  test('is listed beside a peer that registers later', async ({ page }) => {
    expect(await register(page, { order: ['own', 'peer'] })).toEqual({
      results: ['registered'],
      names: [NAME, NAME],
    });
  });

  test('does not register on an insecure page', async ({ page }) => {
    await page.route('http://dapp.example/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `${site.url}${pathname}` }) });
    });
    expect(await register(page, own, 'http://dapp.example')).toEqual({ results: ['insecure'], names: [] });
  });
});

test.describe('where Chrome on Android requests desktop sites', () => {
  const metadata = { platformVersion: '', architecture: '', model: '', mobile: false };

  for (const [how, platform, userAgentMetadata] of [
    ['userAgentData', 'Linux x86_64', { ...metadata, platform: 'Android' }],
    [
      'Chrome’s own platform, all that its desktop mode leaves',
      'Linux armv81',
      { ...metadata, platform: 'Linux' },
    ],
  ] as const) {
    test(`registers, by ${how}`, async ({ page, context }) => {
      const client = await context.newCDPSession(page);
      await client.send('Emulation.setUserAgentOverride', { userAgent: LINUX, platform, userAgentMetadata });
      expect((await register(page, own)).results).toEqual(['registered']);
    });
  }
});

for (const [where, userAgent, result] of [
  ['on a desktop', LINUX, 'desktop'],
  [
    'on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'desktop',
  ],
  ['on an iPhone', devices['iPhone 15']?.userAgent ?? '', 'ios'],
  ['in a WebView', `${pixel.userAgent?.replace('Pixel 7', 'Pixel 7; wv')}`, 'webview'],
  [
    'in Solana Mobile’s Web Shell',
    `${pixel.userAgent?.replace('Pixel 7', 'Pixel 7; wv')} Solana Mobile Web Shell`,
    'registered',
  ],
  [
    'in an older WebView',
    'Mozilla/5.0 (Linux; Android 4.4; Nexus 5) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/30.0.0.0 Mobile Safari/537.36',
    'webview',
  ],
  [
    'in Firefox on Android',
    'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
    'registered',
  ],
  [
    'in Samsung Internet',
    'Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'registered',
  ],
] as const) {
  test.describe(() => {
    test.use({ userAgent });

    test(`is ${result} ${where}`, async ({ page }) => {
      expect((await register(page, own)).results).toEqual([result]);
    });
  });
}

test('registers on a desktop if the dapp sets local to always', async ({ page }) => {
  expect(await register(page, { ...own, options: { local: 'always' } })).toEqual({
    results: ['registered'],
    names: [NAME],
  });
});
