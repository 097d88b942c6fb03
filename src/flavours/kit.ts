import {
  type Address,
  compileTransaction,
  getAddressDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type SignatureBytes,
  type Transaction,
  type TransactionMessage,
  type TransactionMessageWithFeePayer,
  type TransactionMessageWithLifetime,
} from '@solana/kit';
import { decodeBase64, equalBytes } from '../bytes.js';
import type { SessionConfig } from '../dapp/session.js';
import type { Account } from '../protocol/types.js';
import { createTransact, type FlavouredWallet } from './flavour.js';

export * from '../dapp/index.js';

/** A transaction message that can be compiled and sent: it has a fee payer and a lifetime. */
export type SignAndSendTransactionMessage = TransactionMessage &
  TransactionMessageWithFeePayer &
  TransactionMessageWithLifetime;

/** A session's wallet for `@solana/kit`: kit's transactions in, kit's transactions and signatures out. */
export type KitMobileWallet = FlavouredWallet<
  Transaction,
  Transaction | SignAndSendTransactionMessage,
  SignatureBytes
>;

/**
 * Opens a session with a wallet app on this device, runs `callback` in it, and closes it when the callback has
 * ended. Call it in response to a tap: it opens the wallet app.
 *
 * @returns what the callback returned
 * @throws `MobileWalletError` when there is no session; what the callback threw; the reason of `config.signal`
 */
export const transact: <TReturn>(
  callback: (wallet: KitMobileWallet) => TReturn | Promise<TReturn>,
  config?: SessionConfig,
) => Promise<TReturn> = createTransact<
  Transaction,
  Transaction | SignAndSendTransactionMessage,
  SignatureBytes
>({
  encode: (transaction) => {
    const asked = { ...transaction };
    const wire = encode(asked);
    const { messageBytes } = getTransactionDecoder().decode(wire);
    return { wire, decode: (signed) => decode(signed, { ...asked, messageBytes }) };
  },
  encodeSendable: (transaction) => encode(isTransaction(transaction) ? transaction : compile(transaction)),
  decodeSignature: (signature) => signature as SignatureBytes,
  expectation: 'must be a transaction of @solana/kit or, to be sent, a message with fee payer and lifetime',
});

/** Gives the base58 address of an account of an authorization result. */
export function getAccountAddress({ address }: Pick<Account, 'address'>): Address {
  return getAddressDecoder().decode(decodeBase64(address));
}

function isTransaction(value: Transaction | SignAndSendTransactionMessage): value is Transaction {
  return 'messageBytes' in value && 'signatures' in value;
}

/** Kit compiles a message without a lifetime, too, which no chain would take. */
function compile(message: SignAndSendTransactionMessage): Transaction {
  if (!message.lifetimeConstraint) throw new TypeError('The transaction message has no lifetime');
  return compileTransaction(message);
}

function encode(transaction: Transaction): Uint8Array {
  return new Uint8Array(getTransactionEncoder().encode(transaction));
}

/** What kit keeps beside the bytes, such as the lifetime, still holds where the wallet has not altered the message. */
function decode(wire: Uint8Array, asked: Transaction): Transaction {
  const signed = getTransactionDecoder().decode(wire);
  const isUnaltered = equalBytes(
    signed.messageBytes as unknown as Uint8Array,
    asked.messageBytes as unknown as Uint8Array,
  );
  return isUnaltered ? Object.freeze({ ...asked, ...signed }) : signed;
}
