import { join } from 'node:path';
import { test } from '@playwright/test';
import { root } from '../../scripts/process.mjs';
import { decide } from '../demo.js';
import { getApprove, getWallet } from '../panel.js';

/**
 * The wide picture shows the demo beside the phone, and the narrow one, for small screens, what fills a
 * phone.
 */
const SIZES = { demo: { width: 1000, height: 720 }, phone: { width: 390, height: 640 } };

for (const [name, viewport] of Object.entries(SIZES)) {
  test(`the payment at its moment: ${name}`, async ({ page }, { project }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Connect and pay' }).click();
    await decide(page, 'Approve');
    await getWallet(page).getByRole('heading', { name: /send/i }).waitFor();
    // A request that has just appeared takes no tap, and looks so.
    await getApprove(page).click({ trial: true });
    await page.screenshot({ path: join(root, `docs/pictures/${name}-${project.name}.png`) });
  });
}
