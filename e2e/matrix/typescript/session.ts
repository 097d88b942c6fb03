import { encodeBase58, splitSignedMessage, transact } from 'mobile-wallet-standard/session';

export const signed: Promise<Uint8Array[]> = transact((wallet) =>
  wallet.signTransactions({ transactions: [new Uint8Array(1)] }),
);
export const signature: string = encodeBase58(new Uint8Array(64));
export const split: typeof splitSignedMessage = splitSignedMessage;
