import type { Address, SignatureBytes, Transaction } from '@solana/kit';
import { getAccountAddress, transact } from 'mobile-wallet-standard/kit';
export const send = (transaction: Transaction): Promise<SignatureBytes[]> =>
  transact((wallet) => wallet.signAndSendTransactions({ transactions: [transaction] }));
export const address: Address = getAccountAddress({ address: 'AAAA' });
