import { test as base, chromium, expect } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { createMockWallet } from '../mock/src/index.js';
import { openAssociation } from '../mock/src/server.js';
import { bundle, serveFiles } from './bundle.js';
import { getChromiumOptions } from './chromium.js';

/** A page of a dapp, and what it and the next page have told, with the association URIs they launched. */
type Dapp = Readonly<{ page: Page; told: readonly string[]; getLaunches(): readonly string[] }>;

/** Driven by Puppeteer, because Chromium renders no page in advance for Playwright. */
const test = base.extend<{ dapp: Dapp }, { browser: never; chrome: Browser }>({
  chrome: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
    async ({}, use) => {
      const { executablePath = chromium.executablePath() } = getChromiumOptions();
      const args = ['--disable-quic', '--no-sandbox'];
      const browser = await puppeteer.launch({ executablePath, args });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  async dapp({ chrome }, use) {
    const files = await bundle('prerender/page.ts');
    const page = files['/'] ?? '';
    const told: string[] = [];
    const end = new AbortController();
    const wallet = await createMockWallet();
    const site = await serveFiles({ ...files, '/?connect': page, '/?next': page }, {}, async (body) => {
      told.push(body);
      if (body.startsWith('solana-wallet:')) await openAssociation(wallet, body, { signal: end.signal });
    });
    const context = await chrome.createBrowserContext();
    const tab = await context.newPage();
    await tab.goto(site.url);
    await use({
      page: tab,
      told,
      getLaunches: () => told.filter((body) => body.startsWith('solana-wallet:')),
    });
    await context.close();
    end.abort();
    site.close();
  },
});

test('a page that is rendered in advance opens the wallet app once the user opens it', async ({ dapp }) => {
  const { page, told, getLaunches } = dapp;
  await page.evaluate("prerender('/?connect')");
  await expect.poll(() => told).toContain('rendered in advance: 0 accounts');
  expect(getLaunches()).toEqual([]);
  await page.evaluate("document.querySelector('a').click()");
  await expect.poll(() => told).toContain('connected, preparing, launching, connecting, waiting: 1 accounts');
  expect(getLaunches()).toHaveLength(1);
});

test('a page that is rendered in advance shows the accounts that are granted when the user opens it', async ({
  dapp,
}) => {
  const { page, told } = dapp;
  await page.evaluate('connectAndTell()');
  await page.evaluate("prerender('/?next')");
  await expect.poll(() => told).toContain('rendered in advance: 1 accounts');
  await page.evaluate('disconnect()');
  await expect.poll(() => told.at(-1)).toBe('changed: 0 accounts');
  await page.evaluate("document.querySelector('a').click()");
  await expect.poll(() => told.slice(-2)).toEqual(['opened: 1 accounts', 'changed: 0 accounts']);
});
