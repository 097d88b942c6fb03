import { useSyncExternalStore } from 'react';
import { mobileWallet } from './wallet';

const subscribe = (onChange: () => void) =>
  mobileWallet?.features['standard:events'].on('change', onChange) ?? (() => {});

/** Returns the connected account; `undefined` on a server, and if the user is not connected. */
export function useAccount() {
  return useSyncExternalStore(
    subscribe,
    () => mobileWallet?.accounts[0],
    () => undefined,
  );
}

/** Returns whether a wallet app can be reached from this page; `false` on a server. */
export function useHasWallet() {
  return useSyncExternalStore(
    subscribe,
    () => mobileWallet !== undefined,
    () => false,
  );
}
