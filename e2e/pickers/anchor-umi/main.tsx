import './buffer.js';
import '../shared/register.js';
import '@solana/wallet-adapter-react-ui/styles.css';
import { ConnectionProvider, WalletProvider } from '@solana/wallet-adapter-react';
import { WalletModalProvider, WalletMultiButton } from '@solana/wallet-adapter-react-ui';
import { mount } from '../shared/mount.js';
import { RPC_URL } from '../shared/page.js';
import { Account } from './account.js';

mount(
  <ConnectionProvider endpoint={RPC_URL}>
    <WalletProvider wallets={[]} autoConnect>
      <WalletModalProvider>
        <WalletMultiButton />
        <Account />
      </WalletModalProvider>
    </WalletProvider>
  </ConnectionProvider>,
);
