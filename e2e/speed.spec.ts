import { devices, expect, type Page, test } from '@playwright/test';
import type { Job } from '../bench/speed/page.js';
import { type Endpoint, startEndpoint } from '../bench/speed/start-endpoint.js';
import { withShown } from '../src/wallet/grant/shown-accounts.js';
import { type BareGrant, formatGrant } from '../src/wallet/grant/stored-grant.js';
import { type ScriptPage, serveScript } from './bundle.js';

const GRANT: BareGrant = {
  chain: 'solana:devnet',
  byChain: {
    'solana:devnet': { token: 'token', accounts: [{ address: '11111111111111111111111111111112' }] },
  },
};
/** The bytes that encryption adds to a message: sequence number, IV and tag. */
const FRAME_OVERHEAD = 4 + 12 + 16;
const HELLO_LENGTH = 129;
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {};

/** Set by the page: the files that it had loaded before it registered. */
declare const loaded: readonly string[];

/** How often a page has called each function so far. */
type Counts = Readonly<Record<string, number>>;

/** Counts a page's calls from its beginning on, and holds back its idle callbacks until `becomeIdle()`. */
async function countCalls(page: Page): Promise<() => Promise<Counts>> {
  await page.addInitScript(() => {
    const counts: Record<string, number> = {};
    const held: (() => void)[] = [];
    const frame = requestAnimationFrame.bind(globalThis);
    const count = (owner: object, name: string, replacement?: (...args: never[]) => unknown): void => {
      const native = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
      Reflect.set(owner, name, function (this: unknown, ...args: never[]) {
        counts[name] = (counts[name] ?? 0) + 1;
        return replacement ? replacement(...args) : native.apply(this, args);
      });
    };
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'fetch', 'postMessage']) {
      count(globalThis, name);
    }
    for (const name of ['setItem', 'removeItem', 'clear']) count(Storage.prototype, name);
    count(IDBFactory.prototype, 'open');
    count(SubtleCrypto.prototype, 'generateKey');
    count(Permissions.prototype, 'query');
    count(MessagePort.prototype, 'postMessage');
    count(XMLHttpRequest.prototype, 'send');
    count(globalThis, 'requestIdleCallback', (callback: () => void) => held.push(callback));
    Object.assign(globalThis, {
      counts,
      becomeIdle: () => held.splice(0).forEach((callback) => void callback()),
      // Three frames are long enough for other deferred work.
      drawThrice: () => new Promise((resolve) => frame(() => frame(() => frame(resolve)))),
    });
  });
  return () =>
    page.evaluate(async () => {
      const own = globalThis as unknown as { counts: Counts; drawThrice(): Promise<void> };
      await own.drawThrice();
      return own.counts;
    });
}

/** Starts the benches' wallet endpoint and serves their page. */
async function openBench(): Promise<Readonly<{ endpoint: Endpoint; site: ScriptPage }>> {
  return { endpoint: await startEndpoint(), site: await serveScript('../bench/speed/page.ts') };
}

async function runJob(page: Page, site: ScriptPage, job: Job): Promise<void> {
  await page.goto(`${site.url}/#${encodeURIComponent(JSON.stringify(job))}`);
  await expect(page.locator('output')).toHaveText('prepared');
  await page.mouse.click(10, 10);
  await expect(page.locator('output').nth(1)).toContainText('"samples":');
}

test.describe('registering', () => {
  test.use(pixel);

  for (const [what, grant, accounts] of [
    ['with nothing stored', undefined, 0],
    ['with a stored authorization', GRANT, 1],
  ] as const) {
    test(`does nothing else until the page is idle, ${what}`, async ({ page }) => {
      const site = await serveScript('speed/registering.ts');
      if (grant) {
        await page.goto(site.url);
        const stored = formatGrant(withShown(grant, [grant.chain]));
        const entry = [`mobile-wallet-standard:3:${site.url}:solana:devnet`, stored] as const;
        await page.evaluate(([key, text]) => localStorage.setItem(key, text), entry);
      }
      const getCounts = await countCalls(page);
      await page.goto(site.url);
      await expect(page.locator('output')).toHaveText(`${accounts} accounts`);
      const before = await getCounts();
      expect(before).toEqual({ requestIdleCallback: 1 });
      expect(await page.evaluate(() => loaded)).toEqual(
        await page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .filter((name) => name.endsWith('.js')),
        ),
      );

      const prefetch = page.waitForResponse((response) => response.url().endsWith('.js'));
      await page.evaluate(() => (globalThis as unknown as { becomeIdle(): void }).becomeIdle());
      expect((await prefetch).ok()).toBe(true);
      const { setItem = 0, removeItem = 0 } = await getCounts();
      expect(setItem + removeItem).toBe(0);
      site.close();
    });
  }
});

test('a session is one WebSocket, a request is one message, and no message is longer than necessary', async ({
  page,
}) => {
  const { endpoint, site } = await openBench();
  const sockets: { sent: number[]; received: number }[] = [];
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/solana-wallet')) return;
    const counts = { sent: [] as number[], received: 0 };
    sockets.push(counts);
    socket.on('framesent', ({ payload }) => counts.sent.push(payload.length));
    socket.on('framereceived', () => counts.received++);
  });
  await runJob(page, site, {
    port: endpoint.port,
    name: 'requests',
    who: 'own',
    counts: [1, 10],
    times: [1, 1],
  });
  const [socket, ...others] = sockets;
  expect(others).toEqual([]);
  const [hello, authorize, ...requests] = socket?.sent ?? [];
  expect(hello).toBe(HELLO_LENGTH);
  expect(authorize).toBeLessThan(250);
  expect(socket?.received).toBe(2 + requests.length);
  const payload = Buffer.alloc(1_232).toString('base64');
  const lengths = [1, 10].map((count, index) => {
    const params = { payloads: Array.from({ length: count }, () => payload) };
    const request = { jsonrpc: '2.0', id: index + 2, method: 'sign_transactions', params };
    return JSON.stringify(request).length + FRAME_OVERHEAD;
  });
  expect(requests).toEqual(lengths);
  site.close();
  await endpoint.stop();
});

test('the main thread is yielded regularly while signatures are verified', async ({ page }) => {
  const { endpoint, site } = await openBench();
  await page.addInitScript(() => {
    const { scheduler } = globalThis as unknown as { scheduler: { yield(): Promise<void> } };
    const native = scheduler.yield.bind(scheduler);
    Object.assign(globalThis, { yields: 0 });
    scheduler.yield = () => {
      (globalThis as unknown as { yields: number }).yields++;
      return native();
    };
  });
  await runJob(page, site, {
    port: endpoint.port,
    name: 'requests',
    who: 'wallet',
    counts: [200],
    times: [1],
  });
  expect(await page.evaluate(() => (globalThis as unknown as { yields: number }).yields)).toBe(3);
  site.close();
  await endpoint.stop();
});

test('base64 gives the same results with and without the browser’s own functions', async ({ page }) => {
  const site = await serveScript('speed/base64.ts');
  await page.goto(site.url);
  const output = JSON.parse(await page.locator('output').innerText());
  expect(output).toEqual({ hasNative: true, results: expect.any(Number), differing: [] });
  expect(output.results).toBeGreaterThan(300);
  site.close();
});
