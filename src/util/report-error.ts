/**
 * Reports an error as uncaught, so that the dapp's error tracking sees it; in the console where there is no
 * `reportError`, as in Node. Never throws, because what is reported must not change what happens.
 */
export function reportError(error: unknown): void {
  try {
    // biome-ignore lint/suspicious/noConsole: where nothing else takes an error, a developer must see it.
    (globalThis.reportError ?? console.error)(error);
  } catch {}
}
