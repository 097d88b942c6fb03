import { abortable } from '../../abort.js';
import type { SessionUi } from '../../dapp/ui.js';
import type { Dialogs } from '../options.js';

/**
 * Gives what people see: the dapp's own where it has any, else this package's dialogs, which are loaded when the first
 * is shown. Where they cannot be loaded, all goes on without.
 */
export function createUi({ texts, ...own }: Dialogs): SessionUi {
  const load = async (): Promise<SessionUi | undefined> => {
    try {
      const { createDialogs } = await import('../../dialogs/index.js');
      return createDialogs(texts ? { texts } : {});
    } catch {
      return undefined;
    }
  };
  let loading: Promise<SessionUi | undefined> | undefined;
  const get = async (): Promise<SessionUi | undefined> => {
    loading ??= load();
    const ui = await loading;
    if (!ui) loading = undefined;
    return ui;
  };
  const ui: Required<SessionUi> = {
    async waiting(options) {
      const loaded = await get();
      if (!options.signal.aborted) loaded?.waiting(options);
    },
    async permission(options) {
      const loaded = await get();
      if (loaded) return loaded.permission(options);
      return (await options.ask()) === 'granted';
    },
    blocked: async (options) => (await get())?.blocked(options),
    notFound: async (options) => (await get())?.notFound(options) ?? false,
    // Without dialogs the launch is tried, which says that it needs a tap.
    tapNeeded: async (options) => (await get())?.tapNeeded?.(options) ?? true,
    ...pickFunctions(own),
  };
  return {
    waiting: (options) => void settle(() => ui.waiting(options), undefined, options.signal),
    permission: (options) => settle(() => ui.permission(options), false, options.signal),
    blocked: (options) => settle(() => ui.blocked(options), undefined, options.signal),
    notFound: (options) => settle(() => ui.notFound(options), false, options.signal),
    tapNeeded: (options) => settle(() => ui.tapNeeded(options), false, options.signal),
  };
}

function pickFunctions(own: Partial<SessionUi>): Partial<SessionUi> {
  return Object.fromEntries(Object.entries(own).filter(([, method]) => typeof method === 'function'));
}

/**
 * Settles as a dialog does. One that throws is reported as an uncaught error and counts as closed by the user, as does
 * one that goes on after `signal` aborts.
 */
async function settle<T>(show: () => T | Promise<T>, closed: T, signal: AbortSignal): Promise<T> {
  try {
    return await abortable((async () => show())(), signal);
  } catch (error) {
    if (!signal.aborted) globalThis.reportError?.(error);
    return closed;
  }
}
