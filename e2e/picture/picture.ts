import { join } from 'node:path';
import { test } from '@playwright/test';
import { root } from '../../scripts/process.mjs';
import { connect, getWallet } from '../panel.js';

test('the demo with the mock wallet, which is asked to send tokens', async ({ page }, { project }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await connect(page);
  await page.getByRole('button', { name: 'Send 25 tokens' }).click();
  await getWallet(page).getByRole('heading', { name: /send/i }).waitFor();
  const card = page.getByRole('article').filter({ hasText: 'Send tokens' });
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await page.screenshot({ path: join(root, `docs/pictures/demo-${project.name}.png`) });
});
