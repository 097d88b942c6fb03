import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { BrowserName } from './e2e/browsers/test.js';
import { getChromiumOptions } from './e2e/chromium.js';

const { CI, DEMO_URL } = process.env;
/** What `npm test` runs in Chromium: the main promises. `npm run test:all` runs the rest, too. */
const DEMO = '{approval,demo,demo-remote}.spec.ts';
const PAGES =
  '{bytes,dialogs,fixture,launches,permission,registration,rules,scan,second-visit,session}.spec.ts';
const MORE_DEMO =
  '{approval-answers,approval-effects,demo-{accessibility,actions,load,payments,phone,text-size,unknown,wallet},panel,panel-launches}.spec.ts';
/** Tests that run in each browser. */
const FLOWS = 'browsers/*.spec.ts';

/** One worker, because starting a browser takes longer than most of its tests. */
const inBrowser = (engine: BrowserName) => ({ name: engine, testMatch: FLOWS, workers: 1, use: { engine } });

export default defineConfig<{ engine: BrowserName }>({
  testDir: 'e2e',
  workers: 3,
  projects: [
    // First, because most of its time is waiting. Six of them are in Chromium's own tests, in more detail.
    {
      ...inBrowser('chromium'),
      testIgnore: 'browsers/{check,dial,dialogs,demo-page,open-in,public-page}.spec.ts',
    },
    // One worker, because these tests share one demo server with one mock wallet and one chain.
    { name: 'demo', testMatch: DEMO, workers: 1 },
    { name: 'pages', testMatch: PAGES, testIgnore: FLOWS },
    { name: 'more-demo', testMatch: MORE_DEMO, workers: 1 },
    { name: 'more-pages', testIgnore: [DEMO, PAGES, MORE_DEMO, FLOWS, 'matrix.spec.ts', '**/e2e/matrix/**'] },
    { name: 'matrix', testMatch: 'matrix.spec.ts', fullyParallel: true },
    inBrowser('firefox'),
    // It takes no page on this machine for public.
    { ...inBrowser('webkit'), testIgnore: 'browsers/public-page.spec.ts' },
  ],
  // `scripts/test.mjs` reads the second.
  reporter: [[CI === undefined ? 'dot' : 'list'], ['json', { outputFile: '.cache/e2e.json' }]],
  reportSlowTests: { max: 10, threshold: 15_000 },
  forbidOnly: CI !== undefined,
  retries: CI === undefined ? 0 : 1,
  // Only what hangs takes so long, because many programs may share this machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    // Set only in the workers, after `wait` below has read it from the server's output.
    ...(DEMO_URL === undefined ? {} : { baseURL: DEMO_URL }),
    launchOptions: getChromiumOptions(),
  },
  webServer: {
    command: 'node scripts/demo.mjs dev --port 0',
    cwd: import.meta.dirname,
    wait: { stdout: /Local: +(?<demo_url>\S+)/ },
    env: {
      // Playwright sets FORCE_COLOR for the server, and Node prints a warning if NO_COLOR is set too.
      FORCE_COLOR: '0',
      // Each run has a wallet that nobody has used, because tests change its accounts and settings.
      XDG_STATE_HOME: join(tmpdir(), `mobile-wallet-standard-e2e-${process.pid}`),
    },
    timeout: 120_000,
  },
});
