import { expect, test } from '@playwright/test';
import { serveScript, useResource } from './bundle.js';
import { openBrowser } from './dial/browser.js';
import { dialWallets } from './dial/dial.js';
import { expectPaced } from './dial/pace.js';
import { FALLBACKS, getWorker, REGISTER } from './dial/service-worker.js';

// Compares what a dial sends with what its pace allows for the time that it took.
const browser = useResource(openBrowser);
const ONLY_WS = { 'Content-Security-Policy': "connect-src 'self' ws:" };

type Page = Readonly<{
  headers?: Readonly<Record<string, string>>;
  documents?: Readonly<Record<string, string>>;
}>;

/** Dials wallets, one after another, from a page of its own. */
async function dial(
  wallets: Parameters<typeof dialWallets>[2],
  { headers, documents, ...options }: Page & Parameters<typeof dialWallets>[3] = {},
) {
  const site = await serveScript('dial/page.ts', documents, headers);
  return dialWallets(browser, site, wallets, options).finally(site.close);
}

test.describe('in any page', () => {
  test('a wallet that is ready after 2 s is found by probes', async () => {
    const [outcome] = await dial([{ ready: 2_000 }]);
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
    const [outcome] = await dial([{ ready: 0 }], { atLaunch });
    expect((outcome as unknown as { firstProbe: number }).firstProbe).toBeGreaterThan(15);
  });

  test('a hidden page goes on probing, although its timers run only once a second', async () => {
    const [outcome] = await dial([{ ready: 2_000 }], { isHidden: true });
    expectPaced(outcome);
    expect(outcome?.probes).toBeGreaterThan(2 * Number(outcome?.ticks));
  });

  test('a wallet that closes the connections of probes is found by a WebSocket, and the next dial does not rely on probes', async () => {
    const wallet = { ready: 0, onProbe: 'hangs up' } as const;
    const [first, second] = await dial([wallet, { ...wallet, ready: 1_500 }]);
    expectPaced(first);
    expectPaced(second, true);
    expect(second?.webSockets).toBeGreaterThan(1);
  });

  test('a wallet that does not answer probes is found after a second', async () => {
    const [outcome] = await dial([{ ready: 0, onProbe: 'is silent' }]);
    expectPaced(outcome);
    expect(outcome?.slowestMs).toBeGreaterThan(1_000);
  });

  test('a port that answers but accepts no WebSocket yet is not flooded', async () => {
    const [outcome] = await dial([{ ready: 100, refusals: 8 }]);
    expectPaced(outcome, true);
    expect(outcome?.webSockets).toBeGreaterThan(8);
  });
});

test('a page whose policy allows ws: alone violates it once, and goes by WebSockets', async () => {
  const [first, second] = await dial([{ ready: 1_500 }, { ready: 1_500 }], { headers: ONLY_WS });
  expectPaced(first, true);
  expect(first).toMatchObject({ probes: 1, violations: 1 });
  expectPaced(second, true);
  expect(second).toMatchObject({ probes: 0, violations: 0 });
});

test('a clock that is set back during a dial changes nothing', async () => {
  const atLaunch = `
    const now = Date.now;
    setTimeout(() => { Date.now = () => now() - 600_000; }, 500);`;
  const [outcome] = await dial([{ ready: 1_500 }], { atLaunch, headers: ONLY_WS });
  expectPaced(outcome, true);
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
    const [outcome] = await dial([{ ready: 1_500 }], { headers });
    expectPaced(outcome);
  });
}

for (const fallback of FALLBACKS) {
  test(`a service worker that answers failed requests with ${fallback} does not pass for a wallet`, async () => {
    const [first, second] = await dial([{ ready: 1_500 }, { ready: 1_500 }], {
      prepare: REGISTER,
      documents: { '/worker.js': getWorker(fallback) },
    });
    expectPaced(first);
    // A worker that hides the wallet's answer is known by the end of the first dial.
    expectPaced(second, fallback.includes('alone'));
  });
}
