import { getIntentUri, isAndroidPackage } from '../../../dapp/open/intent.js';
import type { Launch } from '../../../dapp/open/launch.js';
import type { DialogChoices, LoadedUi, Want } from '../../../dapp/open/session-ui.js';
import type { watchUser } from '../../../dapp/open/user-moves.js';
import type { Grants } from '../../grant/grant.js';
import type { Settings } from '../settings.js';
import type { createEntry } from '../ways/remembered-ways.js';
import { getAppRows, type SessionAppRow } from './wallet-apps.js';

/**
 * What the user may choose now: another wallet app, with which the same calls go on; or one with which they
 * connect again, because a call names an account of the app before.
 */
export type AppOffer = 'other-app' | 'change-app';

/** The wallet app of a session that is being opened. */
export type AppOfSession = Readonly<{
  /** Returns the package of the app that is to be opened, if it is not the phone that chooses. */
  getPackage(): string | undefined;
  /** Returns a launch that opens it by `launch`, which `isBrowsers` if the dapp has none of its own. */
  bindLaunch(launch: Launch, isBrowsers: boolean): Launch;
  /** Whether the user has chosen another app than the one of the grant, or of the last choice. */
  isChosenAnew(): boolean;
  /** Returns what the user may choose now; nothing if they may not. */
  getOffer(): AppOffer | undefined;
  /**
   * Whether the user has to choose before an app is opened.
   *
   * @throws `INVALID_ARGUMENT` if an option is wrong that says so
   */
  mustChoose(): boolean;
  /**
   * Shows the list. Resolves with `try-again` in the tap that opens the chosen app. If a call names an
   * account of another app, the choice is remembered, and `onChange` ends the calls.
   *
   * @throws `CODE_NOT_LOADED`; the signal's reason
   */
  choose(signal: AbortSignal): Promise<'try-again' | 'qr-code' | 'cancel'>;
  /** Must be called when the app has not answered. */
  noteFailed(): void;
  /** Must be called when an app is opened. `noteEnd` ends what this begins. */
  noteLaunch(): void;
  /** Must be called when the app has answered. */
  noteAnswered(): void;
  /**
   * Must be called when the session is open, before another try, and when it could not be opened; then with
   * whether the user cancelled.
   */
  noteEnd(isCancelled?: boolean): void;
  /** Calls `giveUp`, because the user is back and looks for another app: this one did not answer. */
  leave(giveUp: () => void): void;
}>;

/**
 * What the list of wallet apps needs. Functions of other files are among it, because bundlers split the first
 * load where this one imports them.
 */
export type AppQuestion = Readonly<{
  /** The entry of the store that this device remembers the choice in. */
  entry: ReturnType<typeof createEntry>;
  watchUser: typeof watchUser;
  show: NonNullable<LoadedUi['chooseApp']>;
  /** Whether a QR code can be shown for a wallet on another device. */
  canScan: boolean;
  getWant: () => Want;
  /** Returns what the pending calls allow. */
  getOffer: () => AppOffer | undefined;
  /** Disconnects the page, and ends its calls as cancelled. */
  onChange: () => void;
}>;

/** What stands for the phone's choice, in the place of a package. */
const PHONE = 'system';
/** An app that the user has chosen for the next connect, and that has not been opened since. */
const NEW = 'new';

/**
 * What is remembered: the package that was chosen, or {@link PHONE}; whether it is {@link NEW}; and, with
 * commas between them, the packages of the apps that did not answer when they were last opened.
 */
type Memory = Readonly<{ choice: string; state: string; failed: string }>;

/** Creates what this device remembers of the user's choice. */
function createAppMemory(entry: AppQuestion['entry']) {
  const read = (): Memory => {
    const [choice = '', state = '', failed = ''] = entry.read();
    return { choice, state, failed };
  };
  const write = (change: Partial<Memory>): void => {
    const before = read();
    const next = { ...before, ...change };
    const isChange = (['choice', 'state', 'failed'] as const).some((name) => next[name] !== before[name]);
    if (isChange) entry.write(next.choice, next.state, next.failed);
  };
  const getFailed = (): readonly string[] => read().failed.split(',').filter(Boolean);
  return {
    read,
    choose: (choice: string, state: string) => write({ choice, state }),
    noteLaunch: () => write({ state: '' }),
    hasFailed: (app: string) => getFailed().includes(app),
    noteFailed: (app: string) => write({ failed: [...new Set([...getFailed(), app])].join() }),
    noteAnswered: (app: string) =>
      write({
        failed: getFailed()
          .filter((name) => name !== app)
          .join(),
      }),
  };
}

