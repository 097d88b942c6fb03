import { createRequire } from 'node:module';
import { throwLoadError } from './install/playwright/missing-playwright.js';

/**
 * Does the same as `load-playwright.ts` for `require`, which cannot load a module with a top-level `await`.
 */
export const { expect, installMockWallet, mockWalletFixtures, test } = requirePlaywright();

function requirePlaywright(): typeof import('./playwright.js') {
  try {
    return createRequire(import.meta.url)('./playwright.js');
  } catch (cause) {
    return throwLoadError(cause);
  }
}
