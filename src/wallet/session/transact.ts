import type { IdentifierString } from '@wallet-standard/base';
import { createAbortScope } from '../../abort.js';
import { assertSignal } from '../../dapp/session.js';
import { runCallback } from '../../dapp/transact.js';
import { assertArgument, isMobileWalletError } from '../../errors.js';
import { getObject } from '../../protocol/arguments.js';
import { createSessionClosedError } from '../../session/channel.js';
import type { TransactOptions } from '../features.js';
import { getOwnAccount, getOwnChain } from '../inputs.js';
import type { Settings } from '../options.js';
import type { WalletSession } from './authorization.js';
import { dropTokenEverywhere, getTokens } from './grant.js';
import type { GrantKeeper } from './grant-keeper.js';
import type { SharedSession } from './shared-session.js';
import { createSharedWallet, type TransactCallback, type TransactScope } from './shared-wallet.js';

/** Runs a callback in the session, with a wallet that keeps the grant. */
export async function transact<T>(
  callback: TransactCallback<T>,
  options: TransactOptions | undefined,
  shared: SharedSession<WalletSession>,
  settings: Settings,
  grants: GrantKeeper,
): Promise<T> {
  const scope = getTransactScope(callback, options, settings, grants);
  return shared.run(async (session, signal) => {
    const ending = createAbortScope([signal]);
    try {
      const wallet = createSharedWallet(session, settings, grants, { ...scope, signal: ending.signal });
      return await runCallback(callback, wallet, ending.signal);
    } finally {
      ending.abort(createSessionClosedError('The callback has ended'));
    }
  }, scope.signal);
}

/** Makes the wallet forget every token, each of which is then forgotten here. */
export async function revoke(shared: SharedSession<WalletSession>, grants: GrantKeeper): Promise<void> {
  if (getTokens(grants.getGrant()).length === 0) return;
  await shared.run((session) =>
    session.exclusively(async () => {
      for (const auth_token of getTokens(grants.getGrant())) {
        try {
          await session.wallet.deauthorize({ auth_token });
        } catch (error) {
          // It is dead already.
          if (!isMobileWalletError(error, 'NOT_AUTHORIZED')) throw error;
        }
        const grant = grants.getGrant();
        if (grant) grants.setGrant(dropTokenEverywhere(grant, auth_token));
      }
    }),
  );
}

/** Checks what a callback's session is opened for, before it is. @throws `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED` */
function getTransactScope(
  callback: unknown,
  options: TransactOptions | undefined,
  { chains }: Settings,
  grants: GrantKeeper,
): TransactScope {
  assertArgument(typeof callback === 'function', 'callback', 'must be a function');
  const { account: given, chain, signal } = getObject(options, 'options') as TransactOptions;
  assertSignal(signal);
  const account = given === undefined ? undefined : getOwnAccount(given, grants.getAccounts());
  const connected = grants.getGrant()?.chain;
  const own: readonly IdentifierString[] = account?.chains ?? [...(connected ? [connected] : []), ...chains];
  return {
    chain: getOwnChain(chain, { chains: own }),
    ...(account && { address: account.address }),
    ...(signal && { signal }),
  };
}
