import { createInvalidResponseError } from '../protocol/check.js';
import { type DecodedSignature, decodeSignatures } from '../protocol/methods.js';
import { isBlank, readTransaction, type WireTransaction } from '../protocol/wire-transaction.js';
import { encodeBase58 } from '../util/base58.js';
import { encodeBase64, SIGNATURE_LENGTH } from '../util/bytes.js';
import { attempt, type MobileWalletError, type TransactionState } from '../util/errors.js';
import { isSignatureBy } from './signatures.js';

/**
 * What a wallet's list says of a transaction: its signature of 64 bytes, which is its id; `null` if the entry
 * is empty; or the error about it.
 */
export type SignatureEntry = DecodedSignature;

/**
 * Reads the `signatures` of a wallet's answer to a send of `transactions`. `addresses` are the base64
 * addresses of the session's accounts. Never rejects.
 */
export type ReadSignatures = (
  answer: unknown,
  transactions: readonly WireTransaction[],
  addresses: ReadonlySet<string>,
) => Promise<readonly SignatureEntry[]>;

/**
 * Creates the {@link ReadSignatures} of a session. Besides signatures of 64 bytes, it takes what some wallets
 * list in their place: the transaction with the signature behind it, or the signed transaction. Because such
 * an entry need not be about the transaction that was sent, it counts only if its fee payer is an account of
 * the session that has signed it, and if the session has not read its signature before.
 */
export function createSignatureReader(): ReadSignatures {
  /** In base64, those of all answers. */
  const read = new Set<string>();

  return async (answer, transactions, addresses) => {
    const decoded = attempt(
      () => decodeSignatures(answer, transactions.length),
      (error) => transactions.map(() => error as MobileWalletError),
    );
    const entries = await Promise.all(
      decoded.map((entry, index) =>
        isSignature(entry) ? chooseId(entry, transactions[index] as WireTransaction, getPath(index)) : entry,
      ),
    );
    for (const entry of entries) if (isSignature(entry)) read.add(encodeBase64(entry));
    for (const [index, entry] of entries.entries()) {
      if (!(entry instanceof Uint8Array) || entry.length === SIGNATURE_LENGTH) continue;
      const signature = await findSignature(entry, addresses);
      const text = signature && encodeBase64(signature);
      // Not before the signature is verified, because the answers to two sends may be read at once.
      if (!text || read.has(text)) {
        entries[index] = createInvalidResponseError(getPath(index), `must be 64 bytes, not ${entry.length}`);
        continue;
      }
      read.add(text);
      entries[index] = signature;
    }
    return entries;
  };
}

function getPath(index: number): string {
  return `result.signatures[${index}]`;
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
 * Returns the id of a transaction for which a wallet returned `signature`. That is the fee payer's signature,
 * but some wallets return their own where somebody else pays the fee, and the chain knows no transaction by
 * that. One that fits no signer is believed, because the wallet may have rewritten the transaction.
 */
async function chooseId(
  signature: Uint8Array,
  { parts }: WireTransaction,
  path: string,
): Promise<SignatureEntry> {
  if (isBlank(signature)) return createInvalidResponseError(path, 'must not be blank');
  const [payer, ...others] = parts?.signers ?? [];
  if (!parts || !payer || others.length === 0) return signature;
  if (await isSignatureBy(payer.publicKey, signature, parts.message)) return signature;
  for (const { publicKey } of others) {
    if (!(await isSignatureBy(publicKey, signature, parts.message))) continue;
    const isPaid = await isSignatureBy(payer.publicKey, payer.signature, parts.message);
    if (isPaid) return payer.signature.slice();
    return createInvalidResponseError(path, 'must be the signature of the fee payer');
  }
  return signature;
}

/** Finds the signature in a signed transaction, or behind a transaction. */
async function findSignature(
  bytes: Uint8Array,
  addresses: ReadonlySet<string>,
): Promise<Uint8Array | undefined> {
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
