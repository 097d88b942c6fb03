import type { PublicKey, VersionedTransaction } from '@solana/web3.js';
import { transact as transactLegacy } from 'mobile-wallet-standard/legacy';
import { getAccountPublicKey, transact } from 'mobile-wallet-standard/web3js';
export const sign = (transaction: VersionedTransaction): Promise<VersionedTransaction[]> =>
  transact((wallet) => wallet.signTransactions({ transactions: [transaction] }));
export const send = (transaction: VersionedTransaction): Promise<string[]> =>
  transactLegacy((wallet) => wallet.signAndSendTransactions({ transactions: [transaction] }));
export const key: PublicKey = getAccountPublicKey({ address: 'AAAA' });
