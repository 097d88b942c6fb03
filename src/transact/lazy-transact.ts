import type { SessionConfig } from '../dapp/open/open-session.js';
import { abortable } from '../util/abortable.js';
import { isJsonObject, readMembers } from '../util/json-object.js';
import { loadCode } from '../util/lazy.js';

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
  let loading: Promise<Transact<TWallet>> | undefined;
  const loadOnce = (): Promise<Transact<TWallet>> => {
    loading ??= loadCode(load).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  // A browser opens another app only within seconds of a tap, which may be too short for loading code.
  if (typeof document !== 'undefined') {
    (globalThis.requestIdleCallback ?? setTimeout)(() => void loadOnce().catch(() => {}));
  }
  return async (callback, config) => {
    // The caller may change its object while the code loads. What is no object is refused by the code.
    const given = isJsonObject(config) ? (readMembers(config) as SessionConfig) : config;
    const signal = given?.signal;
    const transact = await (signal instanceof AbortSignal ? abortable(loadOnce(), signal) : loadOnce());
    return transact(callback, given);
  };
}
