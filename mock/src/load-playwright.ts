/** Exports what `playwright.ts` does. Playwright is an optional peer: without it, one sentence says what to install. */
export const { installMockWallet, mockWalletFixtures, test } = await import('./playwright.js').catch(
  (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const need = '`mock-mobile-wallet/playwright` needs Playwright';
    throw new Error(`${need}: run \`npm install --save-dev @playwright/test\`.`, { cause });
  },
);
