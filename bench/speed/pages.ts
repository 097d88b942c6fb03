import { type Browser, type BrowserContext, devices, type Page } from '@playwright/test';
import { type ScriptPage, serveScript } from '../../e2e/bundle.js';
import type { Job } from './page.js';

/** Makes a page cross-origin isolated, where time is told to 5 µs instead of 100. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'credentialless',
};

/** Serves a page whose clock is exact. */
export function serveExactly(entry: string): Promise<ScriptPage> {
  return serveScript(`../bench/speed/${entry}`, {}, ISOLATION);
}

/** Opens a context as of a phone that lets these pages reach apps on it: the peer does not launch otherwise. */
export async function openPhone(browser: Browser, sites: readonly ScriptPage[]): Promise<BrowserContext> {
  const context = await browser.newContext(devices['Pixel 7']);
  for (const { url } of sites) await context.grantPermissions(['local-network-access'], { origin: url });
  // The peer's dialogs ask for fonts.
  await context.route('https://**', (route) => route.abort());
  return context;
}

/** Opens a page that does a job at each tap, and waits until it can. */
export async function openJob(context: BrowserContext, site: ScriptPage, job: Job): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site.url}/#${encodeURIComponent(JSON.stringify(job))}`);
  await readOutput(page);
  return page;
}

/** Taps the page; gives the text of the output that comes of it, which must be no error. */
export async function tapForOutput(page: Page, timeout = 60_000): Promise<string> {
  const outputs = page.locator('output');
  const output = outputs.nth(await outputs.count());
  await page.touchscreen.tap(10, 10);
  await output.waitFor({ state: 'attached', timeout });
  const text = await output.innerText();
  if (text.startsWith('{"error"')) throw new Error(text);
  return text;
}

/** Reads the text of the page's first output. */
export async function readOutput(page: Page): Promise<string> {
  return page.locator('output').first().innerText();
}
