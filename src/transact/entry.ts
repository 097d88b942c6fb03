import type { SessionConfig } from '../dapp/open/session-config.js';
import type { Account } from '../protocol/types.js';
import { abortable } from '../util/abortable.js';
import { decodeBase64, KEY_LENGTH } from '../util/bytes.js';
import { assertArgument, attempt, loadCode } from '../util/errors.js';
import { isJsonObject, readMembers } from '../util/json-object.js';
import { createLoader, prepareWhenIdle } from '../util/lazy.js';

// What the entries of all flavours are made of.

/**
 * Opens a session and runs a callback in it. The public functions spell this type out, because their
 * reference then shows it.
 */
export type Transact<TWallet> = <TReturn>(
  callback: (wallet: TWallet) => TReturn | Promise<TReturn>,
  config?: SessionConfig,
) => Promise<TReturn>;

/** Creates the `transact` that `load` imports: when the page is idle, or else at the first call. */
export function createLazyTransact<TWallet>(load: () => Promise<Transact<TWallet>>): Transact<TWallet> {
  const loader = createLoader(() => loadCode(load));
  prepareWhenIdle(loader.load);
  return async (callback, config) => {
    // The caller may change its object meanwhile. What is no object is refused by the loaded function.
    const copy = isJsonObject(config) ? (readMembers(config) as SessionConfig) : config;
    const signal = copy?.signal;
    const transact = await abortable(loader.load(), signal instanceof AbortSignal ? signal : undefined);
    return transact(callback, copy);
  };
}

/** Returns the public key of an account of an authorization result. @throws `INVALID_ARGUMENT` */
export function parsePublicKey(account: Pick<Account, 'address'>): Uint8Array {
  const key = attempt(() => decodeBase64(account.address));
  assertArgument(key?.length === KEY_LENGTH, 'account', 'must be an account of the session');
  return key;
}
