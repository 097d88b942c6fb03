import { defineConfig } from '@playwright/test';
import { getChromiumOptions } from './e2e/chromium.js';

const { CI, DEMO_URL } = process.env;
const DEMO = [
  'approval.spec.ts',
  'demo.spec.ts',
  'demo-load.spec.ts',
  'demo-payments.spec.ts',
  'panel.spec.ts',
];

export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  projects: [
    // One worker, because these tests share one demo server with one mock wallet and one chain.
    { name: 'demo', testMatch: DEMO, workers: 1 },
    { name: 'pages', testIgnore: DEMO },
  ],
  forbidOnly: CI !== undefined,
  use: {
    // Set only in the workers, after `wait` below has read it from the server's output.
    ...(DEMO_URL === undefined ? {} : { baseURL: DEMO_URL }),
    launchOptions: getChromiumOptions(),
  },
  webServer: {
    command: 'node scripts/demo.mjs --port 0',
    wait: { stdout: /Demo ready: (?<demo_url>\S+)/ },
    // Playwright sets FORCE_COLOR for the server, and Node prints a warning if NO_COLOR is set too.
    env: { FORCE_COLOR: '0' },
    timeout: 120_000,
  },
});
