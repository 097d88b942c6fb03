/** Returns the error to throw when `playwright.ts` cannot be loaded. If Playwright is missing, it says what to install. */
export function explainLoadError(cause: unknown): unknown {
  const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
  if (!isMissing) return cause;
  const message =
    '`mock-mobile-wallet/playwright` needs Playwright: run `npm install --save-dev @playwright/test`.';
  return new Error(message, { cause });
}
