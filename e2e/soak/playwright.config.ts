import { defineConfig } from '@playwright/test';
import { getChromiumOptions } from '../chromium.js';

const { args, ...chromium } = getChromiumOptions();

export default defineConfig({
  testDir: '.',
  testMatch: '*.long.ts',
  outputDir: '../../test-results/soak',
  workers: 1,
  timeout: 900_000,
  reporter: 'list',
  // Compiled code is on the heap, too: it would grow for as long as functions get hot, and hide what is left behind.
  use: {
    launchOptions: { ...chromium, args: [...args, '--js-flags=--no-opt --no-maglev --no-sparkplug'] },
  },
});
