import { ConnectionProvider, useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { WalletModalProvider, WalletMultiButton } from '@solana/wallet-adapter-react-ui';
import '@solana/wallet-adapter-react-ui/styles.css';
import './dapp.js';
import { createRoot } from 'react-dom/client';

function Dapp() {
  const { wallets } = useWallet();
  return (
    <>
      <WalletMultiButton />
      <output>{wallets.map(({ adapter }) => adapter.name).join()}</output>
    </>
  );
}

createRoot(document.getElementById('root')).render(
  <ConnectionProvider endpoint="https://api.mainnet-beta.solana.com">
    <WalletProvider wallets={[]}>
      <WalletModalProvider>
        <Dapp />
      </WalletModalProvider>
    </WalletProvider>
  </ConnectionProvider>,
);
