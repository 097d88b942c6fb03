import '../shared/register.js';
import 'solana-wallets-vue/styles.css';
import { Connection } from '@solana/web3.js';
import SolanaWallets, { useWallet, WalletMultiButton } from 'solana-wallets-vue';
import { createApp, h, watchEffect } from 'vue';
import { RPC_URL } from '../shared/page.js';
import { showPanel } from '../shared/plain-panel.js';
import { createWeb3jsActions } from '../shared/web3js-actions.js';

const connection = new Connection(RPC_URL);

createApp({ render: () => h(WalletMultiButton) })
  .use(SolanaWallets, { autoConnect: true, cluster: 'devnet' })
  .mount('main');

// The library looks for the methods when they are first read, and finds them only while the wallet is
// connected.
watchEffect(() => {
  const { publicKey, signTransaction, signAllTransactions, signMessage, sendTransaction } = useWallet();
  if (!publicKey.value) return showPanel(undefined, {});
  const methods = {
    publicKey: publicKey.value,
    sendTransaction,
    signTransaction: signTransaction.value,
    signAllTransactions: signAllTransactions.value,
    signMessage: signMessage.value,
  };
  showPanel(publicKey.value.toBase58(), createWeb3jsActions(methods, connection));
});
