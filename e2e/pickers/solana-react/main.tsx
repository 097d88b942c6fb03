// Imported first, so that the wallet is registered before anything renders.
import '../shared/register.js';
import { SelectedWalletAccountContextProvider, useSelectedWalletAccount } from '@solana/react';
import { type UiWallet, uiWalletAccountBelongsToUiWallet, useConnect } from '@wallet-standard/react';
import type { ReactNode } from 'react';
import { mount } from '../shared/mount.js';
import { WalletList } from '../shared/wallet-list.js';
import { AccountPanel } from './account-panel.js';
import { CHAIN } from './chain.js';

const KEY = 'selected-wallet-account';

const stateSync = {
  getSelectedWallet: () => localStorage.getItem(KEY),
  storeSelectedWallet: (accountKey: string) => localStorage.setItem(KEY, accountKey),
  deleteSelectedWallet: () => localStorage.removeItem(KEY),
};

const isOnChain = (wallet: UiWallet): boolean => wallet.chains.includes(CHAIN);

/** A wallet's button. A separate component, because connecting is a hook. */
function WalletButton({ wallet }: Readonly<{ wallet: UiWallet }>): ReactNode {
  const [, select] = useSelectedWalletAccount();
  const [, connect] = useConnect(wallet);
  const onConnect = async (): Promise<void> => {
    const [account] = await connect();
    select(account);
  };
  return <WalletList wallets={[wallet]} connect={() => void onConnect()} />;
}

function App(): ReactNode {
  const [account, , wallets] = useSelectedWalletAccount();
  if (!account) return wallets.map((wallet) => <WalletButton key={wallet.name} wallet={wallet} />);
  const wallet = wallets.find((candidate) => uiWalletAccountBelongsToUiWallet(account, candidate));
  return wallet && <AccountPanel account={account} wallet={wallet} />;
}

mount(
  <SelectedWalletAccountContextProvider filterWallets={isOnChain} stateSync={stateSync}>
    <App />
  </SelectedWalletAccountContextProvider>,
);
