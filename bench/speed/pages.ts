import { type Browser, type BrowserContext, devices, type Page } from '@playwright/test';
import { type ScriptPage, serveScript } from '../../e2e/bundle.js';
import type { Job } from './page.js';

/** Makes a page cross-origin isolated, so that its clock has a resolution of 5 µs instead of 100. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'credentialless',
};

/** Serves a page with an exact clock. */
export function serveExactly(entry: string): Promise<ScriptPage> {
  return serveScript(`../bench/speed/${entry}`, {}, ISOLATION);
}

/**
 * Opens the context of a phone with the permission to reach local apps, without which the peer does not
 * launch.
 */
export async function openPhone(browser: Browser, sites: readonly ScriptPage[]): Promise<BrowserContext> {
  const context = await browser.newContext(devices['Pixel 7']);
  for (const { url } of sites) await context.grantPermissions(['local-network-access'], { origin: url });
  // The peer's dialogs load fonts from other sites.
  await context.route('https://**', (route) => route.abort());
  return context;
}

/** Makes a page's processor 6 times slower, as that of a phone is slower than a desktop's. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
}

/** Opens a page that does a job at each tap, and waits until it is ready. */
export async function openJob(context: BrowserContext, site: ScriptPage, job: Job): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site.url}/#${encodeURIComponent(JSON.stringify(job))}`);
  await readOutput(page);
  return page;
}

/** Taps the page. Returns the text of the output that the tap adds. Throws if it is an error. */
export async function tapForOutput(page: Page, timeout = 60_000): Promise<string> {
  const outputs = page.locator('output');
  const output = outputs.nth(await outputs.count());
  await page.touchscreen.tap(10, 10);
  await output.waitFor({ state: 'attached', timeout });
  const text = await output.innerText();
  if (text.startsWith('{"error"')) throw new Error(text);
  return text;
}

/** Returns the text of the page's first output. */
export async function readOutput(page: Page): Promise<string> {
  return page.locator('output').first().innerText();
}
