import { assertArgument } from '../errors.js';
import type { MobileWallet } from './mobile-wallet.js';
import { runCallback } from './run-callback.js';
import { openSession, type SessionConfig } from './session.js';
import { withSignInFallback } from './sign-in-fallback.js';

/**
 * Opens a session with a wallet app on this device, runs `callback` in it, and closes it when the callback has
 * ended, well or not. Call it in response to a tap: it opens the wallet app.
 *
 * @returns what the callback returned
 * @throws what the callback threw; the reason of `config.signal`, or `NOT_SUBMITTED` where a send was in flight when it
 * aborted; and what {@link openSession} throws
 */
export async function transact<TReturn>(
  callback: (wallet: MobileWallet) => TReturn | Promise<TReturn>,
  config: SessionConfig = {},
): Promise<TReturn> {
  assertArgument(typeof callback === 'function', 'callback', 'must be a function');
  const session = await openSession(config);
  try {
    return await runCallback(callback, withSignInFallback(session.wallet), config.signal);
  } finally {
    session.close();
  }
}
