import { transact } from 'mobile-wallet-standard/session';
export const signed: Promise<Uint8Array[]> = transact((wallet) =>
  wallet.signTransactions({ transactions: [new Uint8Array(1)] }),
);
