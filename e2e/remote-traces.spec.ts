import { expect, type Page, test } from '@playwright/test';
import { createReflector, openAssociation } from '../mock/src/server.js';
import { createMockWallet } from '../mock/src/wallet/mock-wallet.js';
import type { DappInput } from './browsers/dapp-page.js';
import { serveScript, useResource, withInput } from './bundle.js';
import { scanCode } from './scan-code.js';

const reflector = useResource(createReflector);
const site = useResource(() => serveScript('browsers/dapp-page.ts'));
const stranger = useResource(() => serveScript('origins/stranger.ts'));

/** Returns the address of a page that meets wallets at the reflector. */
function getUrl(): string {
  const input: DappInput = { remote: { type: 'reflector', host: reflector.host } };
  return withInput(site.url, input);
}

/** Clicks a button, scans the code that the page shows, and returns its URI once the call has ended. */
async function scanFor(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name, exact: true }).click();
  const uri = await scanCode(page.getByRole('dialog').getByRole('img'));
  await openAssociation(await createMockWallet(), uri);
  await expect(page.locator('output')).toContainText('result');
  return uri;
}

/** Returns what a page keeps, and what the browser shows of it. */
const readTraces = (page: Page) =>
  page.evaluate(async () => ({
    localStorage: Object.entries(localStorage),
    sessionStorage: Object.keys(sessionStorage),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    cookie: document.cookie,
    name: window.name,
    title: document.title,
    url: location.href,
    history: history.length,
  }));

test('a remote session leaves the authorization behind, and nothing else', async ({ page }) => {
  await page.goto(getUrl());
  const before = await readTraces(page);
  expect(before.localStorage).toEqual([]);
  const uri = await scanFor(page, 'Connect');
  await page.getByRole('button', { name: 'Sign message' }).click();
  await expect(page.locator('output')).toContainText('signature');
  const { localStorage: entries, ...after } = await readTraces(page);
  expect(after).toEqual({ ...before, localStorage: undefined });
  expect(entries.map(([key]) => key)).toEqual([`mobile-wallet-standard:3:${site.url}:solana:devnet`]);
  const secrets = [...new URL(uri).searchParams.values()].filter((value) => value !== 'v1');
  expect(secrets).toHaveLength(3);
  expect(secrets.filter((secret) => JSON.stringify(entries).includes(secret))).toEqual([]);
  await page.goto('about:blank');
  await expect.poll(() => reflector.getStats()).toMatchObject({ pairs: 0, halfOpen: 0 });
});

test('a frame of another origin learns nothing of a remote session', async ({ page }) => {
  await page.goto(getUrl());
  const isOfStranger = (url: URL): boolean => url.origin === stranger.url;
  const navigated = page.waitForEvent('framenavigated', (one) => isOfStranger(new URL(one.url())));
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
  }, stranger.url);
  await navigated;
  const frame = page.frame({ url: isOfStranger });
  await frame?.waitForFunction(() => 'tell' in globalThis);
  await scanFor(page, 'Connect');
  const told = await frame?.evaluate(() => (globalThis as unknown as { tell: () => unknown }).tell());
  expect(told).toEqual({
    wallets: [],
    messages: [],
    entries: [],
    parentStore: 'SecurityError',
    parentWallet: 'SecurityError',
  });
});
