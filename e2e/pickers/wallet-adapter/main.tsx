import '../shared/register.js';
import '@solana/wallet-adapter-react-ui/styles.css';
import { ConnectionProvider, WalletProvider } from '@solana/wallet-adapter-react';
import { WalletModalProvider, WalletMultiButton } from '@solana/wallet-adapter-react-ui';
import { mount } from '../shared/mount.js';
import { RPC_URL } from '../shared/page.js';
import { Account } from './account.js';
import { ConnectInEffect } from './connect-in-effect.js';

const isConnectedInEffect = new URLSearchParams(location.search).get('connect') === 'effect';

mount(
  <ConnectionProvider endpoint={RPC_URL}>
    <WalletProvider wallets={[]} autoConnect={!isConnectedInEffect}>
      <WalletModalProvider>
        <WalletMultiButton />
        <Account />
        {isConnectedInEffect && <ConnectInEffect />}
      </WalletModalProvider>
    </WalletProvider>
  </ConnectionProvider>,
);
