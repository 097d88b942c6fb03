import type { Session } from '../../dapp/open/establish-session.js';
import { createPreparations } from '../../dapp/open/local.js';
import { loadDebugLog } from '../../dapp/open/open-session.js';
import type { ReportProgress } from '../../dapp/open/progress.js';
import type { Way } from '../../dapp/open/session-config.js';
import type { LoadedUi, ScanReason } from '../../dapp/open/session-ui.js';
import { loadRemote } from '../../dapp/open/transports.js';
import type { AuthorizationResult } from '../../protocol/types.js';
import { type Grants, getTokens, getTransport, isOfApp } from '../grant/grant.js';
import { createAppChoice } from './apps/app-choice.js';
import type { AppQuestion } from './apps/choose-app.js';
import { createOpenPage, withOpenPage } from './apps/open-page.js';
import { PHONES_CHOICE, type SessionApp } from './apps/session-app.js';
import type { TapQuestion } from './ask/tap-question.js';
import type { WaitingDialog } from './ask/waiting-dialog.js';
import { createVisitMemory, openByAttempts } from './attempts.js';
import { canBeLocal, findFirst, getFirstWay } from './first-way.js';
import type { Settings } from './settings.js';
import { type OpenSignals, REMOTE_IDLE_MS } from './shared-session.js';
import { createEntry, createOwnLink, createRelayChoice } from './ways/remembered-ways.js';

/** An open session of the wallet. */
export type OpenedSession = Readonly<{
  session: Session;
  /** The wallet app that it is with. */
  app: SessionApp;
  /** How long it stays open after its last call has settled, in milliseconds. */
  idleMs: number;
  /**
   * Must be called when the wallet app has authorized, or without a result, when a fresh connect got a no.
   */
  noteAnswer(result?: AuthorizationResult): void;
}>;

/** What the calls that need a session know, and show the user. */
type Calls = Readonly<{
  ui: LoadedUi | undefined;
  tapQuestion: TapQuestion;
  /** What the list of wallet apps needs of the pending calls. */
  appQuestion: Pick<AppQuestion, 'getWant' | 'getOffer' | 'onChange'>;
  /** Returns the way that the user has just chosen, if there is one. */
  takeChosenWay: () => Way | undefined;
  getScanReason: () => ScanReason;
  /** Called when a session with a wallet on another device has ended: why the next QR code is shown. */
  onRemoteEnd: (reason: ScanReason) => void;
  onLaunch: WaitingDialog['setReopen'];
}>;

/**
 * Creates the function that opens a session of the wallet: with the wallet app on this device, or with one on
 * another device. It throws what {@link findFirst} and {@link openByAttempts} throw.
 */
export function createWalletSessionOpener(
  settings: Settings,
  grants: Grants,
  { ui, tapQuestion, takeChosenWay, getScanReason, onRemoteEnd, onLaunch, appQuestion }: Calls,
): (signals: OpenSignals, report: ReportProgress) => Promise<OpenedSession> {
  const { remote, dial, dialogs, launch, idleMs, debug, store } = settings;
  // Outside a browser, only the dapp itself can show a QR code.
  const scan = ui?.scan ?? (dialogs === false ? undefined : dialogs.scan);
  const canScan = remote !== undefined && scan !== undefined;
  const config = { debug, remote, scan, launch, dial };

  const ownLink = createOwnLink(store);
  const relayChoice = createRelayChoice(store, remote);
  const proof = createEntry(store, 'ungated');
  const visits = createVisitMemory();
  const appChoice = createAppChoice(settings, grants, ui?.chooseApp, { ...appQuestion, canScan });
  const openPage = createOpenPage(settings, ui?.openIn);
  const sessionUi = ui && openPage ? withOpenPage(ui, openPage) : ui;
  const first = { tapQuestion, relayChoice, appChoice, openPage, canScan, takeChosenWay };

  const preparations = createPreparations();
  const prepare = (): void => {
    if (canBeLocal(settings)) preparations.prepare();
  };
  prepare();
  // A tap need not wait for these modules. If one cannot be loaded now, the call that needs it loads it.
  if (debug) void loadDebugLog().catch(() => {});
  if (remote) {
    void getFirstWay(settings, grants, first)
      .then((way) => (way === 'relay' ? loadRemote(remote) : undefined))
      .catch(() => {});
  }

  return async ({ sessionSignal, workSignal }, report) => {
    settings.assert('session');
    const { way, app: firstApp } = await findFirst(settings, grants, first, sessionSignal);
    const grant = grants.readGrant();
    const isPhonesChoice = firstApp.androidPackage === undefined && isOfApp(grant, undefined);
    try {
      const session = await openByAttempts({ ...config, signal: sessionSignal }, sessionUi, {
        report,
        preparations,
        proof,
        visits,
        way,
        link: isPhonesChoice ? ownLink.getUsable(grant?.baseUri) : undefined,
        app: firstApp,
        appChoice,
        onLaunch,
        openPage,
        relay: {
          ui: sessionUi,
          askTap: launch ? undefined : tapQuestion.ask,
          onFailed: relayChoice.forget,
        },
        isLoopbackProven: getTokens(grant).some((token) => getTransport(grant, token) === 'local'),
        getScanReason,
        // If this end has ended the session, it has said why the next QR code is shown.
        onRemoteEnd: (reason) => void (workSignal.aborted || onRemoteEnd(reason)),
        onLinkUnreached: ownLink.noteUnreached,
        hasStoredToken: () => getTokens(grants.readGrant()).length > 0,
      });
      const { app, isOnDevice, transport, link } = session;
      if (isOnDevice) tapQuestion.onOpen(session);
      if (isOnDevice && transport !== 'local') void relayChoice.remember();
      void session.closed.then(prepare);
      return {
        session,
        app: isOnDevice ? app : PHONES_CHOICE,
        idleMs: isOnDevice ? idleMs : (remote?.idleMs ?? REMOTE_IDLE_MS),
        noteAnswer(result) {
          if (result || (isOnDevice && !grants.readGrant())) appChoice?.noteConnect(!result);
          // Over a relay, whoever plays the wallet could name any link.
          if (result && transport === 'local' && link === undefined && app.androidPackage === undefined)
            ownLink.noteAnswer(result.wallet_uri_base);
        },
      };
    } catch (error) {
      prepare();
      throw error;
    }
  };
}
