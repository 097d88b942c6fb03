import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, type Response } from '@playwright/test';
import { preview } from 'vite';
import { getPort, startServer } from '../../scripts/dev-server.mjs';
import type { Row } from './rows.js';

type Wallet = Readonly<{ name: string; features: Record<string, { connect(): Promise<unknown> }> }>;

export type Server = Awaited<ReturnType<typeof startServer>>;

declare global {
  var wallets: Wallet[];
  var subpaths: string[];
}

/** The script tag of the guides, or where one belongs in a page without it. */
const MOCK_LINE = /<script src="http:\/\/localhost:8477\S+ \/>|(?=<script type="importmap">)/;

/** Starts the mock wallet for any server, and adds the script tag that it prints to a page's source. */
export async function addMockWallet(
  { port, page }: NonNullable<Row['mock']>,
  folder: string,
): Promise<Server> {
  const cli = 'node_modules/mock-mobile-wallet/bin/mock-mobile-wallet.js';
  const server = await startServer(folder, cli, ['--port', port]);
  const getTag = (): string => /<script .*<\/script>/.exec(server.output())?.[0] ?? '';
  await expect.poll(getTag).toContain(`:${port}/__mobile-wallet/client.js`);
  const source = readFileSync(join(folder, page), 'utf8');
  writeFileSync(join(folder, page), source.replace(MOCK_LINE, getTag()));
  return server;
}

/** Serves what a tool has built: by the tool's own server, or the files as they are. */
export async function serve(row: Row, folder: string): Promise<Server> {
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
