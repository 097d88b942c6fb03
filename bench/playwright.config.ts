import { defineConfig } from '@playwright/test';
import { getChromiumOptions } from '../e2e/chromium.js';

export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  // What is measured must not share the machine with another bench.
  workers: 1,
  timeout: 300_000,
  reporter: 'list',
  use: { launchOptions: getChromiumOptions() },
});
