import type { SessionUi } from '../dapp/ui.js';
import type { Dialogs } from './options.js';

/**
 * Gives what people see: the dapp's own where it has any, else this package's dialogs, which are loaded when the first
 * is shown. Where they cannot be loaded, all goes on without.
 */
export function createUi({ texts, ...own }: Dialogs): SessionUi {
  const load = async (): Promise<SessionUi | undefined> => {
    try {
      const { createDialogs } = await import('../dialogs/index.js');
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
  return {
    async waiting(options) {
      const ui = await get();
      if (!options.signal.aborted) ui?.waiting(options);
    },
    async permission(options) {
      const ui = await get();
      if (ui) return ui.permission(options);
      return (await options.ask()) === 'granted';
    },
    blocked: async (options) => (await get())?.blocked(options),
    notFound: async (options) => (await get())?.notFound(options) ?? false,
    ...own,
  };
}
