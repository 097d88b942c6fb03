import {
  createProgressReporter,
  type OnProgress,
  type ProgressState,
} from '../../dapp/open/establish-session.js';
import type { ScanReason } from '../../dapp/open/session-ui.js';
import { MobileWalletError } from '../../util/errors.js';
import type { Settings } from '../options.js';
import type { RunInSession, WalletSession } from './authorization.js';
import { type Grants, isRemoteGrant } from './grant.js';
import { createWalletSessionOpener } from './open-wallet-session.js';
import { createUi } from './session-dialogs.js';
import { createSharedSession, type OpenSignals } from './shared-session.js';
import { createTapQuestion } from './tap-question.js';
import { createWaitingDialog } from './waiting-dialog.js';

/** Runs the wallet's calls in the session that they share, and shows the user what they wait for. */
export type RunningCalls = Readonly<{
  /** Runs a call, which is pending until it settles. */
  run: RunInSession;
  /** Runs a callback, which is pending until it has begun. From then on, only the calls of its wallet are. */
  runCallback: RunInSession;
  isSessionOpen(): boolean;
  /**
   * Aborts all calls with `reason`, and closes the session. If it is open, `beforeClose` is waited for. The
   * next QR code is shown as the first one.
   */
  end(reason: unknown, beforeClose: (session: WalletSession) => Promise<unknown>): Promise<void>;
}>;

/** Creates the {@link RunningCalls} of a wallet. */
export function createRunningCalls(settings: Settings, grants: Grants): RunningCalls {
  const { app, dialogs, identity } = settings;
  /** What the wallet app of the session says of itself, once it has authorized. */
  let answered: Parameters<OnProgress>[1];
  const reportProgress = createProgressReporter(settings.onProgress, () => answered);
  const hasUi = dialogs !== false && typeof document !== 'undefined';
  const ui = hasUi ? createUi(dialogs, app) : undefined;
  const tapQuestion = createTapQuestion(identity.name, ui);
  const waitingDialog = createWaitingDialog(
    identity.name,
    ui?.waiting,
    () => {
      const message = 'The user cancelled before the wallet responded';
      void endSession('cancelled', new MobileWalletError('USER_CANCELLED', message));
    },
    () => {
      // A call may be for any of several accounts.
      const [account, ...others] = grants.getAccounts();
      return others.length === 0 ? account?.address : undefined;
    },
  );

  /** Why the next QR code is shown, once the end of a session of this page has said it. */
  let scanReason: ScanReason | undefined;
  /** The state of the session, without `ready`. */
  let sessionState: ProgressState = 'idle';
  /** The session whose states count. One that was given up may report its end when the next has begun. */
  let reporting: OpenSignals | undefined;
  const noteState: OnProgress = (next) => {
    if (next === 'preparing') answered = undefined;
    sessionState = next;
    waitingDialog.onProgress(next);
    reportProgress(next);
  };

  const open = createWalletSessionOpener(settings, grants, {
    ui,
    tapQuestion,
    // Accounts without a session are of an earlier page, whose session ended with it.
    getScanReason: () => scanReason ?? (isRemoteGrant(grants.getGrant()) ? 'connectionLost' : 'first'),
    onRemoteEnd(reason) {
      scanReason = reason;
    },
    onLaunch: waitingDialog.setReopen,
    onAnswer({ wallet_icon: icon, wallet_uri_base: base }) {
      answered = { ...(icon && { icon }), ...(base && { host: new URL(base).host }) };
    },
  });
  const shared = createSharedSession(
    (signals) =>
      open(signals, (next) => {
        if (next === 'preparing') reporting = signals;
        if (reporting === signals) noteState(next);
      }),
    (session) => {
      if (sessionState === 'waiting' && session && session.lingerMs > 0) reportProgress('ready');
    },
  );
  const endSession = (nextScanReason: ScanReason, ...closing: Parameters<typeof shared.close>) => {
    scanReason = nextScanReason;
    reporting = undefined;
    noteState('idle');
    return shared.close(...closing);
  };
  const runShared: RunInSession = (want, work, signal) =>
    tapQuestion.during(want, () =>
      shared.run((session, workSignal) => {
        if (sessionState === 'waiting') reportProgress('waiting');
        return work(session, workSignal);
      }, signal),
    );

  return {
    run: (want, ...call) => runShared(want, ...call).finally(waitingDialog.begin(want)),
    runCallback(want, work, signal) {
      const noteBegun = waitingDialog.begin(want);
      return runShared(
        want,
        (session, workSignal) => {
          const exclusively: WalletSession['exclusively'] = (turn, turnSignal) =>
            session.exclusively(turn, turnSignal).finally(waitingDialog.begin(want));
          const working = work({ ...session, exclusively }, workSignal);
          noteBegun();
          return working;
        },
        signal,
      ).finally(noteBegun);
    },
    isSessionOpen: shared.isOpen,
    end: (...closing) => endSession('first', ...closing),
  };
}
