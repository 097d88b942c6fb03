/**
 * Whether the page is in Solana Mobile's Web Shell: an Android app around a WebView that opens wallet apps,
 * and in which pages may connect to loopback without the browser's permission.
 */
export function isWebShell(): boolean {
  return /Solana Mobile Web Shell/.test(globalThis.navigator?.userAgent);
}

/**
 * The key of the symbol by which a page's global object says that the page itself answers association URIs,
 * as a page with the mock wallet does. A dapp then registers its wallet on any device. Its value is the
 * {@link PlayedPhone}.
 *
 * This and the rest of how a page plays a phone is for `mock-mobile-wallet` of the same minor version. It
 * may change in the next.
 */
export const PLAYED_PHONE = 'mobile-wallet-standard:phone';

/**
 * What a page plays: `true`, a phone on which a wallet app answers; `ios`, an iPhone, on which none can;
 * `wallet-browser`, the browser of a wallet app. It may change in any minor release: see
 * {@link PLAYED_PHONE}.
 */
export type PlayedPhone = true | 'ios' | 'wallet-browser';

/**
 * The key of the symbol by which a page's global object says, with `true`, that the phone it plays has
 * several wallet apps: an `intent:` address with a package opens that app. It is beside {@link PLAYED_PHONE},
 * and may change in any minor release like it.
 */
export const PLAYED_APPS = 'mobile-wallet-standard:phone-apps';

/**
 * Declares what phone this page plays. Call it before the dapp registers its wallet. It may change in any
 * minor release: see {@link PLAYED_PHONE}.
 */
export function playPhone(phone: PlayedPhone = true): void {
  Object.assign(globalThis, { [Symbol.for(PLAYED_PHONE)]: phone });
}

/** Whether a host name, as `URL` and `location` have it, is this device itself. */
export function isLoopbackHost(hostname: string): boolean {
  return /^((.+\.)?localhost|127\.[\d.]+|\[::1])$/.test(hostname);
}
