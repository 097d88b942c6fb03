import { useWallet } from '@jup-ag/wallet-adapter';
import { Connection } from '@solana/web3.js';
import type { ReactNode } from 'react';
import { AdapterAccount } from '../shared/adapter-account.js';
import { RPC_URL } from '../shared/page.js';

const connection = new Connection(RPC_URL);

export function Account(): ReactNode {
  return <AdapterAccount wallet={useWallet()} connection={connection} />;
}
