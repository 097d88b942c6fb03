import { useConnection, useWallet } from '@solana/wallet-adapter-react';
import { type ReactNode, useEffect } from 'react';
import { AdapterAccount } from '../shared/adapter-account.js';

export function Account(): ReactNode {
  const wallet = useWallet();
  const { connection } = useConnection();
  const { publicKey } = wallet;
  // Apps log the user in here, so this must happen once for each connection.
  useEffect(() => {
    if (publicKey) performance.mark('connected');
  }, [publicKey]);
  return <AdapterAccount wallet={wallet} connection={connection} />;
}
