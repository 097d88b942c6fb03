import { useCallback, useSyncExternalStore } from 'react';
import { type AnyWallet, getAccount, getWallet, listWallets, subscribe } from './wallets';

const NONE: readonly AnyWallet[] = [];

/** Returns all wallets of this page; none on a server. */
export const useWallets = () => useSyncExternalStore(subscribe, listWallets, () => NONE);

/** Returns the wallet to use; `undefined` on a server, and if there is none. */
export const useWallet = () => useSyncExternalStore(subscribe, getWallet, () => undefined);

/** Returns the connected account; `undefined` on a server, and if the user is not connected. */
export function useAccount(wallet: AnyWallet | undefined) {
  const subscribeToAccounts = useCallback(
    (onChange: () => void) => wallet?.features['standard:events'].on('change', onChange) ?? (() => {}),
    [wallet],
  );
  return useSyncExternalStore(
    subscribeToAccounts,
    () => wallet && getAccount(wallet),
    () => undefined,
  );
}
