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
    // These share one demo server, whose mock wallet is one phone with one chain.
    { name: 'demo', testMatch: DEMO, workers: 1 },
    { name: 'pages', testIgnore: DEMO },
  ],
  forbidOnly: CI !== undefined,
  use: {
    // Known in the workers only, once the server has printed it (`wait` below sets the variable).
    ...(DEMO_URL === undefined ? {} : { baseURL: DEMO_URL }),
    launchOptions: getChromiumOptions(),
  },
  webServer: {
    command: 'node scripts/demo.mjs --port 0',
    wait: { stdout: /Demo ready: (?<demo_url>\S+)/ },
    // Its line is read, not shown; without this Node warns beside a NO_COLOR.
    env: { FORCE_COLOR: '0' },
    timeout: 120_000,
  },
});
