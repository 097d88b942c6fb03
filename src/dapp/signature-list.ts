import { createInvalidResponseError } from '../protocol/check.js';
import { type DecodedSignature, decodeSignatures } from '../protocol/methods.js';
import { isBlank, readTransaction, type WireTransaction } from '../protocol/wire-transaction.js';
import { encodeBase58 } from '../util/base58.js';
import { encodeBase64, equalBytes, SIGNATURE_LENGTH } from '../util/bytes.js';
import { attempt, type MobileWalletError, type TransactionState } from '../util/errors.js';
import { isSignatureBy } from './signatures.js';

/**
 * What a wallet's list says of a transaction: its signature of 64 bytes, which is its id; `null` if the entry
 * is empty; or the error about it.
 */
export type SignatureEntry = DecodedSignature;

/**
 * Prepares for the answer to a send of `transactions`. The function that it returns reads the `signatures` of
 * that answer, and never rejects. `addresses` are the base64 addresses of the session's accounts.
 */
export type ExpectSignatures = (
  transactions: readonly WireTransaction[],
) => (answer: unknown, addresses: ReadonlySet<string>) => Promise<readonly SignatureEntry[]>;

/**
 * Creates the {@link ExpectSignatures} of a session. Besides signatures of 64 bytes, it takes what some
 * wallets list in their place: the transaction with the signature behind it, or the signed transaction.
 * Because such an entry need not be about the transaction that was sent, it counts only if its fee payer is
 * an account of the session that has signed it.
 *
 * Some wallets list signatures in another order, so each is put in the place of the transaction whose signer
 * has made it. One that no signer has made is believed where it stands, because the wallet may have rewritten
 * the transaction, but not if another transaction of the session has it.
 */
export function createSignatureReader(): ExpectSignatures {
  /** The transactions of all signatures that were read, by the base64 of these. */
  const owners = new Map<string, WireTransaction>();
  /** Transactions whose answers have not been read, also if the caller has aborted their send. */
  const unanswered = new Set<WireTransaction>();

  return (transactions) => {
    for (const transaction of transactions) unanswered.add(transaction);
    return async (answer, addresses) => {
      const decoded = attempt(
        () => decodeSignatures(answer, transactions.length),
        (error) => transactions.map(() => error as MobileWalletError),
      );
      const entries = await Promise.all(
        decoded.map(async (entry, index) => {
          if (!(entry instanceof Uint8Array)) return entry;
          const signature = await findSignature(entry, addresses);
          return signature && !isBlank(signature) ? signature : toWrong(index, 'must be a signature');
        }),
      );
      const candidates = [...transactions, ...unanswered];
      const placed: SignatureEntry[] = [];
      for (const [index, entry] of entries.entries()) {
        if (!isSignature(entry)) continue;
        for (const place of [index, ...candidates.keys()]) {
          const transaction = candidates[place] as WireTransaction;
          const id = await findId(entry, transaction, place);
          if (!id) continue;
          owners.set(encodeBase64(entry), transaction);
          // Two identical transactions share their signature, so the next place may be free.
          if (placed[place]) continue;
          placed[place] = id;
          // An empty entry takes the place of the signature that belongs in its own.
          if (entries[place] === null) entries[index] = null;
          break;
        }
      }
      // Only now, because the answers to two sends may be read at the same time.
      for (const transaction of transactions) unanswered.delete(transaction);
      return transactions.map((transaction, index) => {
        const entry = placed[index] ?? (entries[index] as SignatureEntry);
        if (placed[index] || !isSignature(entry)) return entry;
        const text = encodeBase64(entry);
        const owner = owners.get(text) ?? transaction;
        owners.set(text, owner);
        return equalBytes(owner.wire, transaction.wire) ? entry : toWrong(index, 'is of another transaction');
      });
    };
  };
}

function toWrong(index: number, problem: string): MobileWalletError {
  return createInvalidResponseError(`result.signatures[${index}]`, problem);
}

/** Returns the state of a transaction that was submitted with a signature. */
export function toSubmitted(signature: Uint8Array): TransactionState {
  return { status: 'submitted', signature: encodeBase58(signature) };
}

/** Whether an entry is a signature of 64 bytes. */
export function isSignature(entry: SignatureEntry): entry is Uint8Array {
  return entry instanceof Uint8Array && entry.length === SIGNATURE_LENGTH;
}

/**
 * Returns the id of a transaction if `signature` is by one of its signers. That is the fee payer's signature,
 * but some wallets return their own where somebody else pays the fee, and the chain knows no transaction by
 * that. Resolves with `undefined` in browsers that cannot verify it.
 */
async function findId(
  signature: Uint8Array,
  { parts }: WireTransaction,
  index: number,
): Promise<SignatureEntry | undefined> {
  const [payer, ...others] = parts?.signers ?? [];
  if (!parts || !payer) return undefined;
  if (await isSignatureBy(payer.publicKey, signature, parts.message)) return signature;
  for (const { publicKey } of others) {
    if (!(await isSignatureBy(publicKey, signature, parts.message))) continue;
    const isPaid = await isSignatureBy(payer.publicKey, payer.signature, parts.message);
    if (isPaid) return payer.signature.slice();
    return toWrong(index, 'must be the signature of the fee payer');
  }
  return undefined;
}

/** Finds the signature in an entry: it is that, or it is in a signed transaction, or behind a transaction. */
async function findSignature(
  bytes: Uint8Array,
  addresses: ReadonlySet<string>,
): Promise<Uint8Array | undefined> {
  if (bytes.length === SIGNATURE_LENGTH) return bytes;
  const end = bytes.length - SIGNATURE_LENGTH;
  for (const length of [bytes.length, end]) {
    const { parts } = readTransaction(bytes.subarray(0, length));
    const [payer] = parts?.signers ?? [];
    if (!parts || !payer || !addresses.has(encodeBase64(payer.publicKey))) continue;
    const signature = length === end ? bytes.slice(end) : payer.signature.slice();
    if (await isSignatureBy(payer.publicKey, signature, parts.message)) return signature;
  }
  return undefined;
}
