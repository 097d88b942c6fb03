import type { MobileWallet } from '../dapp/mobile-wallet.js';
import type { SessionConfig } from '../dapp/open-session.js';
import { trackSends } from '../dapp/sent.js';
import type { ShowCode } from '../dapp/session-ui.js';
import { type CreateWallet, transactWith } from '../dapp/transact.js';
import { loadCode } from '../errors.js';
import { getObject } from '../protocol/arguments.js';

/**
 * Opens a session with a wallet app on this device or, if `config` has a `remote`, with a wallet on another one, which scans
 * a code. Runs `callback` in it, and closes the session when the callback has settled. Without `remote`, call it in response
 * to a tap, because it opens the wallet app.
 *
 * @returns what the callback returned
 * @throws `MobileWalletError` if no session could be opened; what the callback threw; the reason of `config.signal`. Once the callback
 * has sent a transaction: `NOT_SUBMITTED`, which says what became of each, except for errors of the callback's own
 */
export async function transact<TReturn>(
  callback: (wallet: MobileWallet) => TReturn | Promise<TReturn>,
  config?: SessionConfig,
): Promise<TReturn> {
  return transactIn(trackSends, callback, config);
}

/** {@link transact}, whose callback gets the wallet that `createWallet` makes. */
export async function transactIn<TWallet, TReturn>(
  createWallet: CreateWallet<TWallet>,
  callback: (wallet: TWallet) => TReturn | Promise<TReturn>,
  config?: SessionConfig,
): Promise<TReturn> {
  const { scan = createShowCode(), ...given } = getObject(config, 'config') as SessionConfig;
  return transactWith(createWallet, callback, { ...given, scan });
}

/** Returns what shows this library's dialog. Each session has its own, so that no code takes the place of another session's. */
function createShowCode(): ShowCode {
  let loading: Promise<ShowCode> | undefined;
  return async (options) => {
    loading ??= loadCode(async () => (await import('./scan-dialog.js')).createScanDialog());
    const show = await loading;
    await show(options);
  };
}
