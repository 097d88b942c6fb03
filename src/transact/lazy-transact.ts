import type { SessionConfig } from '../dapp/open/open-session.js';
import { abortable } from '../util/abortable.js';
import { isJsonObject, readMembers } from '../util/json-object.js';
import { createLoader, prepareWhenIdle } from '../util/lazy.js';

/**
 * Opens a session and runs a callback in it. The public functions spell this type out, because their
 * reference then shows it.
 */
export type Transact<TWallet> = <TReturn>(
  callback: (wallet: TWallet) => TReturn | Promise<TReturn>,
  config?: SessionConfig,
) => Promise<TReturn>;

/**
 * Creates the `transact` that `load` imports the code of: when the page is idle, or else at the first call.
 */
export function createLazyTransact<TWallet>(load: () => Promise<Transact<TWallet>>): Transact<TWallet> {
  const code = createLoader(load, (transact) => transact);
  prepareWhenIdle(code.load);
  return async (callback, config) => {
    // The caller may change its object while the code loads. What is no object is refused by the code.
    const given = isJsonObject(config) ? (readMembers(config) as SessionConfig) : config;
    const signal = given?.signal;
    const transact = await abortable(code.load(), signal instanceof AbortSignal ? signal : undefined);
    return transact(callback, given);
  };
}
