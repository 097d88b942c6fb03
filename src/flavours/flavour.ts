import type { MobileWallet, SignAndSendParams } from '../dapp/mobile-wallet.js';
import type { TrackSend } from '../dapp/sent.js';
import { createInvalidArgumentError } from '../errors.js';
import { getObject } from '../protocol/arguments.js';
import { createInvalidResponseError } from '../protocol/check.js';
import { getItems } from '../protocol/payloads.js';
import type { Transact } from './lazy-transact.js';
import { createTransactWith } from './transact.js';

/** A transaction as it was at the call. The caller may change its own object afterwards. */
export type Encoded<TTransaction> = Readonly<{
  wire: Uint8Array;
  /** Decodes signed wire bytes to this transaction's type, with the data that it has besides those bytes. */
  decode(signed: Uint8Array): TTransaction;
}>;

/** Converts a flavour's transactions to wire bytes, and what the wallet returns to the flavour's types. Each may throw. */
export type Codec<TTransaction, TSendable, TSignature> = Readonly<{
  encode(transaction: TTransaction): Encoded<TTransaction>;
  encodeSendable(transaction: TSendable): Uint8Array;
  decodeSignature(signature: Uint8Array): TSignature;
  /** Returns the end of the error message for a value that cannot be encoded: `must be …`. */
  getExpectation(given: unknown): string;
}>;

/**
 * A session's wallet, with transactions and signatures of a flavour's types.
 *
 * @inline
 */
export type FlavouredWallet<TTransaction, TSendable, TSignature> = Omit<
  MobileWallet,
  'signAndSendTransactions' | 'signTransactions'
> &
  Readonly<{
    /**
     * Signs transactions and submits them. Returns a signature for each transaction.
     * @throws `USER_REJECTED`, `INVALID_PAYLOADS`, `NOT_SUBMITTED`, `TOO_MANY_PAYLOADS`
     */
    signAndSendTransactions(params: SignAndSendParams<TSendable>): Promise<TSignature[]>;
    /**
     * Signs transactions and returns them in the same order.
     * @throws `USER_REJECTED`, `INVALID_PAYLOADS`, `TOO_MANY_PAYLOADS`
     */
    signTransactions(params: Readonly<{ transactions: readonly TTransaction[] }>): Promise<TTransaction[]>;
  }>;

/** Creates a flavour's `transact` from its codec. */
export function createTransact<TTransaction, TSendable, TSignature>({
  encode,
  encodeSendable,
  decodeSignature,
  getExpectation,
}: Codec<TTransaction, TSendable, TSignature>): Transact<
  FlavouredWallet<TTransaction, TSendable, TSignature>
> {
  const encodeAll = <T, TEncoded>(
    transactions: readonly T[],
    encodeOne: (transaction: T) => TEncoded,
  ): TEncoded[] =>
    getItems(transactions, 'transactions').map((transaction, index) => {
      try {
        return encodeOne(transaction);
      } catch (cause) {
        throw createInvalidArgumentError(`transactions[${index}]`, getExpectation(transaction), cause);
      }
    });

  const withCodec = (
    wallet: MobileWallet,
    track: TrackSend,
  ): FlavouredWallet<TTransaction, TSendable, TSignature> => ({
    ...wallet,
    async signAndSendTransactions(params) {
      const { transactions, ...options } = getObject(params, 'params') as SignAndSendParams<TSendable>;
      const signatures = await track(transactions, async () =>
        wallet.signAndSendTransactions({ transactions: encodeAll(transactions, encodeSendable), ...options }),
      );
      return signatures.map((signature) => decodeSignature(signature));
    },
    async signTransactions(params) {
      const { transactions } = getObject(params, 'params') as { transactions: readonly TTransaction[] };
      const encoded = encodeAll(transactions, encode);
      const signed = await wallet.signTransactions({ transactions: encoded.map(({ wire }) => wire) });
      return signed.map((wire, index) => {
        try {
          return (encoded[index] as Encoded<TTransaction>).decode(wire);
        } catch (cause) {
          throw createInvalidResponseError(`signed_payloads[${index}]`, 'must be a transaction', cause);
        }
      });
    },
  });

  return createTransactWith(withCodec);
}
