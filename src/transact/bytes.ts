import type { MobileWallet } from '../dapp/mobile-wallet.js';
import type { SessionConfig } from '../dapp/open/session-config.js';
import { createLazyTransact } from './entry.js';

/**
 * Opens a session with a wallet app on this device or, if `config` has a `remote`, with a wallet on another
 * one, which scans a QR code. Runs `callback` in it, and closes the session when the callback has settled.
 * Without `remote`, call it in response to a tap, because it opens the wallet app. In a browser, the modules
 * that it needs are loaded when the page is idle.
 *
 * @returns what the callback returned
 * @throws `MobileWalletError` if no session could be opened; what the callback threw; the reason of
 * `config.signal`. Once the callback has sent a transaction: an error of `findSendError`, which says what
 * became of each, except for errors of the callback's own
 */
export const transact: <TReturn>(
  callback: (wallet: MobileWallet) => TReturn | Promise<TReturn>,
  config?: SessionConfig,
) => Promise<TReturn> = /* @__PURE__ */ createLazyTransact(async () =>
  (await import('./create-transact.js')).createByteTransact(),
);

// What all flavours export.

export * from './common.js';
