import { defineConfig } from '@playwright/test';
import config from '../../playwright.config.js';

const use = { deviceScaleFactor: 1.5 };

/** `npm run picture` takes the pictures of README.md, of the demo as a static site. */
export default defineConfig({
  ...config,
  webServer: [],
  testDir: '.',
  testMatch: 'picture.ts',
  workers: 1,
  reporter: 'list',
  projects: [
    { name: 'light', use: { ...use, colorScheme: 'light' } },
    { name: 'dark', use: { ...use, colorScheme: 'dark' } },
  ],
});
