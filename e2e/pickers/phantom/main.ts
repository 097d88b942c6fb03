import '../shared/register.js';
import { AddressType, BrowserSDK, type WalletAddress } from '@phantom/browser-sdk';
import { Connection, PublicKey } from '@solana/web3.js';
import { RPC_URL } from '../shared/page.js';
import { createButtons, showPanel } from '../shared/plain-panel.js';
import { createWeb3jsActions, type Web3jsWallet } from '../shared/web3js-actions.js';

const connection = new Connection(RPC_URL);
const sdk = new BrowserSDK({ providers: ['injected'], addressTypes: [AddressType.solana] });

const methods: Omit<Web3jsWallet, 'publicKey'> = {
  signTransaction: (transaction) => sdk.solana.signTransaction(transaction) as Promise<typeof transaction>,
  signAllTransactions: (transactions) =>
    sdk.solana.signAllTransactions(transactions) as Promise<typeof transactions>,
  async sendTransaction(transaction) {
    const { signature } = await sdk.solana.signAndSendTransaction(transaction);
    return signature;
  },
  async signMessage(message) {
    const { signature } = await sdk.solana.signMessage(message);
    return signature;
  },
};

/** Shows the wallets that the library has found, one button each. */
async function showWallets(): Promise<void> {
  await sdk.discoverWallets();
  if (sdk.isConnected()) return;
  const connect = (walletId: string) => async () => {
    await sdk.connect({ provider: 'injected', walletId });
    return {};
  };
  const buttons = sdk.getDiscoveredWallets().map(({ name, id }) => [name, connect(id)] as const);
  const outcome = document.createElement('output');
  document
    .querySelector('main')
    ?.replaceChildren(createButtons(Object.fromEntries(buttons), outcome), outcome);
}

function showAccount([account]: readonly WalletAddress[]): void {
  if (!account) return;
  document.querySelector('main')?.replaceChildren();
  const wallet = { ...methods, publicKey: new PublicKey(account.address) };
  showPanel(account.address, {
    ...createWeb3jsActions(wallet, connection),
    async Disconnect() {
      await sdk.disconnect();
      return {};
    },
  });
}

sdk.on('connect', ({ addresses }) => showAccount(addresses));
sdk.on('disconnect', () => {
  showPanel(undefined, {});
  void showWallets();
});
await sdk.autoConnect();
await showWallets();
