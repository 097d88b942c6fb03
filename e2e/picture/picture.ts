import { join } from 'node:path';
import { test } from '@playwright/test';
import { Failure, root, runScript } from '../../scripts/process.mjs';
import { decide, getShop } from '../demo.js';
import { getApprove, getWallet } from '../panel.js';

/**
 * The wide picture is shown at 720 pixels, with the code beside the phone; the narrow one on small screens,
 * with the code below it.
 */
const SIZES = { demo: { width: 960, height: 590 }, phone: { width: 430, height: 600 } };

/** How wide a window has to be when it is opened, so that the page draws a phone. */
const PHONE_WIDTH = 700;

/** The code, large enough to be read in a picture that is smaller than the page, and the phone alone. */
const STYLE = `
  header, .promise, .links, .caption { display: none !important }
  .stage { padding-block: 24px }
  .phone { height: 500px !important }
  .runs { margin: 0 !important }
  .runs :is(pre, figcaption) { font-size: max(13px, min(15px, 1.6vw)) !important }`;

/** Where the demo seems to be. The test serves it, so that the wallet shows no port of this computer. */
const ORIGIN = 'https://demo.example';
const DEMO = join(root, '.cache/picture');

// On a touch screen, so that the wallet shows no keys.
test.use({ isMobile: true, hasTouch: true });

test.beforeAll(async () => {
  test.setTimeout(300_000);
  if ((await runScript('build:demo', ['--outDir', DEMO, '--emptyOutDir'])) !== 0)
    throw new Failure('The demo could not be built: see the message above.');
});

for (const [name, viewport] of Object.entries(SIZES)) {
  test(`the payment at its moment: ${name}`, async ({ page }, { project }) => {
    await page.setViewportSize({ ...viewport, width: Math.max(viewport.width, PHONE_WIDTH) });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route(`${ORIGIN}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill({ path: join(DEMO, pathname.replace(/\/$/, '/index.html')) });
    });
    await page.goto(`${ORIGIN}/`);
    await page.evaluate(() => document.fonts.ready);
    const shop = getShop(page);
    await shop.getByRole('button', { name: 'Pay with your wallet' }).click();
    await decide(shop, 'Approve');
    await getWallet(shop).getByRole('heading', { name: /send/i }).waitFor();
    // A request that has just appeared takes no tap, and looks so.
    await getApprove(shop).click({ trial: true });
    await page.addStyleTag({ content: STYLE });
    await page.setViewportSize(viewport);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    // A picture of more than the window is taken as on a screen without touch.
    await page.setViewportSize({ ...viewport, height });
    await page.screenshot({ path: join(root, `docs/pictures/${name}-${project.name}.png`) });
  });
}
