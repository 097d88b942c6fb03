import { isAndroidPackage } from '../../../dapp/open/intent.js';
import type { LoadedUi } from '../../../dapp/open/session-ui.js';
import { abortable } from '../../../util/abortable.js';
import { loadCode } from '../../../util/errors.js';
import { createLoader } from '../../../util/lazy.js';
import type { Grants } from '../../grant/grant.js';
import type { Settings } from '../settings.js';
import { createEntry, isRecent, RETRY_AFTER_MS } from '../ways/remembered-ways.js';
import { canChooseApp } from './can-choose-app.js';
import type { AppList, AppOffer, AppQuestion } from './choose-app.js';

/** The user's choice of a wallet app, whose code is loaded where it is needed. */
export type AppChoice = Readonly<{
  /** Returns what the user may choose now; nothing if they may not. */
  getOffer(): AppOffer | undefined;
  /** Loads the list ahead, if it is offered now. */
  prepare(): void;
  /**
   * Returns the list if something can be remembered of an app, or the user is asked, before one is opened. If
   * it cannot be loaded, the phone chooses, but for a grant of a chosen app: only that one has its accounts.
   *
   * @throws `CODE_NOT_LOADED`; `INVALID_ARGUMENT` if an option is wrong that says so; the signal's reason
   */
  getList(signal: AbortSignal): Promise<AppList | undefined>;
  /**
   * Notes that the wallet or its user said no to a connect, so that the list comes before the next one, or
   * that a connect has succeeded.
   */
  noteConnect(isDeclined: boolean): void;
  /** Shows the list: see {@link AppList}. */
  choose: AppList['choose'];
}>;

/**
 * Creates the {@link AppChoice} of a wallet, if this page can open a certain app. Without the list (`show`),
 * the app of the grant is opened all the same.
 */
export function createAppChoice(
  settings: Settings,
  grants: Grants,
  show: LoadedUi['chooseApp'] | undefined,
  question: Pick<AppQuestion, 'canScan' | 'getWant' | 'getOffer' | 'onChange'>,
): AppChoice | undefined {
  if (!canChooseApp()) return undefined;
  const { assert, chooseApp, store, walletApps } = settings;
  /** It holds what `Memory` in `app-memory.ts` says. */
  const entry = createEntry(store, 'app');
  const hasApps = walletApps?.some((app) => typeof app === 'string' || isAndroidPackage(app.androidPackage));
  const hasGrantOfChosen = (): boolean => grants.readGrant()?.androidPackage !== undefined;
  const isNeeded = (): boolean => chooseApp || hasGrantOfChosen() || entry.read().join('') !== '';
  const getOffer = (): AppOffer | undefined => (hasApps === false || !show ? undefined : question.getOffer());
  /** For at most a day. */
  const isDeclined = (): boolean => isRecent(entry.read()[1], RETRY_AFTER_MS);
  const list = createLoader(async () => {
    const { createAppList } = await loadCode(() => import('./choose-app.js'));
    return createAppList(settings, grants, { ...question, getOffer, entry, show, isDeclined });
  });
  const load = (): void => void list.load().catch(() => {});
  const loadUnlessPhones = (): Promise<AppList | undefined> =>
    list.load().catch((error: unknown) => {
      if (hasGrantOfChosen()) throw error;
      return undefined;
    });
  // A tap need not wait for it.
  if (isNeeded()) load();

  return {
    getOffer,
    prepare() {
      if (getOffer()) load();
    },
    async getList(signal) {
      if (!grants.readGrant()) assert('choose-app');
      if (!isNeeded()) return undefined;
      return list.getLoaded() ?? abortable(loadUnlessPhones(), signal);
    },
    noteConnect(isDeclined) {
      const [choice, state, failed] = entry.read();
      if (isDeclined || Number(state) > 0) entry.write(choice, isDeclined ? Date.now() : '', failed);
      if (isDeclined) load();
    },
    choose: async (app, signal) => (await abortable(list.load(), signal)).choose(app, signal),
  };
}
