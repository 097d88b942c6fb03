import { playwright } from '@vitest/browser-playwright';
import config from './vitest.config.mjs';

// The guide's configuration, but with a Chromium that Playwright has not downloaded.
const launchOptions = { executablePath: process.env.CHROME };
config.test.browser.provider = playwright({ launchOptions });

export default config;
