import type { Session } from '../../dapp/open/establish-session.js';
import { assertUserActivation } from '../../dapp/open/launch.js';
import { createPreparations } from '../../dapp/open/local.js';
import { loadDebugLog } from '../../dapp/open/open-session.js';
import type { ReportProgress } from '../../dapp/open/progress.js';
import type { Way } from '../../dapp/open/session-config.js';
import type { LoadedUi, ScanReason, SessionUi } from '../../dapp/open/session-ui.js';
import { loadRemote, TRANSPORTS } from '../../dapp/open/transports.js';
import { watchUser } from '../../dapp/open/user-moves.js';
import type { AuthorizationResult } from '../../protocol/types.js';
import { abortable } from '../../util/abortable.js';
import { loadCode, MobileWalletError } from '../../util/errors.js';
import { hasErrorCode } from '../../util/find-error.js';
import { createLoader } from '../../util/lazy.js';
import { getUnregisteredReason } from '../environment.js';
import { type Grants, getTokens, getTransport, isOfApp, isRemoteGrant } from '../grant/grant.js';
import { canChooseApp } from './apps/can-choose-app.js';
import type { AppQuestion } from './apps/choose-app.js';
import type { TapQuestion } from './ask/tap-question.js';
import type { WaitingDialog } from './ask/waiting-dialog.js';
import { openByAttempts } from './attempts.js';
import type { Settings } from './settings.js';
import { type OpenSignals, REMOTE_IDLE_MS } from './shared-session.js';
import { createEntry, createOwnLink, createRelayChoice } from './ways/remembered-ways.js';
import { createVisitMemory } from './ways/visits.js';

/** Which wallet app a session is with. */
export type SessionApp = Readonly<{
  /** Its Android package, if the user had chosen it; otherwise the phone chose, or it is elsewhere. */
  androidPackage: string | undefined;
  /**
   * Whether the user chose it while the session was opened, in the place of the one that was to be opened.
   */
  isChosenAnew: boolean;
}>;

/** An open session of the wallet. */
export type OpenedSession = Readonly<{
  session: Session;
  /** The wallet app that it is with. */
  app: SessionApp;
  /** How long it stays open after its last call has settled, in milliseconds. */
  idleMs: number;
  /** Must be called when the wallet app has authorized. */
  noteAnswer(result: AuthorizationResult): void;
}>;

/**
 * Opens a session of the wallet: with the wallet app on this device, or with one on another device.
 *
 * @throws what {@link openByAttempts} throws
 */
export type OpenWalletSession = (signals: OpenSignals, report: ReportProgress) => Promise<OpenedSession>;

