import {
  compileTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  type SignatureBytes,
  type Transaction,
} from '@solana/kit';
import { equalBytes } from '../bytes.js';
import type { KitMobileWallet, Sendable, SignAndSendTransactionMessage } from './kit-transactions.js';
import type { Transact } from './lazy-transact.js';
import { createTransact } from './transact.js';

/** Creates the `transact` for `@solana/kit`. */
export function createKitTransact(): Transact<KitMobileWallet> {
  return createTransact<Transaction, Sendable, SignatureBytes>({
    encode: (transaction) => {
      const given = { ...transaction };
      const wire = encode(given);
      const { messageBytes } = getTransactionDecoder().decode(wire);
      return { wire, decode: (signed) => decode(signed, { ...given, messageBytes }) };
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

function encode(transaction: Transaction): Uint8Array {
  return new Uint8Array(getTransactionEncoder().encode(transaction));
}

/**
 * Decodes a signed transaction. Keeps the data that kit has besides the bytes, such as the lifetime, unless the wallet
 * altered the message.
 */
function decode(wire: Uint8Array, given: Transaction): Transaction {
  const signed = getTransactionDecoder().decode(wire);
  const isUnaltered = equalBytes(
    signed.messageBytes as unknown as Uint8Array,
    given.messageBytes as unknown as Uint8Array,
  );
  return isUnaltered ? Object.freeze({ ...given, ...signed }) : signed;
}
