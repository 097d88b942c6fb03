import type { Capacity } from '../../connection/capacity.js';
import { createSessionClosedError } from '../../connection/channel.js';
import {
  createProgressReporter,
  type OnProgress,
  type ProgressState,
} from '../../dapp/open/establish-session.js';
import { whenPageOpens } from '../../dapp/open/prerendering.js';
import type { ScanReason } from '../../dapp/open/session-ui.js';
import type { Sent } from '../../dapp/run-callback.js';
import { MobileWalletError } from '../../util/errors.js';
import type { FeatureMethods } from '../features.js';
import type { Settings } from '../options.js';
import type { WalletState } from '../state.js';
import type { RunInSession } from './authorization.js';
import { createRunInTurn } from './batches.js';
import { noteSend, revoke, transact } from './callback.js';
import { createGrants } from './grant.js';
import { createWalletSessionOpener, getNextCapacity } from './open-wallet-session.js';
import { createSending, type Sending } from './send.js';
import { createUi } from './session-dialogs.js';
import { createSharedSession, type OpenSignals } from './shared-session.js';
import { createSigning, type Signing } from './sign.js';
import { signIn } from './sign-in.js';
import { createTapQuestion } from './tap-question.js';
import { createWaitingDialog } from './waiting-dialog.js';

/** What the wallet does in sessions, after the checks of the first load. */
export type Operations = Signing &
  Sending &
  Pick<FeatureMethods, 'signIn' | 'transact' | 'revoke'> &
  Readonly<{
    connect(): Promise<void>;
    /** Aborts all calls. If a session is open, deauthorizes the wallet's tokens in it and closes it. */
    disconnect(): Promise<void>;
  }>;

/** Creates the operations of a wallet. Calls at the same time share one session. */
export function createOperations(settings: Settings, state: WalletState): Operations {
  const { app, chains, dialogs, identity } = settings;
  const grants = createGrants(state, settings);
  // The page that the user comes from may have changed a store that this one has read in advance.
  void whenPageOpens()?.then(() => state.receive(new Event('pageshow')));
  /** What the wallet app of the session says of itself, once it has authorized. */
  let answered: Parameters<OnProgress>[1];
  const reportProgress = createProgressReporter(settings.onProgress, () => answered);
  const hasUi = dialogs !== false && typeof document !== 'undefined';
  const ui = hasUi ? createUi(dialogs, app) : undefined;
  const tapQuestion = createTapQuestion(identity.name, ui);
  /** Why the next QR code is shown. */
  let scanReason: ScanReason = 'first';
  const waitingDialog = createWaitingDialog(
    ui?.waiting,
    () => {
      const message = 'The user cancelled before the wallet responded';
      void end('cancelled', new MobileWalletError('USER_CANCELLED', message));
    },
    () => {
      // A call may be for any of several accounts.
      const [account, ...others] = grants.getAccounts();
      return others.length === 0 ? account?.address : undefined;
    },
  );
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
    getScanReason: () => scanReason,
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
  /**
   * Aborts all calls, and closes the session if one is open. `nextScanReason` is why the next QR code is
   * shown.
   */
  const end = (nextScanReason: ScanReason, ...closing: Parameters<typeof shared.close>): Promise<void> => {
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
  /** A call is pending until it settles. */
  const run: RunInSession = (...call) => runShared(...call).finally(waitingDialog.begin());
  /** A callback is pending until it has begun. From then on, only the calls of its wallet are. */
  const runCallback: RunInSession = (want, work, signal) => {
    const begin = waitingDialog.begin();
    return runShared(
      want,
      (session, workSignal) => {
        const working = work(
          {
            ...session,
            exclusively: (turn, turnSignal) =>
              session.exclusively(turn, turnSignal).finally(waitingDialog.begin()),
          },
          workSignal,
        );
        begin();
        return working;
      },
      signal,
    ).finally(begin);
  };

  /** An open session knows by itself how much it carries. */
  const getCapacity = (): Capacity | undefined =>
    shared.isOpen() ? undefined : getNextCapacity(settings, grants);
  const runInTurn = createRunInTurn(run, getCapacity);
  const sending = createSending(runInTurn);
  /** What the callbacks of `transact` that run now have sent. */
  const callbacks = new Set<Sent>();

  return {
    ...createSigning(runInTurn),
    signAndSendTransactions: (...params) => noteSend(sending.signAndSendTransactions(...params), callbacks),
    signAndSendAllTransactions: (...params) =>
      noteSend(sending.signAndSendAllTransactions(...params), callbacks),
    connect: () =>
      run('connect', (session) =>
        session.exclusively(async () => {
          if (grants.getAccounts().length === 0) await session.askUser(chains[0]);
        }),
      ),
    async disconnect() {
      const grant = grants.getGrant();
      await end('first', createSessionClosedError('The wallet was disconnected'), (session) =>
        session.deauthorizeSoon(grant),
      );
    },
    signIn: (...inputs) => signIn(inputs, run, settings, grants, getCapacity),
    transact: (callback, options) => transact(callback, options, runCallback, settings, grants, callbacks),
    revoke: () => revoke(run, grants, shared.isOpen()),
  };
}
