import {
  type Address,
  compileTransaction,
  getAddressDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type SignatureBytes,
  type Transaction,
} from '@solana/kit';
import { equalBytes } from '../bytes.js';
import type { SessionConfig } from '../dapp/open-session.js';
import type { Account } from '../protocol/types.js';
import { createTransact, getPublicKey } from './flavour.js';
import type { KitMobileWallet, Sendable, SignAndSendTransactionMessage } from './kit-transactions.js';

export { type AccountSigner, createAccountSigner } from './account-signer.js';
export type { KitMobileWallet, SignAndSendTransactionMessage } from './kit-transactions.js';
export * from './session.js';

/**
 * Opens a session with a wallet app on this device or, if `config` has a `remote`, with a wallet on another one, which scans
 * a code. Runs `callback` in it, and closes the session when the callback has settled. Without `remote`, call it in response
 * to a tap, because it opens the wallet app.
 *
 * @returns what the callback returned
 * @throws `MobileWalletError` if no session could be opened; what the callback threw; the reason of `config.signal`. Once the callback
 * has sent a transaction: `NOT_SUBMITTED`, which says what became of each, except for errors of the callback's own
 */
export const transact: <TReturn>(
  callback: (wallet: KitMobileWallet) => TReturn | Promise<TReturn>,
  config?: SessionConfig,
) => Promise<TReturn> = createTransact<Transaction, Sendable, SignatureBytes>({
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

/** Returns the base58 address of an account of an authorization result. @throws `INVALID_ARGUMENT` */
export function getAccountAddress(account: Pick<Account, 'address'>): Address {
  return getAddressDecoder().decode(getPublicKey(account));
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
