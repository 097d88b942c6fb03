import type { MobileWallet, SignAndSendParams } from '../dapp/mobile-wallet.js';
import type { SessionConfig } from '../dapp/session.js';
import { transact } from '../dapp/transact.js';

/** How a flavour writes transactions as wire bytes, and reads what the wallet gives back. */
export type Codec<TTransaction, TSendable, TSignature> = Readonly<{
  encode(transaction: TTransaction, index: number): Uint8Array;
  encodeSendable(transaction: TSendable, index: number): Uint8Array;
  decode(wire: Uint8Array): TTransaction;
  decodeSignature(signature: Uint8Array): TSignature;
}>;

/** A session's wallet with transactions and signatures in the types of a flavour. */
export type FlavouredWallet<TTransaction, TSendable, TSignature> = Omit<
  MobileWallet,
  'signAndSendTransactions' | 'signTransactions'
> &
  Readonly<{
    /**
     * Signs transactions and submits them; gives one signature per transaction.
     * @throws `USER_REJECTED`, `INVALID_PAYLOADS`, `NOT_SUBMITTED`, `TOO_MANY_PAYLOADS`
     */
    signAndSendTransactions(params: SignAndSendParams<TSendable>): Promise<TSignature[]>;
    /** Signs transactions and gives them back. @throws `USER_REJECTED`, `INVALID_PAYLOADS`, `TOO_MANY_PAYLOADS` */
    signTransactions(params: Readonly<{ transactions: readonly TTransaction[] }>): Promise<TTransaction[]>;
  }>;

/** Makes a flavour's `transact` out of its codec. */
export function createTransact<TTransaction, TSendable, TSignature>(
  codec: Codec<TTransaction, TSendable, TSignature>,
) {
  const withCodec = (wallet: MobileWallet): FlavouredWallet<TTransaction, TSendable, TSignature> => ({
    ...wallet,
    async signAndSendTransactions({ transactions, ...options }) {
      const signatures = await wallet.signAndSendTransactions({
        transactions: transactions.map(codec.encodeSendable),
        ...options,
      });
      return signatures.map(codec.decodeSignature);
    },
    async signTransactions({ transactions }) {
      const signed = await wallet.signTransactions({ transactions: transactions.map(codec.encode) });
      return signed.map(codec.decode);
    },
  });
  return <TReturn>(
    callback: (wallet: FlavouredWallet<TTransaction, TSendable, TSignature>) => TReturn | Promise<TReturn>,
    config?: SessionConfig,
  ): Promise<TReturn> => transact((wallet) => callback(withCodec(wallet)), config);
}
