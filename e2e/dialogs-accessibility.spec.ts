import { expect, test } from '@playwright/test';
import { findInBothSchemes } from './accessibility.js';
import { useResource } from './bundle.js';
import { openView, serveDialogs } from './dialogs/open.js';
import { VIEWS } from './dialogs/views.js';

const site = useResource(serveDialogs);

for (const [size, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const) {
  test(`no dialog has an accessibility problem on ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const rules = size === 'a phone' ? 'all' : 'appearance';
    for (const view of VIEWS) {
      await openView(page, site, view);
      expect(await findInBothSchemes(page, rules, 'mobile-wallet-dialog'), view[0]).toEqual([]);
      await page.goto('about:blank');
    }
  });
}
