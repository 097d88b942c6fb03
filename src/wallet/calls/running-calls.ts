import { assertFits } from '../../connection/message-size.js';
import {
  createProgressReporter,
  type ProgressState,
  type ProgressWallet,
  type ReportProgress,
} from '../../dapp/open/progress.js';
import type { ScanReason, Want } from '../../dapp/open/session-ui.js';
import { MobileWalletError } from '../../util/errors.js';
import { type Grants, isOfApp, isRemoteGrant } from '../grant/grant.js';
import { createUi } from '../open/ask/session-dialogs.js';
import { createTapQuestion } from '../open/ask/tap-question.js';
import { createWaitingDialog } from '../open/ask/waiting-dialog.js';
import { canBeLocal, createWalletSessionOpener, getNextMaxBytes } from '../open/open-wallet-session.js';
import { createOtherWalletQuestion } from '../open/other-wallet.js';
import type { Settings } from '../open/settings.js';
import { createSharedSession, type OpenSignals } from '../open/shared-session.js';
import { createWalletSession, type OnAnswer, type WalletSession } from './authorization.js';
import type { Input } from './inputs.js';

/**
 * Runs `work` in the wallet's session, which is opened if there is none. `want` says what the session is
 * needed for, and is shown to the user. The signal that `work` receives aborts when `signal` does, or when
 * the session is closed. `isOfAccount` is whether the call is about accounts of the grant, so that only the
 * app which gave them can answer it; by default for all that asks for a signature.
 */
