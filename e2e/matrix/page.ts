import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, type Response } from '@playwright/test';
import { preview } from 'vite';
import { getPort, startServer } from '../../scripts/dev-server.mjs';
import type { Row } from './rows.js';

type Wallet = Readonly<{ name: string; features: Record<string, { connect(): Promise<unknown> }> }>;

declare global {
  var wallets: Wallet[];
  var subpaths: string[];
}

/** Serves what a tool has built: by the tool's own server, or the files as they are. */
export async function serve(row: Row, folder: string): ReturnType<typeof startServer> {
  if (row.server) {
    const [script = '', ...args] = row.server.split(' ');
    const options = { env: row.env ?? {}, ready: /ready/i };
    return startServer(folder, script, [...args, '--port', getPort()], options);
  }
  const server = await preview({
    ...{ root: join(folder, row.site ?? ''), configFile: false, appType: 'mpa', logLevel: 'silent' },
    ...{ build: { outDir: '.' }, preview: { port: Number(getPort()) } },
  });
  const url = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  return { url, output: () => '', stop: () => server.close() };
}

/**
 * Opens a page as a phone does, and expects the wallet, and that a tap opens the wallet app, by code that is
 * loaded later. Returns the bytes of JavaScript that the page loads at once, each file after gzip.
 */
export async function expectWallet(page: Page, url: string, use: Row['use']): Promise<number> {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.addInitScript(() => {
    // The library loads the code of the first tap in idle time. Here the tap does.
    globalThis.requestIdleCallback = () => 0;
    globalThis.wallets = [];
    const api = { register: (...added: Wallet[]) => globalThis.wallets.push(...added) };
    addEventListener('wallet-standard:register-wallet', (event) => {
      if ('detail' in event && typeof event.detail === 'function') event.detail(api);
    });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const listNames = () => page.evaluate(() => globalThis.wallets.map(({ name }) => name));
  await expect.poll(listNames).toEqual(['Mobile Wallet Adapter']);
  const bodies = await Promise.all(scripts.map((script) => script.body()));
  await use?.(page);
  await page.evaluate(() => {
    addEventListener(
      'click',
      () => void globalThis.wallets[0]?.features['standard:connect']?.connect().catch(() => {}),
    );
  });
  const launched = page.waitForRequest(/^solana-wallet:/, { timeout: 30_000 });
  await page.mouse.click(1, 1);
  await launched;
  return bodies.reduce((bytes, body) => bytes + gzipSync(body, { level: 9 }).length, 0);
}

/** Expects that a built page of `shared/pages` has imported every subpath. */
export async function expectSubpaths(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect
    .poll(() => page.evaluate(() => globalThis.subpaths))
    .toEqual(
      ['endpoint', 'kit', 'legacy', 'payments', 'session', 'web3js'].map((name) => `${name}: function`),
    );
}
