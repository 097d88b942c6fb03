/** Exports the same as `playwright.ts`. If Playwright, an optional peer, is missing, the error says what to install. */
export const { expect, installMockWallet, mockWalletFixtures, test } = await import('./playwright.js').catch(
  (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const message =
      '`mock-mobile-wallet/playwright` needs Playwright: run `npm install --save-dev @playwright/test`.';
    throw new Error(message, { cause });
  },
);
