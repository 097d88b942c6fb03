import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureChromium } from './chromium.mjs';
import { ensureDependencies } from './install.mjs';
import { Failure, root, runMain, say } from './process.mjs';

/** Where README.md looks for the pictures. */
const folder = join(root, 'docs/pictures');

/** Starts the demo on a free port and returns its URL and its process. */
async function startDemo() {
  const demo = spawn(process.execPath, [join(root, 'scripts/demo.mjs'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: demo.stdout })) {
    const [, url] = /Demo ready: (\S+)/.exec(line) ?? [];
    if (url !== undefined) return { demo, url };
  }
  throw new Failure('The demo could not be started.');
}

/**
 * Takes the picture of README.md: the demo with the mock wallet, which is asked to send tokens.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url
 * @param {'light' | 'dark'} colorScheme
 */
async function takePicture(browser, url, colorScheme) {
  const page = await browser.newPage({
    colorScheme,
    viewport: { width: 1240, height: 800 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
  });
  const wallet = page.frameLocator('iframe[title="Mock wallet"]');
  await page.goto(url);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await wallet.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).waitFor();
  await page.getByRole('button', { name: 'Send 25 tokens' }).click();
  await wallet.getByRole('heading', { name: /send/i }).waitFor();
  const card = page.getByRole('article').filter({ hasText: 'Send tokens' });
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const file = join(folder, `demo-${colorScheme}.png`);
  await page.screenshot({ path: file });
  say(`Written: ${file}`);
  await page.close();
}

await runMain(async () => {
  await ensureDependencies();
  const options = await ensureChromium();
  // Imported only now, because it may have been installed by this command.
  const { chromium } = await import('@playwright/test');
  await mkdir(folder, { recursive: true });
  const { demo, url } = await startDemo();
  const browser = await chromium.launch(options);
  try {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await takePicture(browser, url, colorScheme);
    }
  } finally {
    await browser.close();
    demo.kill();
    await once(demo, 'close');
  }
});
