import {
  PACKET_DATA_SIZE,
  Transaction,
  type TransactionInstruction,
  type TransactionSignature,
  VersionedTransaction,
} from '@solana/web3.js';
import { encodeBase58 } from '../util/base58.js';
import { concatBytes, encodeBase64, SIGNATURE_LENGTH } from '../util/bytes.js';
import { assertBytes } from '../util/is-bytes.js';
import { createTransact, type FlavouredWallet } from './create-transact.js';
import type { Transact } from './entry.js';

/**
 * A transaction of `@solana/web3.js`.
 *
 * @inline
 */
export type Web3Transaction = Transaction | VersionedTransaction;

/**
 * A session's wallet for `@solana/web3.js`, with signatures as `TSignature`.
 *
 * @inline
 */
export type Web3Wallet<TSignature> = FlavouredWallet<Web3Transaction, Web3Transaction, TSignature>;

/** Creates the `transact` of `…/web3js`, with base58 signatures. */
export function createWeb3Transact(): Transact<Web3Wallet<TransactionSignature>> {
  return createTransactOf<TransactionSignature>(encodeBase58);
}

/** Creates the `transact` of `…/legacy`, with base64 signatures. */
export function createLegacyTransact(): Transact<Web3Wallet<string>> {
  return createTransactOf(encodeBase64);
}

function createTransactOf<TSignature>(
  decodeSignature: (signature: Uint8Array) => TSignature,
): Transact<Web3Wallet<TSignature>> {
  // `decode` returns the class that was passed in, which the type of a codec cannot express.
  return createTransact<Web3Transaction, Web3Transaction, TSignature>({
    encode: (transaction) => {
      const wire = encode(transaction);
      const decode = isVersioned(transaction)
        ? VersionedTransaction.deserialize
        : createLegacyDecoder(wire, transaction);
      return { wire, decode };
    },
    encodeSendable: encode,
    decodeSignature,
    getExpectation(transaction) {
      const version: unknown = Object(Object(transaction).message).version;
      return typeof version === 'number' && version > 0
        ? `has version ${version}, which @solana/web3.js cannot write: use mobile-wallet-standard/session with its bytes, or mobile-wallet-standard/kit`
        : 'must be a VersionedTransaction, or a Transaction with fee payer and blockhash, of @solana/web3.js 1 or 3';
    },
  });
}

function encode(transaction: Web3Transaction): Uint8Array {
  if (isVersioned(transaction)) return parseBytes(transaction.serialize());
  // Compiling writes empty signatures into the caller's object.
  const { signatures } = transaction;
  try {
    const message = parseBytes(transaction.serializeMessage());
    return encodeLegacy(message, transaction.signatures);
  } finally {
    transaction.signatures = signatures;
  }
}

/**
 * Encodes a legacy transaction as its own `serialize` does. That one returns a promise since web3.js 3, but
 * the transaction must be read at the call, because the caller may change it afterwards.
 */
function encodeLegacy(message: Uint8Array, signatures: Transaction['signatures']): Uint8Array {
  const slots = signatures.map(({ signature }) =>
    signature ? parseBytes(signature, SIGNATURE_LENGTH) : new Uint8Array(SIGNATURE_LENGTH),
  );
  const wire = concatBytes(Uint8Array.of(slots.length), ...slots, message);
  if (wire.length > PACKET_DATA_SIZE) throw new RangeError(`The transaction has ${wire.length} bytes`);
  return wire;
}

/**
 * Returns bytes of web3.js. Throws for what is none, such as the promise of a method that is asynchronous in
 * another version.
 */
function parseBytes(value: unknown, length?: number): Uint8Array {
  assertBytes(value, 'bytes');
  if (length !== undefined && value.length !== length) throw new RangeError(`${value.length} bytes`);
  return value;
}

/**
 * Creates the decoder of a signed legacy transaction. It keeps what the caller's object says of the lifetime
 * besides the wire bytes, as far as the wallet, which may change its fee, has left that lifetime: the last
 * valid block height of the same blockhash; the nonce that the first instruction still advances.
 */
function createLegacyDecoder(
  unsigned: Uint8Array,
  { lastValidBlockHeight, nonceInfo, minNonceContextSlot }: Transaction,
): (wire: Uint8Array) => Transaction {
  const asked = Transaction.from(unsigned);
  return (wire) => {
    const signed = Transaction.from(wire);
    if (signed.recentBlockhash !== asked.recentBlockhash) return signed;
    if (lastValidBlockHeight !== undefined) signed.lastValidBlockHeight = lastValidBlockHeight;
    // Compiling inserts the nonce's instruction at the start unless the first instruction is the same object.
    const [nonceInstruction] = signed.instructions;
    if (nonceInfo && nonceInstruction && areAlike(nonceInstruction, asked.instructions[0])) {
      signed.nonceInfo = { nonce: asked.recentBlockhash as string, nonceInstruction };
      if (minNonceContextSlot !== undefined) signed.minNonceContextSlot = minNonceContextSlot;
    }
    return signed;
  };
}

/**
 * Whether two instructions do the same: those that advance a nonce, with the same account of the nonce. Not
 * whether they may write to their accounts, because that is a property of the whole transaction.
 */
function areAlike(a: TransactionInstruction, b: TransactionInstruction | undefined): boolean {
  return b !== undefined && describeInstruction(a) === describeInstruction(b);
}

function describeInstruction({ programId, keys, data }: TransactionInstruction): string {
  const accounts = [programId, ...keys.map(({ pubkey }) => pubkey)];
  return [...accounts.map((account) => account.toBase58()), encodeBase58(data)].join(' ');
}

/** Tests the shape and not the class, because a page may have two copies of web3.js. */
function isVersioned(transaction: Web3Transaction): transaction is VersionedTransaction {
  return 'message' in transaction;
}
