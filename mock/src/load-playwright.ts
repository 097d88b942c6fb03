import { throwLoadError } from './install/playwright/missing-playwright.js';

/**
 * Exports the same as `playwright.ts`. If Playwright, an optional peer, is missing, the error says what to
 * install.
 */
export const { expect, installMockWallet, mockWalletFixtures, test } = await import('./playwright.js').catch(
  throwLoadError,
);
