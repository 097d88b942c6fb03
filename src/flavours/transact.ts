import type { MobileWallet } from '../dapp/mobile-wallet.js';
import type { SessionConfig } from '../dapp/session.js';
import { transact as transactInSession } from '../dapp/transact.js';
import type { SessionUi, ShowCode } from '../dapp/ui.js';
import { createCodeNotLoadedError } from '../errors.js';

/**
 * Opens a session with a wallet app on this device or, if `config` has a `remote`, with a wallet on another one, which scans
 * a code. Runs `callback` in it, and closes the session when the callback has settled. Without `remote`, call it in response
 * to a tap, because it opens the wallet app.
 *
 * @returns what the callback returned
 * @throws `MobileWalletError` if no session could be opened; what the callback threw; the reason of `config.signal`
 */
export async function transact<TReturn>(
  callback: (wallet: MobileWallet) => TReturn | Promise<TReturn>,
  config: SessionConfig = {},
): Promise<TReturn> {
  const { remote, scan = createScanDialog() } = config;
  return transactInSession(callback, remote === undefined ? config : { ...config, scan });
}

/** Creates a `scan` that shows this library's dialog, which is loaded with the first code. */
function createScanDialog(): ShowCode {
  let loading: Promise<Pick<SessionUi, 'scan'>> | undefined;
  const load = async (): Promise<Pick<SessionUi, 'scan'>> => {
    try {
      const { createDialogs } = await import('../dialogs/index.js');
      return createDialogs();
    } catch (cause) {
      throw createCodeNotLoadedError(cause);
    }
  };
  return async (options) => {
    loading ??= load();
    const { scan } = await loading;
    if (!options.signal.aborted) await scan?.(options);
  };
}
