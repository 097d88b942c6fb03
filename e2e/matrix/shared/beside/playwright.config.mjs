import { defineConfig, devices } from '@playwright/test';

const { CHROMIUM, PORT } = process.env;

export default defineConfig({
  testMatch: '*.spec.mjs',
  use: {
    ...devices['Pixel 7'],
    baseURL: `http://localhost:${PORT}`,
    launchOptions: { executablePath: CHROMIUM, args: ['--disable-quic'] },
  },
  webServer: { command: `node node_modules/vite/bin/vite.js preview --port ${PORT}`, port: Number(PORT) },
});
