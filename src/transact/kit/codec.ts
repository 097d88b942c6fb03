import {
  compileTransaction,
  getTransactionDecoder,
  type SignatureBytes,
  type Transaction,
} from '@solana/kit';
import { createTransact } from '../create-transact.js';
import type { Transact } from '../entry.js';
import {
  type Asked,
  copyTransaction,
  encode,
  getLifetime,
  hasSameMessage,
  type KitMobileWallet,
  type Sendable,
  type SignAndSendTransactionMessage,
} from './transactions.js';

/** Creates the `transact` for `@solana/kit`. */
export function createKitTransact(): Transact<KitMobileWallet> {
  // `decode` returns the type that was passed in, which the type of a codec cannot express.
  return createTransact<Transaction, Sendable, SignatureBytes>({
    encode: (transaction) => {
      const unsigned = copyTransaction(transaction);
      return { wire: encode(unsigned), decode: (signed) => decode(signed, unsigned) };
    },
    encodeSendable: (transaction) => encode(isTransaction(transaction) ? transaction : compile(transaction)),
    decodeSignature: (signature) => signature as SignatureBytes,
    getExpectation: () =>
      'must be a transaction of @solana/kit; signAndSendTransactions also takes a message with fee payer and lifetime',
  });
}

function isTransaction(value: Sendable): value is Transaction {
  return 'messageBytes' in value && 'signatures' in value;
}

/** Throws if a message has no lifetime. Kit would compile it, but no chain would accept it. */
function compile(message: SignAndSendTransactionMessage): Transaction {
  if (!message.lifetimeConstraint) throw new TypeError('The transaction message has no lifetime');
  return compileTransaction(message);
}

/**
 * Decodes a signed transaction. Keeps the data that kit has besides the bytes, unless the wallet altered the
 * message. Then it has the lifetime of the new one, if the transaction had any.
 */
function decode(wire: Uint8Array, unsigned: Asked): Transaction {
  const signed = getTransactionDecoder().decode(wire);
  if (hasSameMessage(signed, unsigned)) return Object.freeze({ ...unsigned, ...signed });
  if (!unsigned.lifetimeConstraint) return signed;
  return Object.freeze({ ...signed, lifetimeConstraint: getLifetime(signed, unsigned) });
}
