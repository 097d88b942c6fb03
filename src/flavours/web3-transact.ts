import { Transaction, VersionedTransaction } from '@solana/web3.js';
import { equalBytes } from '../bytes.js';
import type { SessionConfig } from '../dapp/session.js';
import { createTransact, type FlavouredWallet } from './flavour.js';

/** What `@solana/web3.js` 1.x signs. */
export type Web3Transaction = Transaction | VersionedTransaction;

/** A session's wallet for `@solana/web3.js` 1.x, with signatures as `TSignature`. */
export type Web3Wallet<TSignature> = Omit<
  FlavouredWallet<Web3Transaction, Web3Transaction, TSignature>,
  'signTransactions'
> &
  Readonly<{
    /**
     * Signs transactions, unsigned and partly signed ones included; gives each back as the class that went in.
     * @throws `USER_REJECTED`, `INVALID_PAYLOADS`, `TOO_MANY_PAYLOADS`
     */
    signTransactions<T extends Web3Transaction>(
      params: Readonly<{ transactions: readonly T[] }>,
    ): Promise<T[]>;
  }>;

/** A `transact` for `@solana/web3.js` 1.x. */
export type Web3Transact<TSignature> = <TReturn>(
  callback: (wallet: Web3Wallet<TSignature>) => TReturn | Promise<TReturn>,
  config?: SessionConfig,
) => Promise<TReturn>;

/** Makes a `transact` for `@solana/web3.js` 1.x that writes signatures by `decodeSignature`. */
export function createWeb3Transact<TSignature>(
  decodeSignature: (signature: Uint8Array) => TSignature,
): Web3Transact<TSignature> {
  const transact = createTransact<Web3Transaction, Web3Transaction, TSignature>({
    encode: (asked) => {
      const wire = encode(asked);
      const decode = isVersioned(asked) ? VersionedTransaction.deserialize : createLegacyDecoder(wire, asked);
      return { wire, decode };
    },
    encodeSendable: encode,
    decodeSignature,
    expectation:
      'must be a VersionedTransaction, or a Transaction with fee payer and blockhash, of @solana/web3.js',
  });
  // `Encoded.decode` gives the class that went in, which a codec's type cannot say.
  return (callback, config) => transact((wallet) => callback(wallet as Web3Wallet<TSignature>), config);
}

function encode(transaction: Web3Transaction): Uint8Array {
  if (isVersioned(transaction)) return transaction.serialize();
  // Serializing puts empty signatures into the caller's object.
  const { signatures } = transaction;
  try {
    return Uint8Array.from(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }));
  } finally {
    transaction.signatures = signatures;
  }
}

/**
 * Makes what reads a signed legacy transaction. What the caller's object carries besides the wire bytes still holds where
 * the wallet kept the message; where it altered it, only the last block height does, if the blockhash is the same.
 */
function createLegacyDecoder(
  asked: Uint8Array,
  { lastValidBlockHeight, nonceInfo, minNonceContextSlot }: Transaction,
): (wire: Uint8Array) => Transaction {
  const { recentBlockhash } = Transaction.from(asked);
  const nonce = nonceInfo?.nonce;
  return (wire) => {
    const signed = Transaction.from(wire);
    if (lastValidBlockHeight !== undefined && signed.recentBlockhash === recentBlockhash) {
      signed.lastValidBlockHeight = lastValidBlockHeight;
    }
    // Compiling puts the nonce's instruction in front unless the first is that very object.
    const [nonceInstruction] = signed.instructions;
    if (nonce !== undefined && nonceInstruction && equalBytes(getMessage(wire), getMessage(asked))) {
      signed.nonceInfo = { nonce, nonceInstruction };
      if (minNonceContextSlot !== undefined) signed.minNonceContextSlot = minNonceContextSlot;
    }
    return signed;
  };
}

/** The message of a legacy wire transaction, which has less than 128 signatures. */
function getMessage(wire: Uint8Array): Uint8Array {
  return wire.subarray(1 + 64 * (wire[0] ?? 0));
}

/** By shape: a page may hold two copies of the library. */
function isVersioned(transaction: Web3Transaction): transaction is VersionedTransaction {
  return 'message' in transaction;
}
