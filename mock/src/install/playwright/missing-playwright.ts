/**
 * Throws the reason why `playwright.ts` cannot be loaded. If Playwright is missing, it says what to install.
 */
export function throwLoadError(cause: unknown): never {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
  if (!isMissing) throw cause;
  const message =
    '`mock-mobile-wallet/playwright` needs Playwright: run `npm install --save-dev @playwright/test`.';
  throw new Error(message, { cause });
}
