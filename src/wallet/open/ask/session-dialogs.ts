import type { LoadedUi, SessionUi, Want } from '../../../dapp/open/session-ui.js';
import type { Identity } from '../../../protocol/types.js';
import { abortable } from '../../../util/abortable.js';
import { assertArgument, loadCode } from '../../../util/errors.js';
import { hasErrorCode } from '../../../util/find-error.js';
import { createLoader } from '../../../util/lazy.js';
import type { Dialogs } from '../../options.js';

/**
 * Creates the dialogs for sessions: the dapp's own if it has any, otherwise this package's, which are loaded
 * when the first one is shown, with the dapp's `identity` on them. `getWant` returns what the dapp asks for.
 * Without dialogs sessions go on; only a QR code, and a list of wallet apps, cannot do without.
 */
export function createUi(dialogs: Dialogs, identity: Identity, getWant: () => Want): Required<LoadedUi> {
  const { texts } = dialogs;
  const { getLoaded, load } = createLoader(async (): Promise<Required<SessionUi>> => {
    const createDialogs = await loadCode(
      async () => (await import('../../../dialogs/index.js')).createDialogs,
    );
    return createDialogs({ identity, texts });
  });
  const find = (): Promise<Required<SessionUi> | undefined> => load().catch(() => undefined);
  // First this package's dialogs, or what stands in for those that cannot be loaded.
  const ui: Required<LoadedUi> = {
    // Without waiting, so that one dialog replaces another at once, and the page does not show in between.
    waiting: async (options) => (getLoaded() ?? (await find()))?.waiting(options),
    async permission(options) {
      const loaded = getLoaded() ?? (await find());
      if (loaded) return loaded.permission(options);
      return (await options.ask()) === 'granted' ? 'open-wallet' : 'cancel';
    },
    blocked: async (options) => (getLoaded() ?? (await find()))?.blocked(options) ?? 'cancel',
    notFound: async (options) => (await find())?.notFound(options),
    // Without dialogs, launch anyway: the launch throws `USER_GESTURE_REQUIRED` if it needs a tap.
    tapNeeded: async (options) => (await find())?.tapNeeded(options) ?? 'open-wallet',
    scan: async (options) => (getLoaded() ?? (await load())).scan(options),
    openIn: async (options) => (await load()).openIn(options),
    chooseApp: async (options) => (await load()).chooseApp(options),
  };
  // Then the dapp's own in their place.
  for (const name of Object.keys(ui) as readonly (keyof SessionUi)[]) {
    const method = dialogs[name];
    // The dapp's dialogs may be of a class, whose methods need their object.
    if (typeof method === 'function') Object.assign(ui, { [name]: method.bind(dialogs) });
  }
  // Either, as they always settle.
  return {
    waiting: (options) => void settle('waiting', () => ui.waiting(options), options),
    permission: (options) => settle('permission', () => ui.permission(options), options),
    blocked: (options) => settle('blocked', () => ui.blocked(options), options),
    notFound: (options) => settle('notFound', () => ui.notFound({ ...options, want: getWant() }), options),
    tapNeeded: (options) => settle('tapNeeded', () => ui.tapNeeded(options), options),
    openIn: (options) => settle('openIn', () => ui.openIn(options), options, true),
    chooseApp(options) {
      const { signal, apps } = options;
      const choices = [...options.choices, ...apps.map(({ id }) => id)];
      return settle('chooseApp', () => ui.chooseApp(options), { signal, choices }, true);
    },
    async scan(options) {
      try {
        await ui.scan(options);
      } catch (error) {
        if (options.signal.aborted) return;
        if (hasErrorCode(error, 'CODE_NOT_LOADED')) throw error;
        globalThis.reportError?.(error);
        options.cancel();
      }
    },
  };
}

/**
 * Settles as a dialog does, with a choice that it was offered. A dialog that throws, that is still open when
 * `signal` aborts, or that resolves with what it was not offered, counts as closed by the user: nobody has
 * agreed to that. A wrong choice and an error that it throws are reported as uncaught; but if it `isNeeded`,
 * because the user can do nothing without it, this rejects with `CODE_NOT_LOADED`.
 */
async function settle<T>(
  name: keyof SessionUi,
  show: () => T | Promise<T>,
  { signal, choices }: Readonly<{ signal: AbortSignal; choices?: readonly unknown[] }>,
  isNeeded?: boolean,
): Promise<T | 'cancel'> {
  try {
    const choice = await abortable((async () => show())(), signal);
    const ends = [...(choices ?? [choice]), 'cancel'];
    const isOffered = choice === undefined || ends.includes(choice);
    assertArgument(isOffered, `dialogs.${name}`, `must resolve with one of these: ${ends.join(', ')}`);
    return choice;
  } catch (error) {
    if (!signal.aborted) {
      if (isNeeded && hasErrorCode(error, 'CODE_NOT_LOADED')) throw error;
      globalThis.reportError?.(error);
    }
  }
  return 'cancel';
}
