import { useConnectWallet, useWallet, useWalletConnectors } from '@solana/connector/react';
import type { ReactNode } from 'react';
import { WalletList } from '../shared/wallet-list.js';

/** The wallets to choose from while none is connected. */
export function Wallets(): ReactNode {
  const { isConnected } = useWallet();
  const connectors = useWalletConnectors();
  const { connect } = useConnectWallet();
  if (isConnected) return null;
  return (
    <WalletList wallets={connectors.filter(({ ready }) => ready)} connect={({ id }) => void connect(id)} />
  );
}
