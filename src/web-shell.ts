/**
 * Whether the page is in Solana Mobile's Web Shell: an Android app around a WebView that opens wallet apps, and in which pages
 * may connect to loopback without the browser's permission.
 */
export function isWebShell(): boolean {
  return /Solana Mobile Web Shell/.test(globalThis.navigator?.userAgent);
}
