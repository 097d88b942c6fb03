import type { Way } from '../../dapp/open/session-config.js';
import type { ScanReason, Want } from '../../dapp/open/session-ui.js';
import { abortable } from '../../util/abortable.js';
import { MobileWalletError } from '../../util/errors.js';
import { findMobileWalletError } from '../../util/find-error.js';
import { createLoader } from '../../util/lazy.js';
import { type Grants, isOfApp, isRemoteGrant } from '../grant/grant.js';
import type { AppQuestion } from '../open/apps/choose-app.js';
import { createUi } from '../open/ask/session-dialogs.js';
import { createTapQuestion } from '../open/ask/tap-question.js';
import { createWaitingDialog } from '../open/ask/waiting-dialog.js';
import { canBeLocal } from '../open/first-way.js';
import { createWalletSessionOpener } from '../open/open-wallet-session.js';
import type { Settings } from '../open/settings.js';
import { createSharedSession, type Shareable } from '../open/shared-session.js';
import { createWalletSession, type WalletSession } from './authorization.js';
import { createSessionProgress } from './session-progress.js';

/**
 * Creates the session that the wallet's calls share, with what the user sees of it. `getOffer` returns which
 * change of the wallet app the pending calls allow.
 */
export function createCallsSession(settings: Settings, grants: Grants, getOffer: AppQuestion['getOffer']) {
  /** Why the next QR code is shown, once the end of a session of this page has said it. */
  let scanReason: ScanReason | undefined;
  /** The way that the user has chosen for the next session. */
  let nextWay: Way | undefined;
  /** Aborts when the session is ended here, even if it has ended before. */
  let ending = new AbortController();

  /**
   * Aborts all calls with `reason`, and closes the session. If it is open, `beforeClose` is waited for. The
   * next QR code is shown because of `nextScanReason`. This function stands before what it uses, because the
   * waiting dialog ends the session, and the session shows that dialog.
   */
  function end(
    nextScanReason: ScanReason,
    reason: unknown,
    beforeClose?: (session: WalletSession) => Promise<unknown>,
  ): Promise<void> {
    scanReason = nextScanReason;
    progress.end();
    ending.abort(reason);
    ending = new AbortController();
    return shared.close(reason, beforeClose);
  }

  /** Ends all calls because the user wants it. */
  function cancel(message: string, nextScanReason: ScanReason): void {
    void end(nextScanReason, new MobileWalletError('USER_CANCELLED', message));
  }

  const { app, dialogs, identity } = settings;
  const hasUi = dialogs !== false && typeof document !== 'undefined';
  const ui = hasUi ? createUi(dialogs, app, () => waitingDialog.getWant()) : undefined;
  const waitingDialog = createWaitingDialog(
    identity.name,
    ui?.waiting,
    () => cancel('The user cancelled before the wallet responded', 'cancelled'),
    () => {
      // A call may be for any of several accounts.
      const [account, ...others] = grants.getAccounts();
      return others.length === 0 ? account?.address : undefined;
    },
  );
  const { begin, getWant, setAskAgain } = waitingDialog;
  const tapQuestion = createTapQuestion(identity.name, ui, getWant);
  const progress = createSessionProgress(settings.onProgress, waitingDialog.onProgress);
  const otherWallet = createLoader(async () => {
    const { createOtherWalletQuestion } = await import('../open/other-wallet.js');
    return createOtherWalletQuestion(canBeLocal(settings), (way) => {
      nextWay = way;
    });
  });

  const open = createWalletSessionOpener(settings, grants, {
    ui,
    tapQuestion,
    takeChosenWay() {
      const way = nextWay;
      nextWay = undefined;
      return way;
    },
    // Accounts without a session are of an earlier page, whose session ended with it.
    getScanReason: () => scanReason ?? (isRemoteGrant(grants.readGrant()) ? 'connection-lost' : 'first'),
    onRemoteEnd(reason) {
      scanReason = reason;
    },
    onLaunch: waitingDialog.setReopen,
    appQuestion: {
      getWant,
      getOffer,
      onChange() {
        cancel('The user cancelled, and chose another wallet app for the next connect', 'first');
        grants.setGrant(undefined);
      },
    },
  });
  const shared = createSharedSession<WalletSession & Shareable>(
    async (signals) => {
      const opened = await open(signals, (state) => progress.note(signals, state));
      let hasAnswered = false;
      const isOfGrant = (): boolean => isOfApp(grants.readGrant(), opened.app.androidPackage);
      return {
        ...createWalletSession(opened, settings, grants, signals.workSignal, setAskAgain, (result) => {
          // Once it has authorized, something may have been sent.
          if (result || !hasAnswered) opened.noteAnswer(result);
          if (!result) return;
          hasAnswered = true;
          otherWallet.getLoaded()?.onAnswer();
          progress.noteAnswer(result);
        }),
        getIdleMs: () => (isOfGrant() ? opened.idleMs : 0),
        // While an app in the place of the grant's is asked, calls that name no account may share its
        // session.
        takesCalls: (isBusy) => isOfGrant() || (isBusy && !hasAnswered),
      };
    },
    {
      onWork: progress.onWork,
      onIdle(session) {
        session.noteIdle();
        progress.onIdle();
      },
    },
  );
  // Another tab may have replaced the grant by one of another app.
  globalThis.addEventListener?.('storage', shared.review);

  return {
    run: <T>(...call: Parameters<typeof shared.run<T>>): Promise<T> =>
      // A call that joined a session did not need the way, and no later session is to take it.
      shared.run(...call).finally(() => {
        nextWay = undefined;
      }),
    isOpen: shared.isOpen,
    end,
    /** Notes that a call is pending: see {@link WaitingDialog.begin}. */
    begin,
    /** Lets the waiting dialog speak for a call that has begun, until it has settled. */
    showPending: <T>(want: Want, running: Promise<T>): Promise<T> => running.finally(begin(want)),
    /**
     * Asks the user for another way, if `error` says that this wallet cannot connect by the one before.
     * Resolves with whether a call is to begin anew, if it `canRepeat`.
     */
    async askOtherWallet(
      error: unknown,
      signal: AbortSignal | undefined,
      canRepeat: boolean,
    ): Promise<boolean> {
      const closed = findMobileWalletError(error, 'SESSION_CLOSED');
      if (!ui || closed?.context.during === undefined) return false;
      const { signal: ended } = ending;
      const question = await otherWallet.load().catch(() => undefined);
      ended.throwIfAborted();
      const asked = question?.ask(closed, ui, canRepeat, ended);
      return asked ? abortable(asked.answer, signal).finally(asked.leave) : false;
    },
  };
}
