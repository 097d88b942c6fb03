import type { Settings } from '../options.js';
import type { WalletState } from '../state.js';
import { getIsSendOnly, getShownAccounts } from './accounts.js';
import type { BareGrant } from './grant.js';

/** The wallet's grant, for those who change it. */
export type GrantKeeper = Pick<WalletState, 'getGrant' | 'getAccounts'> &
  Readonly<{
    /** Replaces the grant, and what the wallet shows of it. */
    setGrant(grant: BareGrant | undefined): void;
  }>;

/** Makes the {@link GrantKeeper} of a wallet's state. */
export function createGrantKeeper(
  { getGrant, getAccounts, setGrant }: WalletState,
  { chains }: Settings,
): GrantKeeper {
  return {
    getGrant,
    getAccounts,
    setGrant: (grant) =>
      setGrant(
        grant && {
          ...grant,
          isSendOnly: getIsSendOnly(grant),
          accounts: getShownAccounts(grant, chains),
        },
      ),
  };
}
