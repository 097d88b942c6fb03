import { defineConfig } from '@playwright/test';
import { getChromiumOptions } from '../e2e/chromium.js';

export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  // Another bench at the same time would distort the times.
  workers: 1,
  timeout: 300_000,
  // Some wait for a wallet that is ready late.
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: { launchOptions: getChromiumOptions() },
});
