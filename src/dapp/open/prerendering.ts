/**
 * Returns a promise that resolves when the user opens this page, or `undefined` if the browser has not
 * rendered it in advance (prerendering).
 */
export function whenPageOpens(): Promise<void> | undefined {
  const page = globalThis.document as (Document & { prerendering?: boolean }) | undefined;
  if (!page?.prerendering) return undefined;
  return new Promise((resolve) => {
    page.addEventListener('prerenderingchange', () => resolve(), { once: true });
  });
}
