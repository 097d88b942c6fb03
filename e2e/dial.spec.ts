import { expect, test } from '@playwright/test';
import { type ScriptPage, serveScript } from './bundle.js';
import { type Browser, openBrowser } from './dial/browser.js';
import { dialWallets } from './dial/dial.js';
import { expectPaced } from './dial/pace.js';
import { FALLBACKS, getWorker, REGISTER } from './dial/service-worker.js';

// Compares what a dial sends with what its pace allows for the time that it took.
let browser: Browser;
test.beforeAll(async () => {
  browser = await openBrowser();
});
test.afterAll(() => browser.close());

const serve = (headers: Readonly<Record<string, string>> = {}): Promise<ScriptPage> =>
  serveScript('dial/page.ts', {}, headers);
test.describe('in any page', () => {
  let site: ScriptPage;
  test.beforeAll(async () => {
    site = await serve();
  });
  test.afterAll(() => site.close());

  test('a wallet that is ready after 2 s is found by probes', async () => {
    const [outcome] = await dialWallets(browser, site, [{ ready: 2_000 }]);
    expectPaced(outcome);
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
    const [outcome] = await dialWallets(browser, site, [{ ready: 2_000 }], { isHidden: true });
    expectPaced(outcome);
    expect(outcome?.probes).toBeGreaterThan(2 * Number(outcome?.ticks));
  });

  test('a wallet that closes the connections of probes is found by a WebSocket, and the next dial does not rely on probes', async () => {
    const wallet = { ready: 0, onProbe: 'hangs up' } as const;
    const [first, second] = await dialWallets(browser, site, [wallet, { ...wallet, ready: 1_500 }]);
    expectPaced(first);
    expectPaced(second, true);
    expect(second?.webSockets).toBeGreaterThan(1);
  });

  test('a wallet that does not answer probes is found after a second', async () => {
    const [outcome] = await dialWallets(browser, site, [{ ready: 0, onProbe: 'is silent' }]);
    expectPaced(outcome);
    expect(outcome?.slowestMs).toBeGreaterThan(1_000);
  });

  test('a port that answers but accepts no WebSocket yet is not flooded', async () => {
    const [outcome] = await dialWallets(browser, site, [{ ready: 100, refusals: 8 }]);
    expectPaced(outcome, true);
    expect(outcome?.webSockets).toBeGreaterThan(8);
  });
});

test('a page whose policy allows ws: alone violates it once, and goes by WebSockets', async () => {
  const site = await serve({ 'Content-Security-Policy': "connect-src 'self' ws:" });
  try {
    const [first, second] = await dialWallets(browser, site, [{ ready: 1_500 }, { ready: 1_500 }]);
    expectPaced(first, true);
    expect(first).toMatchObject({ probes: 1, violations: 1 });
    expectPaced(second, true);
    expect(second).toMatchObject({ probes: 0, violations: 0 });
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
    expectPaced(outcome, true);
  } finally {
    site.close();
  }
});

for (const [what, headers] of [
  ['a policy that is only reported', { 'Content-Security-Policy-Report-Only': "connect-src 'self' ws:" }],
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
      expectPaced(outcome);
    } finally {
      site.close();
    }
  });
}

for (const fallback of FALLBACKS) {
  test(`a service worker that answers failed requests with ${fallback} does not pass for a wallet`, async () => {
    const site = await serveScript('dial/page.ts', { '/worker.js': getWorker(fallback) });
    try {
      const [first, second] = await dialWallets(browser, site, [{ ready: 1_500 }, { ready: 1_500 }], {
        prepare: REGISTER,
      });
      expectPaced(first);
      // A worker that hides the wallet's answer is known by the end of the first dial.
      expectPaced(second, fallback.includes('alone'));
    } finally {
      site.close();
    }
  });
}
