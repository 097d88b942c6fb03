import { type Address, getAddressDecoder } from '@solana/kit';
import type { SessionConfig } from '../../dapp/open/session-config.js';
import type { Account } from '../../protocol/types.js';
import { createLazyTransact, parsePublicKey } from '../entry.js';
import type { KitMobileWallet } from './transactions.js';

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
  callback: (wallet: KitMobileWallet) => TReturn | Promise<TReturn>,
  config?: SessionConfig,
) => Promise<TReturn> = /* @__PURE__ */ createLazyTransact(async () =>
  (await import('./codec.js')).createKitTransact(),
);

/** Returns the base58 address of an account of an authorization result. @throws `INVALID_ARGUMENT` */
export function getAccountAddress(account: Pick<Account, 'address'>): Address {
  return getAddressDecoder().decode(parsePublicKey(account));
}

export { type AccountSigner, createAccountSigner } from './account-signer.js';

// The wallet of a session, and what it sends.

export type { KitMobileWallet, SignAndSendTransactionMessage } from './transactions.js';

// What all flavours export.

export * from '../common.js';
