import { useWallet } from '@solana/wallet-adapter-react';
import { useEffect } from 'react';

/**
 * Connects the selected wallet in an effect, as apps and component libraries do that have no use for
 * `autoConnect`.
 */
export function ConnectInEffect(): null {
  const { wallet, connect } = useWallet();
  // Only when the wallet changes, because `connect` is a new function after each change of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (wallet) void connect();
  }, [wallet]);
  return null;
}
