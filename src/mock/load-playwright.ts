import { importWithPeers } from './peers.js';

/** What `…/mock/playwright` exports; its types are those of `playwright.ts`. */
export const { installMockWallet, mockWalletFixtures, test } = await importWithPeers(
  'mobile-wallet-standard/mock/playwright',
  ['@playwright/test'],
  () => import('./playwright.js'),
);
