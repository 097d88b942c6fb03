import './polyfills.js';
import '../shared/register.js';
import { ConnectButton, Connector } from '@ant-design/web3';
import { SolanaWeb3ConfigProvider, solanaDevnet } from '@ant-design/web3-solana';
import { mount } from '../shared/mount.js';
import { RPC_URL } from '../shared/page.js';
import { Account } from './account.js';

mount(
  <SolanaWeb3ConfigProvider
    autoAddRegisteredWallets
    autoConnect
    chains={[solanaDevnet]}
    rpcProvider={() => RPC_URL}
  >
    <Connector>
      <ConnectButton />
    </Connector>
    <Account />
  </SolanaWeb3ConfigProvider>,
);
