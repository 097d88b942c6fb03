import { expect, test } from '@playwright/test';
import type { ScriptPage } from './bundle.js';
import { getContrast, getTextContrast } from './contrast.js';
import { getUrl, open, serveDialogs } from './dialogs/open.js';

let site: ScriptPage;
test.beforeAll(async () => {
  site = await serveDialogs();
});
test.afterAll(() => site.close());

test('styles, policies and listeners of the page do not affect it', async ({ page }) => {
  const css = `
    :root > * { display: none !important; font-size: 99px !important; opacity: 0 !important; }
    * { all: unset; color: red !important; --line: red; pointer-events: none !important; }`;
  await page.goto(getUrl(site, {}));
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
    dispatchEvent(new Event('notFound'));
  }, css);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveCSS('font-size', '16px');
  await expect(dialog).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(dialog).toHaveCSS('width', '400px');
  expect((await dialog.boundingBox())?.height).toBeGreaterThan(300);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('output')).toHaveText('notFound: true in a tap');
});

test('uses the page’s direction, colours and texts, and does not move if motion is unwanted', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const texts = { notFoundTitle: 'لم يجب أي تطبيق محفظة', getWalletUrl: 'https://wallets.example/' };
  const dialog = await open(page, site, 'notFound', { texts, dir: 'rtl' });
  await expect(dialog).toHaveAccessibleName(texts.notFoundTitle);
  await expect(dialog.getByRole('link')).toHaveAttribute('href', texts.getWalletUrl);
  await expect(dialog).toHaveCSS('direction', 'rtl');
  await expect(dialog).toHaveCSS('animation-name', 'none');
  await expect(dialog).toHaveCSS('background-color', 'rgb(18, 18, 18)');
  await page.goto('about:blank');
  await open(page, site, 'notFound', { css: 'html { color-scheme: light }' });
  await expect(dialog).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`labels and marks are visible in forced colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    for (const [name, input] of [
      ['waiting', {}],
      ['notFound', {}],
      ['permission', { answers: ['granted'] }],
      ['tapNeeded', {}],
    ] as const) {
      const dialog = await open(page, site, name, input);
      if (name === 'permission') await page.keyboard.press('Enter');
      for (const text of await dialog.locator('h2, p, button, a').all()) {
        expect(await getTextContrast(text), await text.innerText()).toBeGreaterThan(4.5);
      }
      expect(await getContrast(dialog.locator('.mark'), 20)).toBeGreaterThan(3);
      // In the middle of the phone there is only the line that crosses it out.
      if (name === 'notFound') {
        expect(await getContrast(dialog.locator('.mark'), 30)).toBeGreaterThan(3);
      }
      await page.keyboard.press('Escape');
      await page.goto('about:blank');
    }
  });
}