/** Creates the {@link OpenWalletSession} of a wallet. */
export function createWalletSessionOpener(
  settings: Settings,
  grants: Grants,
  {
    ui,
    tapQuestion,
    takeChosenWay,
    getScanReason,
    onRemoteEnd,
    onLaunch,
    appQuestion,
  }: Readonly<{
    ui: LoadedUi | undefined;
    tapQuestion: TapQuestion;
    /** What the list of wallet apps needs of the pending calls: see `createAppQuestion`. */
    appQuestion: Pick<AppQuestion, 'getWant' | 'getOffer' | 'onChange'>;
    /** Returns the way that the user has just chosen, if there is one. */
    takeChosenWay: () => Way | undefined;
    getScanReason: () => ScanReason;
    /** Called when a session with a wallet on another device has ended: why the next QR code is shown. */
    onRemoteEnd: (reason: ScanReason) => void;
    onLaunch: WaitingDialog['setReopen'];
  }>,
): OpenWalletSession {
  const { local, remote, dial, dialogs, launch, idleMs, debug, store } = settings;
  // Outside a browser, only the dapp itself can show a QR code.
  const scan = ui?.scan ?? (dialogs === false ? undefined : dialogs.scan);
  const config = { debug, remote, scan, launch, dial };

  const ownLink = createOwnLink(store);
  const relayChoice = createRelayChoice(store, remote);
  const preparations = createPreparations();
  const visits = createVisitMemory();
  const prepare = (): void => {
    if (canBeLocal(settings)) preparations.prepare();
  };
  /** Returns how the wallet is met at first. */
  const getWay = async (): Promise<Way> => {
    if (!remote) return 'local';
    return mayTryLocal(settings, grants) ? relayChoice.getFirstWay() : 'qr-code';
  };
  prepare();
  const { openIn, walletApps } = settings;
  const openInWallet = createLoader(() =>
    loadCode(async () => (await import('./apps/open-in.js')).openInWallet),
  );
  /** Lets the user open this page in a wallet app. Resolves if a QR code is to be shown in place of that. */
  const askOpenIn = async (show: ShowOpenIn, signal: AbortSignal, canScan: boolean): Promise<void> => {
    settings.assert('open-in');
    const ask = openInWallet.getLoaded() ?? (await abortable(openInWallet.load(), signal));
    const isInWallet = getUnregisteredReason({ local }) === 'wallet-browser';
    await ask({ openIn, walletApps }, show, { signal, canScan, isInWallet });
  };
  // Inside an app of its own (Capacitor), a page has an address that only this app can open.
  const hasOwnAddress = globalThis.location?.origin === 'https://localhost' && !Object(openIn).getUrl;
  const showOpenIn = openIn && !hasOwnAddress ? ui?.openIn : undefined;
  const { chooseApp: showApps } = ui ?? {};
  const apps =
    showApps && canChooseApp()
      ? createLoader(async () => {
          const create = await loadCode(async () => (await import('./apps/choose-app.js')).createAppQuestion);
          return create(settings, grants, {
            ...appQuestion,
            entry: createEntry(store, 'app'),
            watchUser,
            show: showApps,
            canScan: Boolean(remote && scan),
          });
        })
      : undefined;
  // The app is known before a tap. If this module cannot be loaded, the phone chooses, but for a grant of a
  // chosen app: only that one has its accounts.
  const loadApps = async () =>
    apps?.load().catch((error: unknown) => {
      if (grants.readGrant()?.androidPackage !== undefined) throw error;
      return undefined;
    });
  void apps?.load().catch(() => {});
  const openPage = showOpenIn && ((...ask: [AbortSignal, boolean]) => askOpenIn(showOpenIn, ...ask));
  const sessionUi = ui && openPage ? withOpenIn(ui, openPage) : ui;
  if (showOpenIn && !canHaveSession(settings)) void openInWallet.load().catch(() => {});
  // A tap need not wait for these modules. If one cannot be loaded now, the call that needs it loads it.
  if (debug) void loadDebugLog().catch(() => {});
  if (remote) {
    void getWay()
      .then((way) => (way === 'relay' ? loadRemote(remote) : undefined))
      .catch(() => {});
  }

  return async ({ sessionSignal, workSignal }, report) => {
    settings.assert('session');
    const isGrantElsewhere = remote && isRemoteGrant(grants.readGrant());
    const chosenWay = takeChosenWay();
    if (showOpenIn && !chosenWay && !isGrantElsewhere && !canHaveSession(settings)) {
      tapQuestion.assertTapped();
      await askOpenIn(showOpenIn, sessionSignal, Boolean(remote && scan));
    }
    let way = chosenWay ?? (await getWay());
    const beginApp =
      way === 'qr-code' ? undefined : (apps?.getLoaded() ?? (await abortable(loadApps(), sessionSignal)));
    const app = beginApp?.();
    const mustChoose = app?.mustChoose();
    if (mustChoose) {
      tapQuestion.assertTapped();
      const choice = await app?.choose(sessionSignal);
      if (choice === 'cancel') {
        throw new MobileWalletError('USER_CANCELLED', 'The user cancelled before a wallet app was opened');
      }
      if (choice === 'qr-code') way = choice;
    }
    if (way === 'qr-code') assertUserActivation('hasBeenActive');
    // A custom launch may not need a tap.
    else if (!launch && !mustChoose) await tapQuestion.ask(sessionSignal);
    const grant = grants.readGrant();
    const isPhonesChoice = !app?.getPackage() && isOfApp(grant, undefined);
    /** The wallet's own link, until it has reached nobody. */
    let baseUri = isPhonesChoice ? ownLink.getUsable(grant?.baseUri) : undefined;
    try {
      const session = await openByAttempts({ ...config, signal: sessionSignal, baseUri }, sessionUi, {
        report,
        preparations,
        visits,
        app,
        onLaunch,
        openPage,
        way,
        relay: { ui: sessionUi, askTap: launch ? undefined : tapQuestion.ask, onFailed: relayChoice.forget },
        isLoopbackProven: getTokens(grant).some((token) => getTransport(grant, token) === 'local'),
        getScanReason,
        // If this end has ended the session, it has said why the next QR code is shown.
        onRemoteEnd: (reason) => void (workSignal.aborted || onRemoteEnd(reason)),
        onLinkUnreached(link) {
          baseUri = undefined;
          ownLink.noteUnreached(link);
        },
        hasStoredToken: () => getTokens(grants.readGrant()).length > 0,
      });
      const { isOnDevice, transport } = session;
      const androidPackage = isOnDevice ? app?.getPackage() : undefined;
      if (isOnDevice) tapQuestion.onOpen(session);
      if (isOnDevice && transport !== 'local') void relayChoice.remember();
      void session.closed.then(prepare);
      return {
        session,
        app: { androidPackage, isChosenAnew: isOnDevice && app?.isChosenAnew() === true },
        idleMs: isOnDevice ? idleMs : (remote?.idleMs ?? REMOTE_IDLE_MS),
        noteAnswer({ wallet_uri_base }) {
          // Over a relay, whoever plays the wallet could name any link.
          if (transport === 'local' && baseUri === undefined && androidPackage === undefined)
            ownLink.noteAnswer(wallet_uri_base);
        },
      };
    } catch (error) {
      app?.noteEnd(hasErrorCode(error, 'USER_CANCELLED'));
      prepare();
      throw error;
    }
  };
}

