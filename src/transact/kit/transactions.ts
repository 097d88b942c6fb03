import {
  type Address,
  assertIsTransactionWithinSizeLimit,
  getTransactionDecoder,
  getTransactionEncoder,
  type SignatureBytes,
  type SignaturesMap,
  type Transaction,
  type TransactionMessage,
  type TransactionMessageWithFeePayer,
  type TransactionMessageWithLifetime,
  type TransactionWithinSizeLimit,
  type TransactionWithLifetime,
} from '@solana/kit';
import { assertSignedTransaction } from '../../dapp/signatures.js';
import { createInvalidResponseError } from '../../protocol/check.js';
import { isSet } from '../../protocol/payloads.js';
import { readTransaction } from '../../protocol/wire-transaction.js';
import { equalBytes } from '../../util/bytes.js';
import { assertArgument, attempt, createInvalidArgumentError, MobileWalletError } from '../../util/errors.js';
import { assertBytes } from '../../util/is-bytes.js';
import type { FlavouredWallet } from '../create-transact.js';
import { readLifetime } from './lifetime.js';

/** The account that signs. */
export type SignedBy = Readonly<{ address: Address; publicKey: Uint8Array }>;

/** A transaction as kit passes it to signers. */
export type Asked = Transaction & Partial<TransactionWithLifetime>;
type Signed = Transaction & TransactionWithinSizeLimit & TransactionWithLifetime;

/**
 * Copies transactions, because the caller may change its own objects while the user decides.
 *
 * @throws `INVALID_ARGUMENT` for what is not a compiled transaction, or one that `address` does not sign
 */
export function copyTransactions(transactions: readonly Asked[], address: Address): readonly Asked[] {
  assertArgument(Array.isArray(transactions), 'transactions', 'must be an array');
  return [...transactions].map((transaction, index) => {
    const argument = `transactions[${index}]`;
    const copy = attempt(
      () => copyTransaction(transaction),
      (cause) => {
        throw createInvalidArgumentError(argument, 'must be a compiled transaction of @solana/kit', cause);
      },
    );
    assertArgument(address in copy.signatures, argument, `must have ${address} as a signer`);
    return copy;
  });
}

/**
 * Checks and completes a transaction that the wallet has signed: removes the signatures that an altered
 * message has made invalid, and adds the lifetime that kit expects of its signers.
 *
 * @throws `ACCOUNT_NOT_AUTHORIZED` if the account's signature is missing; `INVALID_RESPONSE` if it is wrong,
 * or if the wallet made the transaction too large
 */
export async function checkSignedTransaction(
  transaction: Transaction,
  all: readonly Asked[],
  index: number,
  { address, publicKey }: SignedBy,
): Promise<Signed> {
  const asked = all[index] as Asked;
  const isUnaltered = hasSameMessage(transaction, asked);
  const signatures = isUnaltered
    ? transaction.signatures
    : removeVoid(transaction.signatures, asked.signatures);
  if (signatures[address] === null) {
    const message = `The wallet did not sign with ${address}, which it may not have granted in this session`;
    throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', message, { address });
  }
  await assertSignedTransaction(
    publicKey,
    readTransaction(encode(asked)),
    readTransaction(encode(transaction)),
  );
  try {
    const lifetimeConstraint = (isUnaltered && asked.lifetimeConstraint) || getLifetime(transaction, asked);
    const signed = Object.freeze({ ...transaction, signatures, lifetimeConstraint });
    assertIsTransactionWithinSizeLimit(signed);
    return signed;
  } catch (cause) {
    const expectation = 'must be a transaction with a lifetime, within the size limit';
    throw createInvalidResponseError(`signed_payloads[${index}]`, expectation, cause);
  }
}

/** Returns the signatures without those that were there before: they are of another message. */
function removeVoid(signatures: SignaturesMap, before: SignaturesMap): SignaturesMap {
  const entries = Object.entries(signatures).map(([address, signature]) => {
    const old = before[address as Address];
    return [address, signature && old && equalBytes(signature, old) ? null : signature];
  });
  return Object.freeze(Object.fromEntries(entries));
}

/**
 * Reads the lifetime from a message. Its blockhash has no last block height, unless it is still the one that
 * was asked.
 */
export function getLifetime(
  { messageBytes }: Transaction,
  { lifetimeConstraint: asked }: Asked,
): TransactionWithLifetime['lifetimeConstraint'] {
  const found = readLifetime(messageBytes as unknown as Uint8Array);
  const isSame = asked && 'blockhash' in asked && 'blockhash' in found && asked.blockhash === found.blockhash;
  return isSame ? asked : found;
}

/**
 * Encodes a transaction as wire bytes. Throws for parts that are no bytes, because kit would encode a promise
 * as zeros.
 */
export function encode(transaction: Transaction): Uint8Array {
  const { messageBytes, signatures } = transaction;
  assertBytes(messageBytes, 'messageBytes');
  for (const [address, signature] of Object.entries(signatures)) {
    if (isSet(signature)) assertBytes(signature, `signatures.${address}`);
  }
  return new Uint8Array(getTransactionEncoder().encode(transaction));
}

/** Copies a transaction with its bytes, and with what the caller's object has besides those. */
export function copyTransaction<T extends Transaction>(transaction: T): T {
  return { ...transaction, ...getTransactionDecoder().decode(encode(transaction)) };
}

/** Whether two transactions have the same message. */
export function hasSameMessage(a: Transaction, b: Transaction): boolean {
  return equalBytes(a.messageBytes as unknown as Uint8Array, b.messageBytes as unknown as Uint8Array);
}

/** A transaction message with a fee payer and a lifetime, so that it can be compiled and sent. */
export type SignAndSendTransactionMessage = TransactionMessage &
  TransactionMessageWithFeePayer &
  TransactionMessageWithLifetime;

/**
 * What `signAndSendTransactions` takes.
 *
 * @inline
 */
export type Sendable = Transaction | SignAndSendTransactionMessage;

/**
 * A session's wallet for `@solana/kit`: takes kit's transactions, and returns kit's transactions and
 * signatures. A lifetime stays where the wallet left it, although it may have changed the rest, such as the
 * fee; otherwise it is that of the signed message.
 *
 * @interface
 */
export type KitMobileWallet = FlavouredWallet<Transaction, Sendable, SignatureBytes>;
