import { createSessionClosedError } from '../../connection/channel.js';
import { whenPageOpens } from '../../dapp/open/launch.js';
import type { Sent } from '../../dapp/run-callback.js';
import type { FeatureMethods } from '../features.js';
import { createGrants } from '../grant/grant.js';
import type { WalletState } from '../grant/state.js';
import { checkOptions } from '../open/settings.js';
import type { FirstSettings } from '../options.js';
import { noteSend, revoke, transact } from './callback.js';
import { createRunningCalls } from './running-calls.js';
import { createSending, type Sending } from './send.js';
import { createSigning, type Signing } from './sign.js';
import { signIn } from './sign-in.js';

/** What the wallet does in sessions, after the checks of the first load. */
export type Operations = Signing &
  Sending &
  Pick<FeatureMethods, 'signIn' | 'transact'> &
  Readonly<{
    connect(): Promise<void>;
    /** See {@link revoke}. */
    revoke(): ReturnType<typeof revoke>;
    /** Aborts all calls. If a session is open, deauthorizes the wallet's tokens in it and closes it. */
    disconnect(): Promise<void>;
  }>;

export { checkOptions };

/**
 * Creates the operations of a wallet. Calls at the same time share one session.
 *
 * @throws `INVALID_ARGUMENT` for an option without which no call can do anything
 */
export function createOperations(first: FirstSettings, state: WalletState): Operations {
  const settings = checkOptions(first);
  const grants = createGrants(state, settings);
  // The page that the user comes from may have changed a store that this one has read in advance.
  void whenPageOpens()?.then(state.catchUp);
  const { run, runInTurn, runCallback, isSessionOpen, getNextMaxBytes, end } = createRunningCalls(
    settings,
    grants,
  );
  const sending = createSending(runInTurn, grants);
  /** What the callbacks of `transact` that run now have sent. */
  const callbacks = new Set<Sent>();

  return {
    connect: () =>
      run('connect', (session) =>
        session.exclusively(async () => {
          if (grants.getAccounts().length === 0) await session.askUser(settings.chains[0]);
        }),
      ),
    async disconnect() {
      const grant = grants.readGrant();
      const reason = createSessionClosedError('The wallet was disconnected');
      await end(reason, (session) => session.deauthorizeSoon(grant));
    },
    signIn: (...inputs) => signIn(inputs, run, settings, grants, getNextMaxBytes),
    ...createSigning(runInTurn, grants),
    signAndSendTransactions: (...params) => noteSend(sending.signAndSendTransactions(...params), callbacks),
    signAndSendAllTransactions: (...params) =>
      noteSend(sending.signAndSendAllTransactions(...params), callbacks),
    transact: (callback, options) => transact(callback, options, runCallback, settings, grants, callbacks),
    revoke: () => revoke(run, grants, isSessionOpen()),
  };
}
