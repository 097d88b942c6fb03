import { useConnection, useWallet } from '@solana/wallet-adapter-react';
import type { ReactNode } from 'react';
import { AdapterAccount } from '../shared/adapter-account.js';

export function Account(): ReactNode {
  const wallet = useWallet();
  const { connection } = useConnection();
  return <AdapterAccount wallet={wallet} connection={connection} />;
}
