import { expect, test } from '@playwright/test';
import { createReflector } from '../mock/src/server.js';
import { serveScript, useResource } from './bundle.js';

const reflector = useResource(createReflector);
const site = useResource(() => serveScript('codes/page.ts'));

test('two sessions at once have a code and a Cancel each', async ({ page }) => {
  await page.goto(`${site.url}/#${reflector.host}`);
  const dialogs = page.locator('mobile-wallet-dialog');
  await expect(dialogs).toHaveCount(2);
  for (const left of [1, 0]) {
    // The one on top is the later of the two.
    await dialogs.last().getByRole('button', { name: 'Cancel' }).click();
    await expect(dialogs).toHaveCount(left);
  }
  await expect(page.locator('output')).toContainText('first: USER_CANCELLED');
  await expect(page.locator('output')).toContainText('second: USER_CANCELLED');
  await expect.poll(() => reflector.getStats().halfOpen).toBe(0);
});
