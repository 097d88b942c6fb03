import {
  createProgressReporter,
  openSession,
  type Preparation,
  prepareSession,
  type SessionConfig,
} from '../../dapp/session.js';
import { isMobileWalletError, MobileWalletError } from '../../errors.js';
import { isBaseUri } from '../../protocol/association.js';
import type { FeatureMethods } from '../features.js';
import type { Settings } from '../options.js';
import type { WalletState } from '../state.js';
import { createWalletSession, type WalletSession } from './authorization.js';
import { createGrants, getTokens } from './grant.js';
import { createSharedSession, type RunInSession } from './shared-session.js';
import { signIn } from './sign-in.js';
import { createSigning, type Signing } from './signing.js';
import { revoke, transact } from './transact.js';
import { createTapQuestion, createUi, createWaitingDialog } from './ui.js';

/** What the wallet does in sessions, after the checks of the first load. */
export type Operations = Signing &
  Pick<FeatureMethods, 'signIn' | 'transact' | 'revoke'> &
  Readonly<{
    connect(): Promise<void>;
    /** Aborts all calls. If a session is open, deauthorizes the wallet's tokens in it and closes it. */
    disconnect(): Promise<void>;
  }>;

/** Creates the operations of a wallet. Calls at the same time share one session. */
export function createOperations(settings: Settings, state: WalletState): Operations {
  const { chains, dial, dialogs, identity, launch, linger } = settings;
  const grants = createGrants(state, settings);
  const reportProgress = createProgressReporter(settings.onProgress);
  const hasUi = dialogs !== false && typeof document !== 'undefined';
  const ui = hasUi ? createUi(dialogs) : undefined;
  const tapQuestion = createTapQuestion(identity.name ?? '', ui);
  const waitingDialog = createWaitingDialog(ui?.waiting, () => {
    const reason = new MobileWalletError('USER_CANCELLED', 'The user cancelled before the wallet responded');
    void shared.close(reason);
  });

  let prepared: Promise<Preparation> | undefined;
  const prepare = (): void => {
    prepared ??= prepareSession();
    // `openSession` reports the error if it uses this preparation; the next call prepares again.
    prepared.catch(() => {
      prepared = undefined;
    });
  };
  prepare();

  const open = async (
    config: SessionConfig & { signal: AbortSignal },
    workSignal: AbortSignal,
  ): Promise<WalletSession> => {
    // A custom launch may not need a tap.
    if (!launch) await tapQuestion.ask(config.signal);
    const baseUri = grants.getGrant()?.baseUri;
    const preparation = prepared;
    prepared = undefined;
    try {
      const session = await openSession(
        isBaseUri(baseUri) ? { ...config, baseUri } : config,
        ui,
        preparation,
        waitingDialog.setReopen,
      );
      void session.closed.then(prepare);
      tapQuestion.onOpen(session);
      return createWalletSession(session, settings, grants, workSignal);
    } catch (error) {
      prepare();
      // The wallet app of that link may be gone. Forget the link, so that the next tap lets the system choose an app.
      if (baseUri !== undefined && isUnreached(error)) grants.updateGrant(({ baseUri: _, ...rest }) => rest);
      throw error;
    }
  };

  const shared = createSharedSession(
    ({ sessionSignal, workSignal }) =>
      open(
        {
          signal: sessionSignal,
          debug: settings.debug,
          onProgress(progress) {
            // After this session's work was aborted, another session may already report its progress.
            if (workSignal.aborted) return;
            waitingDialog.onProgress(progress);
            reportProgress(progress);
          },
          ...(launch && { launch }),
          ...(dial && { dial }),
        },
        workSignal,
      ),
    linger,
    waitingDialog.hide,
  );
  const run: RunInSession = (want, work, signal) => tapQuestion.during(want, () => shared.run(work, signal));

  return {
    ...createSigning(run, grants),
    connect: () =>
      run('connect', (session) =>
        session.exclusively(async () => {
          if (grants.getAccounts().length === 0) await session.authorizeAfresh(chains[0]);
        }),
      ),
    async disconnect() {
      const reason = new MobileWalletError('SESSION_CLOSED', 'The wallet was disconnected');
      reportProgress('idle');
      const tokens = getTokens(grants.getGrant());
      await shared.close(reason, (session) => session.deauthorizeSoon(tokens));
    },
    signIn: (...inputs) => signIn(inputs, run, settings, grants),
    transact: (callback, options) => transact(callback, options, run, settings, grants),
    revoke: () => revoke(run, grants),
  };
}

/** Whether the launch may have opened something other than a wallet app. */
function isUnreached(error: unknown): boolean {
  return isMobileWalletError(error, 'USER_CANCELLED') || isMobileWalletError(error, 'WALLET_NOT_FOUND');
}
