import { getIntentUri, isAndroidPackage } from '../../../dapp/open/intent.js';
import type { LoadedUi, Want } from '../../../dapp/open/session-ui.js';
import type { Grants } from '../../grant/grant.js';
import { getChoices } from '../ask/choices.js';
import type { Settings } from '../settings.js';
import type { createEntry } from '../ways/remembered-ways.js';
import { createAppMemory } from './app-memory.js';
import type { SessionApp } from './session-app.js';
import { getAppRows, type SessionAppRow } from './wallet-apps.js';

/**
 * What the user may choose now: another wallet app, with which the same calls go on; or one with which they
 * connect again, because a call names an account of the app before.
 */
export type AppOffer = 'other-app' | 'change-app';

/** The list of the wallet apps that sessions can be with. */
export type AppList = Readonly<{
  /** Returns the app that sessions are with now. */
  getCurrent(): SessionApp;
  /** Whether the user has to choose before `app` is opened. */
  mustChoose(app: SessionApp): boolean;
  /**
   * Shows the list, in which `app` is the current one. Resolves with an app in the tap that opens it. If a
   * call names an account of another app, the choice is remembered, and `onChange` ends the calls.
   *
   * @throws `CODE_NOT_LOADED`; the signal's reason
   */
  choose(app: SessionApp, signal: AbortSignal): Promise<SessionApp | 'qr-code' | 'cancel'>;
}>;

/** What the list of wallet apps needs besides the options. */
export type AppQuestion = Readonly<{
  /** The entry of the store that this device remembers the choice in. */
  entry: ReturnType<typeof createEntry>;
  /** Shows the list, if the user can see it. */
  show: LoadedUi['chooseApp'] | undefined;
  /**
   * Whether the wallet or its user said no to the last connect. A function of another file, because bundlers
   * would split the file of sessions where this one imports it.
   */
  isDeclined: () => boolean;
  /** Whether a QR code can be shown for a wallet on another device. */
  canScan: boolean;
  getWant: () => Want;
  /** Returns what the pending calls allow. */
  getOffer: () => AppOffer | undefined;
  /** Disconnects the page, and ends its calls as cancelled. */
  onChange: () => void;
}>;

/** Creates the {@link AppList}. Without a row that has a package, nothing is offered. */
export function createAppList(
  { chooseApp, identity, walletApps }: Pick<Settings, 'chooseApp' | 'identity' | 'walletApps'>,
  grants: Pick<Grants, 'readGrant'>,
  { entry, show, isDeclined, canScan, getWant, getOffer, onChange }: AppQuestion,
): AppList {
  const rows = getAppRows(walletApps);
  const memory = createAppMemory(entry);
  const findRow = (name: string | undefined): SessionAppRow | undefined =>
    rows.find(({ androidPackage }) => androidPackage === name);
  // The app of a grant stays the one of its accounts, also if the dapp no longer names it.
  const getRow = (name: string | undefined): SessionAppRow | undefined =>
    findRow(name) ?? (isAndroidPackage(name) ? { name, androidPackage: name } : undefined);
  const getOfferNow = (): AppOffer | undefined => (rows.length > 0 ? getOffer() : undefined);

  const createApp = (row: SessionAppRow | undefined, isChosenAnew = false): SessionApp => ({
    androidPackage: row?.androidPackage,
    isChosenAnew,
    bindLaunch: row && bindLaunchTo(row),
    note(what) {
      // With a grant, its app is opened, and the one that is chosen for the next connect waits until then.
      if (what === 'opened' && !grants.readGrant()) memory.noteOpened();
      if (what === 'answered' && row) memory.noteAnswered(row.androidPackage);
      if (what === 'failed' && row) memory.noteFailed(row.androidPackage);
    },
  });

  /** Shows the list once. */
  const ask = async (last: SessionAppRow | undefined, offer: AppOffer, signal: AbortSignal) => {
    const reason = offer === 'other-app' && isDeclined() ? 'declined' : offer;
    // The user may want the app that said no all the same, and one that is not listed has no other place.
    const isLastFirst = last && (reason === 'declined' || !rows.includes(last));
    const listed = isLastFirst ? [last, ...rows.filter((row) => row !== last)] : rows;
    const state = last && memory.hasFailed(last.androidPackage) ? 'failed' : 'chosen';
    const apps = listed.map(({ androidPackage, ...row }) => ({
      id: `app:${androidPackage}` as const,
      ...row,
      ...(androidPackage === last?.androidPackage && ({ last: state } as const)),
    }));
    const chosen = await show?.({
      signal,
      name: identity.name,
      want: getWant(),
      apps,
      choices: getChoices((last || chooseApp || reason === 'declined') && 'system-app', canScan && 'qr-code'),
      reason,
    });
    signal.throwIfAborted();
    if (chosen === 'qr-code' || chosen === 'system-app') return chosen;
    return listed[apps.findIndex(({ id }) => id === chosen)] ?? 'cancel';
  };

  return {
    getCurrent() {
      const grant = grants.readGrant();
      return createApp(grant ? getRow(grant.androidPackage) : findRow(memory.getChoice()));
    },
    mustChoose({ androidPackage }) {
      if (!getOfferNow()) return false;
      const hasGrant = grants.readGrant() !== undefined;
      if (!hasGrant && memory.isNew()) return false;
      const hasFailed = androidPackage !== undefined && memory.hasFailed(androidPackage);
      return hasFailed || (!hasGrant && (chooseApp || isDeclined()));
    },
    async choose({ androidPackage }, signal) {
      const last = getRow(androidPackage);
      for (;;) {
        const offer = getOfferNow();
        if (!offer) return 'cancel';
        const grant = grants.readGrant();
        const chosen = await ask(last, offer, signal);
        if (chosen === 'qr-code' || chosen === 'cancel') return chosen;
        // A call that names an account has come while the list was shown, which did not say what that means.
        if (offer === 'other-app' && getOfferNow() !== offer) continue;
        const next = chosen === 'system-app' ? undefined : chosen;
        const isOther = grant !== undefined && grant.androidPackage !== next?.androidPackage;
        const isChange = isOther && offer === 'change-app';
        memory.choose(next?.androidPackage, isChange);
        if (isChange) {
          onChange();
          signal.throwIfAborted();
        }
        return createApp(next, isOther);
      }
    },
  };
}

/** Has launches open an app: the browser's by an `intent:` URI, the dapp's own by being told. */
function bindLaunchTo({ name, androidPackage }: SessionAppRow): NonNullable<SessionApp['bindLaunch']> {
  return (launch, isBrowsers) => (uri, options) =>
    isBrowsers
      ? launch(getIntentUri(uri, androidPackage), options)
      : launch(uri, { ...options, app: { name, androidPackage } });
}
