/**
 * The name of the symbol under which a page's global object says that something on the page plays the phone, as the mock
 * wallet does: association URIs are answered there, whatever the device is.
 */
export const PLAYED_PHONE = 'mobile-wallet-standard:phone';

/** Says that association URIs are answered on this page. Call it before the dapp registers. */
export function playPhone(): void {
  Object.assign(globalThis, { [Symbol.for(PLAYED_PHONE)]: true });
}
