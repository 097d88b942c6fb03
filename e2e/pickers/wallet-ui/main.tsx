// Imported first, so that the wallet is registered before anything renders.
import '../shared/register.js';
import {
  createSolanaDevnet,
  createWalletUiConfig,
  useWalletUi,
  WalletUi,
  WalletUiDropdown,
} from '@wallet-ui/react';
import type { ReactNode } from 'react';
import { mount } from '../shared/mount.js';
import { RPC_URL } from '../shared/page.js';
import { AccountPanel } from './account-panel.js';

const config = createWalletUiConfig({ clusters: [createSolanaDevnet(RPC_URL)] });

function App(): ReactNode {
  const { account } = useWalletUi();
  return (
    <>
      <WalletUiDropdown />
      {account && <AccountPanel account={account} />}
    </>
  );
}

mount(
  <WalletUi config={config}>
    <App />
  </WalletUi>,
);
