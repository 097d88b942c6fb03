import { createInvalidResponseError } from '../protocol/check.js';
import {
  isBlank,
  type SigningParts,
  type TransactionSigner,
  type WireTransaction,
} from '../protocol/wire-transaction.js';
import { type Bytes, equalBytes, SIGNATURE_LENGTH } from '../util/bytes.js';
import { attempt } from '../util/errors.js';

/**
 * Throws `INVALID_RESPONSE` unless `signature` is the account's signature of `message`. Browsers without
 * Ed25519 in WebCrypto cannot verify it; there, only the network does.
 */
export async function assertSignature(
  publicKey: Uint8Array,
  { signature, message }: Readonly<{ signature: Uint8Array; message: Uint8Array }>,
  path: string,
): Promise<void> {
  if (signature.length !== SIGNATURE_LENGTH) throw createInvalidResponseError(path, 'must be 64 bytes');
  if ((await isSignatureBy(publicKey, signature, message)) === false) {
    throw createInvalidResponseError(path, 'is not a signature by the account that was asked');
  }
}

/**
 * Whether `signature` is that of a public key for `message`. Resolves with `undefined` in browsers that
 * cannot tell, because they have no Ed25519 in WebCrypto.
 */
export function isSignatureBy(
  publicKey: Uint8Array,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean | undefined> {
  return crypto.subtle
    .importKey('raw', publicKey as Bytes, 'Ed25519', false, ['verify'])
    .then((key) => crypto.subtle.verify('Ed25519', key, signature as Bytes, message as Bytes))
    .catch(() => undefined);
}

/**
 * Throws `INVALID_RESPONSE` unless a signed transaction has a valid signature of the account. The wallet app
 * may alter the transaction, but may not remove the account from its signers. If it left the message
 * unchanged, each signature that `asked` already had must be unchanged or valid.
 */
export async function assertSignedTransaction(
  publicKey: Uint8Array,
  asked: WireTransaction,
  signed: WireTransaction,
): Promise<void> {
  const path = 'signed_payloads';
  const [before, after] = [asked.parts, signed.parts];
  const signer = findSigner(after, publicKey);
  if (after && signer) await assertSignature(publicKey, { ...signer, message: after.message }, path);
  else if (findSigner(before, publicKey)) {
    throw createInvalidResponseError(path, 'lacks the account that was asked');
  }
  if (!before || !after || !equalBytes(before.message, after.message)) return;
  for (const [index, { signature }] of before.signers.entries()) {
    const other = after.signers[index] as TransactionSigner;
    if (other === signer || isBlank(signature) || equalBytes(signature, other.signature)) continue;
    await assertSignature(other.publicKey, { ...other, message: after.message }, path);
  }
}

/** Finds the signer of a transaction that has this public key. */
export function findSigner(
  parts: SigningParts | undefined,
  publicKey: Uint8Array,
): TransactionSigner | undefined {
  return parts?.signers.find((signer) => equalBytes(signer.publicKey, publicKey));
}

/** How many signed transactions to verify before letting the page draw and react to taps. */
const YIELD_AFTER = 64;

/**
 * Lets the page draw and react to taps before the transaction at `index` of many is verified, once in
 * {@link YIELD_AFTER}: Chromium verifies on the page's main thread, at about 0.1 ms a signature. Browsers
 * without `scheduler.yield` do not verify there.
 */
export function yieldToPageBetweenSignatures(index: number): Promise<void> | undefined {
  if (index % YIELD_AFTER !== YIELD_AFTER - 1) return undefined;
  // Where the browser has none, `scheduler` may be a frame of the page, which throws if it is of another
  // origin.
  return attempt(() => (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler?.yield?.());
}
