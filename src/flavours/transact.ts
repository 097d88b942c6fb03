import { createPreparations } from '../dapp/local.js';
import type { MobileWallet } from '../dapp/mobile-wallet.js';
import type { SessionConfig } from '../dapp/open-session.js';
import { trackSends } from '../dapp/sent.js';
import type { ShowCode } from '../dapp/session-ui.js';
import { type CreateWallet, transactWith } from '../dapp/transact.js';
import { loadCode } from '../errors.js';
import { getObject } from '../protocol/arguments.js';
import type { Transact } from './lazy-transact.js';

/**
 * Creates a `transact` whose callback gets the wallet that `createWallet` makes. In a browser, what a session needs before the
 * wallet app can be opened is ready before each call.
 */
export function createTransactWith<TWallet>(createWallet: CreateWallet<TWallet>): Transact<TWallet> {
  const preparations = createPreparations();
  const prepare = (): void => {
    if (typeof document !== 'undefined') preparations.prepare();
  };
  prepare();
  return async (callback, config) => {
    const { scan = createShowCode(), ...given } = getObject(config, 'config') as SessionConfig;
    const prepared = given.remote ? undefined : preparations.take();
    try {
      return await transactWith(createWallet, callback, { ...given, scan }, prepared);
    } finally {
      prepare();
    }
  };
}

/** Creates the `transact` whose callback gets the wallet of the session. */
export function createByteTransact(): Transact<MobileWallet> {
  return createTransactWith(trackSends);
}

/** Returns what shows this library's dialog. Each session has its own, so that no code takes the place of another session's. */
function createShowCode(): ShowCode {
  let loading: Promise<ShowCode> | undefined;
  return async (options) => {
    loading ??= loadCode(async () => (await import('../dialogs/index.js')).createDialogs().scan);
    const show = await loading;
    await show(options);
  };
}