/**
 * Creates a function that begins a session, for a wallet whose user may choose the app. Without a row that
 * has a package, nothing is offered.
 */
export function createAppQuestion(
  settings: Pick<Settings, 'assert' | 'chooseApp' | 'identity' | 'walletApps'>,
  grants: Pick<Grants, 'readGrant'>,
  { entry, watchUser, show, canScan, getWant, getOffer, onChange }: AppQuestion,
): () => AppOfSession {
  const { assert, chooseApp, identity, walletApps } = settings;
  const rows = getAppRows(walletApps);
  const memory = createAppMemory(entry);

  /** Returns the app that sessions are with now; nothing if the phone chooses it. */
  const getCurrent = (): SessionAppRow | undefined => {
    const grant = grants.readGrant();
    const name = grant ? grant.androidPackage : memory.read().choice;
    const row = rows.find(({ androidPackage }) => androidPackage === name);
    // The app of a grant stays the one of its accounts, also if the dapp no longer names it.
    return row ?? (grant && isAndroidPackage(name) ? { name, androidPackage: name } : undefined);
  };

  return () => {
    let app = getCurrent();
    let isChosenAnew = false;
    let watching: AbortController | undefined;
    /** Whether the user has left the page since the app was opened. */
    let hasLeft = false;
    const getOfferNow = (): AppOffer | undefined => (rows.length > 0 ? getOffer() : undefined);
    const noteFailed = (): void => {
      if (app) memory.noteFailed(app.androidPackage);
    };

    const choose: AppOfSession['choose'] = async (signal) => {
      for (;;) {
        const offer = getOfferNow();
        if (!offer) return 'cancel';
        const grant = grants.readGrant();
        const last = app;
        const listed = !last || rows.includes(last) ? rows : [last, ...rows];
        const choices: DialogChoices = [
          ...(last || chooseApp ? (['system-app'] as const) : []),
          ...(canScan ? (['qr-code'] as const) : []),
        ];
        const state = last && memory.hasFailed(last.androidPackage) ? 'failed' : 'chosen';
        const apps = listed.map(({ androidPackage, ...row }) => ({
          id: `app:${androidPackage}` as const,
          ...row,
          ...(androidPackage === last?.androidPackage && ({ last: state } as const)),
        }));
        const chosen = await show({
          signal,
          name: identity.name,
          want: getWant(),
          apps,
          choices,
          reason: offer,
        });
        signal.throwIfAborted();
        if (chosen === 'qr-code') return chosen;
        const next = listed[apps.findIndex(({ id }) => id === chosen)];
        if (!next && chosen !== 'system-app') return 'cancel';
        // A call that names an account has come while the list was shown, which did not say what that means.
        if (offer === 'other-app' && getOfferNow() !== offer) continue;
        const isOther = grant !== undefined && grant.androidPackage !== next?.androidPackage;
        const isChange = isOther && offer === 'change-app';
        memory.choose(next?.androidPackage ?? PHONE, isChange ? NEW : '');
        if (isChange) {
          onChange();
          signal.throwIfAborted();
        }
        app = next;
        isChosenAnew = isOther;
        return 'try-again';
      }
    };

    return {
      getPackage: () => app?.androidPackage,
      bindLaunch: (launch, isBrowsers) => (uri, options) => {
        if (!app) return launch(uri, options);
        const { name, androidPackage } = app;
        if (isBrowsers) return launch(getIntentUri(uri, androidPackage), options);
        return launch(uri, { ...options, app: { name, androidPackage } });
      },
      isChosenAnew: () => isChosenAnew,
      getOffer: getOfferNow,
      mustChoose() {
        if (!grants.readGrant()) assert('choose-app');
        if (!getOfferNow()) return false;
        const hasGrant = grants.readGrant() !== undefined;
        if (!hasGrant && memory.read().state === NEW) return false;
        return (app !== undefined && memory.hasFailed(app.androidPackage)) || (chooseApp && !hasGrant);
      },
      choose,
      leave(giveUp) {
        noteFailed();
        giveUp();
      },
      noteFailed,
      noteLaunch() {
        if (!grants.readGrant()) memory.noteLaunch();
        watching?.abort();
        watching = new AbortController();
        hasLeft = false;
        watchUser(
          {
            onLeft() {
              hasLeft = true;
            },
          },
          watching.signal,
        );
      },
      noteAnswered() {
        if (app) memory.noteAnswered(app.androidPackage);
      },
      noteEnd(isCancelled) {
        watching?.abort();
        // Who gives up after a visit has seen no answer.
        if (hasLeft && isCancelled) noteFailed();
        hasLeft = false;
      },
    };
  };
}
