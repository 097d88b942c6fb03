import type { MobileStandardWallet } from 'mobile-wallet-standard';

/** Signs any number of transactions in one visit. The library cuts them by the wallet's limits. */
export async function signTransactions(wallet: MobileStandardWallet, transactions: readonly Uint8Array[]) {
  const [account] = wallet.accounts;
  if (!account) throw new Error('Connect first.');
  const inputs = transactions.map((transaction) => ({
    account,
    transaction,
    chain: 'solana:devnet' as const,
  }));
  return wallet.features['solana:signTransaction']?.signTransaction(...inputs);
}
