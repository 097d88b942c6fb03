import { devices, expect, type Page, test } from '@playwright/test';
import { serveScript, useResource, withInput } from './bundle.js';
import { getChromiumOptions } from './chromium.js';

// Playwright switches the back-forward cache off, which phones have.
const site = useResource(() => serveScript('open-in/page.ts'));
const { defaultBrowserType: _, ...iphone } = devices['iPhone 14'] ?? {};
test.use({
  ...iphone,
  launchOptions: { ...getChromiumOptions(), ignoreDefaultArgs: ['--disable-back-forward-cache'] },
});

const OPENED = 'OPENED_IN_WALLET: The user cancelled here: this page was opened in Phantom';

/** Connects, taps a link as if the app were not there, and goes back from the web page that it leads to. */
async function openAndReturn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Phantom', exact: true }).tap();
  await expect(page.getByRole('heading', { name: 'Get Phantom' })).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
}

test('a page that the browser had kept comes back without the dialog, and nothing is pending', async ({
  page,
}) => {
  await page.route('https://phantom.app/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Get Phantom</h1>' }),
  );
  await page.goto(withInput(site.url, {}));
  await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      document.title = `${document.title} persisted: ${persisted}`;
    });
  });
  const notes = ['registered'];
  let title = 'Example';
  for (const _ of ['once', 'again']) {
    await openAndReturn(page);
    title += ' persisted: true';
    await expect(page).toHaveTitle(title);
    notes.push(OPENED);
    await expect(page.locator('output')).toHaveText(notes.join('\n'));
    await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  }
});