export type RunInSession = <T>(
  want: Want,
  work: (session: WalletSession, signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
  isOfAccount?: boolean,
) => Promise<T>;

/**
 * Runs a call in the wallet's session, when it is its turn. Rejects with `PAYLOAD_TOO_LARGE` if the
 * connection cannot carry one of `inputs`, so that nobody is asked for it: before the session is opened, if
 * that is known by then, and again in it, because a reflector may carry less than was expected.
 */
export type RunInTurn = <T>(
  want: Want,
  inputs: readonly Pick<Input, 'alone'>[],
  work: (session: WalletSession) => Promise<T>,
) => Promise<T>;

/** Runs the wallet's calls in the session that they share, and shows the user what they wait for. */
export type RunningCalls = Readonly<{
  /** Runs a call, which is pending until it settles. */
  run: RunInSession;
  /** Runs a call that is one turn in the session. */
  runInTurn: RunInTurn;
  /** Runs a callback, which is pending until it has begun. From then on, only the calls of its wallet are. */
  runCallback: RunInSession;
  isSessionOpen(): boolean;
  /**
   * Returns how much the next session carries, if that is known before it is opened. One that is open knows
   * it by itself.
   */
  getNextMaxBytes(): number | undefined;
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
  let answered: ProgressWallet;
  const reportProgress = createProgressReporter(settings.onProgress);
  const hasUi = dialogs !== false && typeof document !== 'undefined';
  const ui = hasUi ? createUi(dialogs, app) : undefined;
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
  const tapQuestion = createTapQuestion(identity.name, ui, waitingDialog.getWant);

  /** Why the next QR code is shown, once the end of a session of this page has said it. */
  let scanReason: ScanReason | undefined;
  /** The state of the session, without `ready`. */
  let sessionState: ProgressState = 'idle';
  /** The session whose states count. One that was given up may report its end when the next has begun. */
  let reporting: OpenSignals | undefined;
  const noteState: ReportProgress = (next) => {
    if (next === 'preparing') answered = undefined;
    sessionState = next;
    waitingDialog.onProgress(next);
    reportProgress(next, answered);
  };

  /** How many pending calls are about accounts of the grant. */
  let callsOfAccounts = 0;
  /** How many callbacks run, each of which may have sent something. */
  let runningCallbacks = 0;
  /** Counts a call, if it is about accounts, until the function that this returns is called. */
  const countCall = (isOfAccount: boolean): (() => void) => {
    if (isOfAccount) callsOfAccounts++;
    return () => {
      if (isOfAccount) callsOfAccounts--;
    };
  };

  const otherWallet = createOtherWalletQuestion(ui, canBeLocal(settings));
  const open = createWalletSessionOpener(settings, grants, {
    ui,
    tapQuestion,
    takeChosenWay: otherWallet.takeWay,
    // Accounts without a session are of an earlier page, whose session ended with it.
    getScanReason: () => scanReason ?? (isRemoteGrant(grants.readGrant()) ? 'connection-lost' : 'first'),
    onRemoteEnd(reason) {
      scanReason = reason;
    },
    onLaunch: waitingDialog.setReopen,
    appQuestion: {
      getWant: waitingDialog.getWant,
      getOffer() {
        if (runningCallbacks > 0) return undefined;
        return callsOfAccounts > 0 ? 'change-app' : 'other-app';
      },
      onChange() {
        const message = 'The user cancelled, and chose another wallet app for the next connect';
        void endSession('first', new MobileWalletError('USER_CANCELLED', message));
        grants.setGrant(undefined);
      },
    },
  });
  const shared = createSharedSession(
    async (signals) => {
      const {
        session,
        app: sessionApp,
        idleMs,
        noteAnswer,
      } = await open(signals, (next) => {
        if (next === 'preparing') reporting = signals;
        if (reporting === signals) noteState(next);
      });
      const onAnswer: OnAnswer = (result) => {
        noteAnswer(result);
        otherWallet.onAnswer();
        const { wallet_icon: icon, wallet_uri_base: base } = result;
        answered = { ...(icon && { icon }), ...(base && { host: new URL(base).host }) };
      };
      const { workSignal } = signals;
      const created = createWalletSession(session, settings, grants, sessionApp, workSignal, onAnswer);
      const { androidPackage, isChosenAnew } = sessionApp;
      return {
        ...created,
        get idleMs() {
          // An app in the place of the grant's that has granted nothing serves no later call.
          return isChosenAnew && !isOfApp(grants.readGrant(), androidPackage) ? 0 : idleMs;
        },
      };
    },
    {
      onWork() {
        if (sessionState === 'waiting') reportProgress('waiting', answered);
      },
      onIdle(session) {
        if (sessionState === 'waiting' && session && session.idleMs > 0) reportProgress('ready', answered);
      },
    },
  );
  const endSession = (nextScanReason: ScanReason, ...closing: Parameters<typeof shared.close>) => {
    scanReason = nextScanReason;
    reporting = undefined;
    noteState('idle');
    otherWallet.end(closing[0]);
    return shared.close(...closing);
  };
  /** Lets the waiting dialog speak for a call that has begun, until it has settled. */
  const showPending = <T>(want: Want, running: Promise<T>): Promise<T> =>
    running.finally(waitingDialog.begin(want));
  const run: RunInSession = async (
    want,
    work,
    signal,
    isOfAccount = want === 'signature' || want === 'send',
  ) => {
    const stopCounting = countCall(isOfAccount);
    try {
      for (;;) {
        try {
          return await showPending(want, shared.run(work, signal));
        } catch (error) {
          // Nothing but the authorization was asked for in that session, so the call can begin anew.
          if (!(await otherWallet.ask(error, signal))) throw error;
        }
      }
    } finally {
      stopCounting();
    }
  };
  const getMaxBytes = (): number | undefined =>
    shared.isOpen() ? undefined : getNextMaxBytes(settings, grants);

  return {
    run,
    async runInTurn(want, inputs, work) {
      const assertAllFit = (maxBytes: number | undefined): void => {
        for (const { alone } of inputs) assertFits(alone, maxBytes);
      };
      assertAllFit(getMaxBytes());
      return run(want, (session) =>
        session.exclusively(async () => {
          assertAllFit(session.maxBytes);
          return work(session);
        }),
      );
    },
    runCallback(want, work, signal, isOfAccount = false) {
      const stopCounting = countCall(isOfAccount);
      const stopWaiting = waitingDialog.begin(want);
      const running = shared.run((session, workSignal) => {
        const exclusively: WalletSession['exclusively'] = (...turn) =>
          showPending(want, session.exclusively(...turn));
        const working = work({ ...session, exclusively }, workSignal);
        stopWaiting();
        runningCallbacks++;
        return working.finally(() => void runningCallbacks--);
      }, signal);
      return running
        .finally(stopWaiting)
        .finally(stopCounting)
        .catch(async (error: unknown) => {
          await otherWallet.tell(error, signal);
          throw error;
        });
    },
    isSessionOpen: shared.isOpen,
    getNextMaxBytes: getMaxBytes,
    end: (...closing) => endSession('first', ...closing),
  };
}
