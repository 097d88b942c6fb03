import { expect, test } from '@playwright/test';
import { type ScriptPage, serveScript } from './bundle.js';
import { type Browser, openBrowser } from './dial/browser.js';
import { dialWallets, type Outcome } from './dial/dial.js';

// Counts what a dial sends. The counts are upper limits, because a busy machine sends less, never more.
let browser: Browser;
test.beforeAll(async () => {
  browser = await openBrowser();
});
test.afterAll(() => browser.close());

const serve = (headers: Readonly<Record<string, string>> = {}): Promise<ScriptPage> =>
  serveScript('dial/page.ts', {}, headers);
const atMost =
  (end: string, { webSockets, probes }: Pick<Outcome, 'webSockets' | 'probes'>) =>
  (outcome: Outcome) => {
    expect(outcome.end).toBe(end);
    expect(outcome.webSockets).toBeLessThanOrEqual(webSockets);
    expect(outcome.probes).toBeLessThanOrEqual(probes);
  };
/** More than the three probes that a page sends in 3 s if its timers are throttled, and few enough for a busy machine. */
const FEW_PROBES = 8;
const connectsWith = (webSockets: number, probes: number) => atMost('connected', { webSockets, probes });

test.describe('in any page', () => {
  let site: ScriptPage;
  test.beforeAll(async () => {
    site = await serve();
  });
  test.afterAll(() => site.close());

  test('a wallet that is ready after 3 s takes at most two WebSockets and some 60 probes', async () => {
    const [outcome] = await dialWallets(browser, site, [{ ready: 3_000 }]);
    connectsWith(2, 80)(outcome as Outcome);
    expect(outcome?.probes).toBeGreaterThan(FEW_PROBES);
  });

  test('nothing is sent in the first 20 ms, because no wallet can listen by then', async () => {
    const atLaunch = `
      const { fetch: send } = globalThis;
      const launched = performance.now();
      globalThis.fetch = (...args) => {
        sent.firstProbe ??= performance.now() - launched;
        return send(...args);
      };`;
    const [outcome] = await dialWallets(browser, site, [{ ready: 0 }], { atLaunch });
    expect((outcome as unknown as { firstProbe: number }).firstProbe).toBeGreaterThan(15);
  });

  test('a hidden page goes on probing, although its timers run only once a second', async () => {
    const [outcome] = await dialWallets(browser, site, [{ ready: 3_000 }], { isHidden: true });
    connectsWith(2, 90)(outcome as Outcome);
    expect(outcome?.probes).toBeGreaterThan(FEW_PROBES);
  });

  test('a wallet that closes the connections of probes is found by a WebSocket, and the next dial does not rely on probes', async () => {
    const wallet = { ready: 0, onProbe: 'hangs up' } as const;
    const [first, second] = await dialWallets(browser, site, [wallet, { ...wallet, ready: 1_500 }]);
    connectsWith(1, 90)(first as Outcome);
    connectsWith(8, 60)(second as Outcome);
    expect(second?.webSockets).toBeGreaterThan(1);
  });

  test('a wallet that does not answer probes is found after a second', async () => {
    const [outcome] = await dialWallets(browser, site, [{ ready: 0, onProbe: 'is silent' }]);
    connectsWith(1, 5)(outcome as Outcome);
    expect(outcome?.pauses).toBeLessThan(50);
  });

  test('a port that answers but accepts no WebSocket yet is not flooded', async () => {
    const [outcome] = await dialWallets(browser, site, [{ ready: 100, refusals: 8 }]);
    connectsWith(9, 15)(outcome as Outcome);
    expect(outcome?.pauses).toBeGreaterThan(28);
  });
});

test('a page whose policy allows ws: alone violates it once, and goes by WebSockets', async () => {
  const site = await serve({ 'Content-Security-Policy': "connect-src 'self' ws:" });
  try {
    const [first, second] = await dialWallets(browser, site, [{ ready: 1_500 }, { ready: 1_500 }]);
    connectsWith(8, 1)(first as Outcome);
    expect(first).toMatchObject({ violations: 1 });
    connectsWith(8, 0)(second as Outcome);
    expect(second).toMatchObject({ violations: 0 });
  } finally {
    site.close();
  }
});

test('a clock that is set back during a dial changes nothing', async () => {
  const site = await serve({ 'Content-Security-Policy': "connect-src 'self' ws:" });
  const atLaunch = `
    const now = Date.now;
    setTimeout(() => { Date.now = () => now() - 600_000; }, 500);`;
  try {
    const [outcome] = await dialWallets(browser, site, [{ ready: 1_500 }], { atLaunch });
    connectsWith(8, 1)(outcome as Outcome);
  } finally {
    site.close();
  }
});

for (const [what, headers] of [
  ['a policy that is only reported', { 'Content-Security-Policy-Report-Only': "connect-src 'self' ws:" }],
  ['an embedder policy', { 'Cross-Origin-Embedder-Policy': 'require-corp' }],
  [
    'isolation',
    { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' },
  ],
  [
    'isolation without credentials',
    { 'Cross-Origin-Embedder-Policy': 'credentialless', 'Cross-Origin-Opener-Policy': 'same-origin' },
  ],
] as const) {
  test(`a page with ${what} finds the wallet by a probe`, async () => {
    const site = await serve(headers);
    try {
      const [outcome] = await dialWallets(browser, site, [{ ready: 1_500 }]);
      connectsWith(1, 55)(outcome as Outcome);
    } finally {
      site.close();
    }
  });
}
