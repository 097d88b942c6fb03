import './polyfills.js';
// Imported before the library, so that the wallet is registered before the library looks for wallets.
import '../shared/register.js';
import {
  CHAIN_NAMESPACES,
  CONNECTOR_EVENTS,
  CONNECTOR_STATUS,
  WEB3AUTH_NETWORK,
  Web3Auth,
} from '@web3auth/modal';
import { RPC_URL } from '../shared/page.js';
import { createButtons, showPanel } from '../shared/plain-panel.js';
import { createActions } from './actions.js';

const web3auth = new Web3Auth({
  clientId: 'picker',
  web3AuthNetwork: WEB3AUTH_NETWORK.SAPPHIRE_DEVNET,
  disableAnalytics: true,
  defaultChainId: '0x67',
  chains: [
    {
      chainNamespace: CHAIN_NAMESPACES.SOLANA,
      chainId: '0x67',
      rpcTarget: RPC_URL,
      displayName: 'Devnet',
      blockExplorerUrl: location.origin,
      ticker: 'SOL',
      tickerName: 'Solana',
      logo: 'data:,',
    },
  ],
});

const main = document.querySelector('main');
const outcome = document.createElement('output');

function show(): void {
  const { connection, status } = web3auth;
  const wallet = status === CONNECTOR_STATUS.AUTHORIZED ? connection?.solanaWallet : undefined;
  const account = wallet?.accounts[0];
  if (wallet && account) {
    main?.replaceChildren();
    showPanel(account.address, createActions(web3auth, wallet, account));
    return;
  }
  showPanel(undefined, {});
  const connect = async (): Promise<object> => {
    await web3auth.connect();
    return {};
  };
  main?.replaceChildren(createButtons({ Connect: connect }, outcome), outcome);
}

for (const event of [CONNECTOR_EVENTS.AUTHORIZED, CONNECTOR_EVENTS.DISCONNECTED]) web3auth.on(event, show);
await web3auth.init();
show();
