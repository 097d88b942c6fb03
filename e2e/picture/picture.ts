import { join } from 'node:path';
import { test } from '@playwright/test';
import { Failure, root, runScript } from '../../scripts/process.mjs';
import { decide, getShop } from '../demo.js';
import { getApprove, getWallet } from '../panel.js';

/**
 * The wide picture shows the code beside the phone; the narrow one, for small screens, what fills a phone.
 */
const SIZES = { demo: { width: 1160, height: 720 }, phone: { width: 390, height: 640 } };

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
    await page.setViewportSize(viewport);
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
    await page.screenshot({ path: join(root, `docs/pictures/${name}-${project.name}.png`) });
  });
}
