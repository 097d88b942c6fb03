import { assertFits } from '../../connection/message-size.js';
import type { Want } from '../../dapp/open/session-ui.js';
import { createNotGrantedError } from '../../dapp/sign-in-message.js';
import { MobileWalletError } from '../../util/errors.js';
import type { Grants } from '../grant/grant.js';
import { canChooseApp } from '../open/apps/can-choose-app.js';
import { getNextMaxBytes } from '../open/first-way.js';
import type { Settings } from '../open/settings.js';
import type { WalletSession } from './authorization.js';
import { createCallsSession } from './calls-session.js';
import type { Input } from './inputs.js';

/** What a call does in a session. Its signal aborts when no more may be done. */
type Work<T> = (session: WalletSession, signal: AbortSignal) => Promise<T>;

/**
 * Runs `work` in the wallet's session, which is opened if there is none. `want` says what the session is
 * needed for, and is shown to the user. The signal that `work` receives aborts when `signal` does, or when
 * the session is closed. `address` (base58) is that of an account of the grant that the call names: then it
 * is bound to the app of the grant of this moment, and rejects with `ACCOUNT_NOT_AUTHORIZED` in place of
 * running in a session with another, or opening one.
 */
export type RunInSession = <T>(
  want: Want,
  work: Work<T>,
  signal?: AbortSignal,
  address?: string,
) => Promise<T>;

/**
 * Runs a call in the wallet's session, when it is its turn. Rejects with `PAYLOAD_TOO_LARGE` if the
 * connection cannot carry one of `inputs`, so that nobody is asked for it: before the session is opened, if
 * that is known by then, and again in it, because a reflector may carry less than was expected. The call
 * belongs to the wallet app of the first input's account.
 */
export type RunInTurn = <T>(
  want: Want,
  inputs: readonly Pick<Input, 'alone' | 'account'>[],
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
  /** How many pending calls are about accounts of the grant. */
  let callsOfAccounts = 0;
  /** How many callbacks run, each of which may have sent something. */
  let runningCallbacks = 0;
  const session = createCallsSession(settings, grants, () => {
    if (runningCallbacks > 0) return undefined;
    return callsOfAccounts > 0 ? 'change-app' : 'other-app';
  });

  /**
   * Makes a call. One that names an account is counted until it settles, and its work is bound to the app.
   */
  const bind = async <T>(
    address: string | undefined,
    work: Work<T>,
    call: (bound: Work<T>) => Promise<T>,
  ): Promise<T> => {
    if (address === undefined) return call(work);
    const grant = grants.readGrant();
    if (grant?.androidPackage !== undefined && !canChooseApp()) {
      const message = `The wallet app of ${address} cannot be opened here`;
      throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', message, { address });
    }
    callsOfAccounts++;
    try {
      return await call((opened, signal) => {
        if (!opened.mayServe(grant)) throw createNotGrantedError(address);
        return work(opened, signal);
      });
    } finally {
      callsOfAccounts--;
    }
  };

  const run: RunInSession = (want, work, signal, address) =>
    bind(address, work, async (bound) => {
      for (;;) {
        try {
          return await session.showPending(want, session.run(bound, signal));
        } catch (error) {
          // Nothing but the authorization was asked for in that session, so the call can begin anew.
          if (!(await session.askOtherWallet(error, signal, true))) throw error;
        }
      }
    });

  const getMaxBytes = (): number | undefined =>
    session.isOpen() ? undefined : getNextMaxBytes(settings, grants);

  const runInTurn: RunInTurn = async (want, inputs, work) => {
    const assertAllFit = (maxBytes: number | undefined): void => {
      for (const { alone } of inputs) assertFits(alone, maxBytes);
    };
    assertAllFit(getMaxBytes());
    const takeTurn = (opened: WalletSession) =>
      opened.exclusively(async () => {
        assertAllFit(opened.maxBytes);
        return work(opened);
      });
    return run(want, takeTurn, undefined, inputs[0]?.account.address);
  };

  /** Runs a callback. The waiting dialog speaks for it until it begins, and from then on for its turns. */
  const runUncounted: RunInSession = async (want, work, signal) => {
    const stopWaiting = session.begin(want);
    const begin = (opened: WalletSession, workSignal: AbortSignal) => {
      const exclusively: WalletSession['exclusively'] = (...turn) =>
        session.showPending(want, opened.exclusively(...turn));
      const working = work({ ...opened, exclusively }, workSignal);
      stopWaiting();
      runningCallbacks++;
      return working.finally(() => void runningCallbacks--);
    };
    return session.run(begin, signal).finally(stopWaiting);
  };

  return {
    run,
    runInTurn,
    async runCallback(want, work, signal, address) {
      try {
        return await bind(address, work, (bound) => runUncounted(want, bound, signal));
      } catch (error) {
        await session.askOtherWallet(error, signal, false);
        throw error;
      }
    },
    isSessionOpen: session.isOpen,
    getNextMaxBytes: getMaxBytes,
    end: (...closing) => session.end('first', ...closing),
  };
}
