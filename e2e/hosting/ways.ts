import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { createServer } from 'vite';
import { startCommand } from '../any-server/command.js';
import { bundle, serveFiles } from '../bundle.js';
import { openPuppeteerTab, openTab, type Tab } from './tab.js';

/** A dapp with a mock wallet that approves everything. */
export type HostedDapp = Readonly<{
  url: string;
  /** Where the wallet's own addresses are. */
  origin: string;
  openTab(browser: Browser): Promise<Tab>;
  close(): Promise<void>;
}>;

const ENTRY = 'clients/page.ts';
/** Built, because only that has the scripts for pages. */
const PLUGIN = new URL('../../mock/dist/vite.js', import.meta.url).href;

/** Opens the dapp for each way in which it gets the mock wallet, but for Playwright's fixture. */
export const WAYS: Readonly<Record<string, () => Promise<HostedDapp>>> = {
  async 'the script tag'() {
    const { origin, tag, close } = await startCommand('--auto-approve', '--memory');
    const { '/': page = '', ...scripts } = await bundle(ENTRY);
    const site = await serveFiles({ ...scripts, '/': page.replace('<body>', `<body>${tag}`) });
    return {
      url: site.url,
      origin,
      openTab,
      async close() {
        site.close();
        await close();
      },
    };
  },
  async Puppeteer() {
    const { origin, close } = await startCommand('--auto-approve', '--memory');
    const client = await fetch(`${origin}/__mobile-wallet/client.js`);
    const script = await client.text();
    const site = await serveFiles(await bundle(ENTRY));
    return {
      url: site.url,
      origin,
      openTab: () => openPuppeteerTab(script),
      async close() {
        site.close();
        await close();
      },
    };
  },
  async 'the Vite plugin'() {
    const folder = await mkdtemp(join(tmpdir(), 'hosting-'));
    Object.assign(process.env, { XDG_STATE_HOME: folder });
    const { mockWallet } = (await import(PLUGIN)) as typeof import('mock-mobile-wallet/vite');
    const { '/': page = '', ...scripts } = await bundle(ENTRY);
    await writeFile(join(folder, 'index.html'), page);
    for (const [path, script] of Object.entries(scripts)) await writeFile(join(folder, path), script);
    const server = await createServer({
      root: folder,
      publicDir: folder,
      configFile: false,
      logLevel: 'error',
      plugins: [mockWallet({ api: true, settings: { decide: 'approve' } })],
      server: { port: 0, watch: null, hmr: false },
    });
    await server.listen();
    const { origin } = new URL(server.resolvedUrls?.local[0] ?? '');
    return {
      url: origin,
      origin,
      openTab,
      async close() {
        await server.close();
        await rm(folder, { recursive: true });
      },
    };
  },
};
