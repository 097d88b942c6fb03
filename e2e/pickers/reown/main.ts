import '../shared/register.js';
import { createAppKit } from '@reown/appkit';
import { solana, solanaDevnet } from '@reown/appkit/networks';
import { type Provider, SolanaAdapter } from '@reown/appkit-adapter-solana';
import { Connection } from '@solana/web3.js';
import { RPC_URL } from '../shared/page.js';
import { showPanel } from '../shared/plain-panel.js';
import { createWeb3jsActions } from '../shared/web3js-actions.js';

const connection = new Connection(RPC_URL);
const parameters = new URLSearchParams(location.search);
/** The network: mainnet with the parameter `network=mainnet` of the page's address, otherwise devnet. */
const network = parameters.get('network') === 'mainnet' ? solana : solanaDevnet;
const included = parameters.get('include');

const modal = createAppKit({
  adapters: [new SolanaAdapter()],
  networks: [network],
  customRpcUrls: { [network.caipNetworkId]: [{ url: RPC_URL }] },
  projectId: '0123456789abcdef0123456789abcdef',
  metadata: { name: 'Picker', description: 'Picker', url: location.origin, icons: [] },
  ...(included === null ? {} : { includeWalletIds: [included] }),
});

modal.subscribeAccount(({ address, isConnected }) => {
  const provider = modal.getProvider<Provider>('solana');
  if (!(isConnected && address && provider?.publicKey)) return showPanel(undefined, {});
  const { publicKey } = provider;
  const wallet = {
    publicKey,
    signTransaction: provider.signTransaction.bind(provider),
    signAllTransactions: provider.signAllTransactions.bind(provider),
    sendTransaction: provider.sendTransaction.bind(provider),
    signMessage: provider.signMessage.bind(provider),
  };
  showPanel(address, createWeb3jsActions(wallet, connection));
}, 'solana');
