import { defineConfig } from '@playwright/test';
import { getChromiumOptions } from '../chromium.js';

const { args, ...chromium } = getChromiumOptions();

export default defineConfig({
  testDir: '.',
  testMatch: '*.long.ts',
  outputDir: '../../test-results/soak',
  workers: 1,
  timeout: 900_000,
  reporter: [['list'], ['json', { outputFile: '../../.cache/e2e.json' }]],
  // Without the optimising compilers, whose code is on the heap, grows as functions become hot, and would
  // hide leaks.
  use: {
    launchOptions: { ...chromium, args: [...args, '--js-flags=--no-opt --no-maglev --no-sparkplug'] },
  },
});
