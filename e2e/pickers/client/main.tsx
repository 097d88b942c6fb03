// Imported first, so that the wallet is registered before anything renders.
import '../shared/register.js';
import { autoDiscover, createClient } from '@solana/client';
import { SolanaProvider, useWalletConnection } from '@solana/react-hooks';
import type { ReactNode } from 'react';
import { mount } from '../shared/mount.js';
import { RPC_URL } from '../shared/page.js';
import { WalletList } from '../shared/wallet-list.js';
import { SessionPanel } from './session-panel.js';

const client = createClient({ endpoint: RPC_URL, walletConnectors: autoDiscover() });

function App(): ReactNode {
  const { connectors, connect, disconnect, wallet } = useWalletConnection();
  if (wallet) return <SessionPanel session={wallet} disconnect={disconnect} />;
  return <WalletList wallets={connectors} connect={({ id }) => void connect(id)} />;
}

mount(
  <SolanaProvider client={client}>
    <App />
  </SolanaProvider>,
);