/** Whether the next session is tried with the wallet app on this device first. */
function mayTryLocal(settings: Settings, grants: Grants): boolean {
  // A grant of a wallet on another device is of no use to the app on this one.
  return canBeLocal(settings) && !(settings.remote && isRemoteGrant(grants.readGrant()));
}

/**
 * Returns how much the next session carries, if that is known. It may carry even less.
 */
export function getNextMaxBytes(settings: Settings, grants: Grants): number | undefined {
  const { remote } = settings;
  return remote && !mayTryLocal(settings, grants) ? TRANSPORTS[remote.type].maxBytes : undefined;
}

/** Whether the wallet app may be on this device. */
export function canBeLocal({ local, remote }: Settings): boolean {
  return !remote || getUnregisteredReason({ local }) === undefined;
}

/** Whether a session with a wallet app on this device is possible, or with `remote` one on another. */
function canHaveSession({ local, remote }: Settings): boolean {
  const reason = getUnregisteredReason({ local });
  if (reason === 'wallet-browser') return remote !== undefined;
  return reason !== 'ios' && reason !== 'webview';
}

type ShowOpenIn = NonNullable<SessionUi['openIn']>;

/**
 * Returns `ui` with a link to the dialog that opens this page in a wallet app, where the browser blocks the
 * connection. `ask` shows that dialog.
 */
function withOpenIn(ui: LoadedUi, ask: (signal: AbortSignal, canScan: boolean) => Promise<void>): LoadedUi {
  return {
    ...ui,
    async blocked(options) {
      const choice = await ui.blocked({ ...options, choices: [...options.choices, 'open-page'] });
      if (choice !== 'open-page') return choice;
      await ask(options.signal, false);
      return 'cancel';
    },
  };
}
