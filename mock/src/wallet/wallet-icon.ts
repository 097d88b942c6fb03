/** A white M on violet, as an SVG image. */
const WALLET_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#6d4aff"/><path d="M16 46V18l16 16 16-16v28" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/**
 * Creates the mock wallet's icon of at least `minBytes` bytes, as a data URI. Its base64 has the line breaks
 * that the reference library's icon has.
 */
export function createWalletIcon(minBytes: number): string {
  // An SVG image may end in spaces.
  const base64 = btoa(WALLET_ICON.padEnd(minBytes));
  return `data:image/svg+xml;base64,${base64.replace(/.{1,76}/g, '$&\n')}`;
}
