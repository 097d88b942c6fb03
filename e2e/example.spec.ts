import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { getPort, startServer } from '../scripts/dev-server.mjs';
import { getChromiumOptions } from './chromium.js';
import { getExample } from './example-folder.js';
import { run } from './matrix/workspace.js';
import { connectAndPay } from './panel.js';

// The example of the guides, installed by `scripts/example.mjs` from the packed packages, with the mock
// wallet of one line in Vite's config.

test('the example pays with the mock wallet', async ({ page }) => {
  const args = ['--port', getPort()];
  const { url, stop } = await startServer(getExample(), 'node_modules/vite/bin/vite.js', args);
  try {
    await page.goto(url);
    await connectAndPay(page);
  } finally {
    await stop();
  }
});

test('the tests of the guides pass in the example', async () => {
  test.setTimeout(180_000);
  const folder = getExample();
  // A reader has installed Playwright's own Chromium.
  const launchOptions = JSON.stringify(getChromiumOptions());
  const config = `import config from './playwright.config';\nexport default { ...config, use: { ...config.use, launchOptions: ${launchOptions} } };\n`;
  writeFileSync(join(folder, 'installed.config.ts'), config);
  const command = 'playwright test --config installed.config.ts --reporter line';
  expect(await run(command, folder, { CI: '1' })).toMatch(/\d passed/);
});
