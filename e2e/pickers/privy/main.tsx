// Imported first, so that the wallet is registered before anything renders.
import '../shared/register.js';
import { PrivyProvider, usePrivy } from '@privy-io/react-auth';
import { toSolanaWalletConnectors, useWallets } from '@privy-io/react-auth/solana';
import { createSolanaRpc, createSolanaRpcSubscriptions } from '@solana/kit';
import type { ReactNode } from 'react';
import { mount } from '../shared/mount.js';
import { RPC_URL } from '../shared/page.js';
import { Account } from './account.js';

const rpc = {
  rpc: createSolanaRpc(RPC_URL),
  rpcSubscriptions: createSolanaRpcSubscriptions(RPC_URL.replace('http', 'ws')),
};

function App(): ReactNode {
  const { ready, authenticated, login, logout } = usePrivy();
  const { wallets } = useWallets();
  const [wallet] = wallets;
  if (!ready) return null;
  if (authenticated && wallet) return <Account wallet={wallet} logout={logout} />;
  return (
    <button type="button" onClick={() => login({ walletChainType: 'solana-only' })}>
      Log in
    </button>
  );
}

mount(
  <PrivyProvider
    appId="cmpickerpickerpickerpicke"
    config={{
      loginMethods: ['wallet'],
      appearance: { walletChainType: 'solana-only', walletList: ['detected_solana_wallets'] },
      externalWallets: { solana: { connectors: toSolanaWalletConnectors() } },
      solana: { rpcs: { 'solana:mainnet': rpc, 'solana:devnet': rpc } },
    }}
  >
    <App />
  </PrivyProvider>,
);
