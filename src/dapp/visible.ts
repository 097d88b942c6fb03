import { abortable } from '../abort.js';

/** Resolves when the page is visible, or rejects with the signal's reason. Outside a browser, it resolves at once. */
export async function waitUntilVisible(signal: AbortSignal): Promise<void> {
  const page = globalThis.document;
  while (page?.visibilityState === 'hidden') {
    const change = new Promise((resolve) => {
      page.addEventListener('visibilitychange', resolve, { once: true, signal });
    });
    await abortable(change, signal);
  }
}
