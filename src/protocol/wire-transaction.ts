import { equalBytes, KEY_LENGTH, SIGNATURE_LENGTH } from '../util/bytes.js';
import { assertArgument } from '../util/errors.js';
import { parsePayloads } from './payloads.js';
import type { TransactionVersion } from './types.js';

const VERSION_FLAG = 0x80;
const VERSION_1 = VERSION_FLAG | 1;
/**
 * In a version 1 message the keys follow the version (1), header (3), config mask (4), lifetime (32) and two
 * counts (2).
 */
const VERSION_1_MASK = 1 + 3;
const VERSION_1_COUNTS = VERSION_1_MASK + 4 + 32;
const VERSION_1_KEYS_START = VERSION_1_COUNTS + 2;

/**
 * A signer of a wire transaction. `signature` is a view of its 64 bytes there, all zero if it has not signed.
 */
export type TransactionSigner = Readonly<{ publicKey: Uint8Array; signature: Uint8Array }>;

/** The parts of a wire transaction that matter for signing, as views of its bytes. */
export type SigningParts = Readonly<{ message: Uint8Array; signers: readonly TransactionSigner[] }>;

/** Returns the version of a wire transaction, or `undefined` if its bytes are not one. */
export function getTransactionVersion(wire: Uint8Array): TransactionVersion | undefined {
  const first = parseTransaction(wire)?.message[0];
  if (first === undefined) return undefined;
  return first & VERSION_FLAG ? first & ~VERSION_FLAG : 'legacy';
}

/**
 * Throws `INVALID_ARGUMENT` for an empty transaction, which is what code gets that copies a promise as if it
 * were bytes; and for one of version 1 that is not whole. Nobody can sign that, because the message ends
 * where the signatures begin, which only the length says.
 */
export function assertNotDamaged(wire: Uint8Array, argument: string): void {
  assertArgument(wire.length > 0, argument, 'must not be empty: await `serialize` of @solana/web3.js 3');
  assertArgument(
    wire[0] !== VERSION_1 || parseTransaction(wire),
    argument,
    'must be whole: it says that it has version 1, but its length is not what its counts say',
  );
}

/**
 * Returns a copy of a non-empty array of wire transactions.
 * @throws `INVALID_ARGUMENT` naming the item, also if it is empty or damaged
 */
export function parseTransactions(transactions: readonly Uint8Array[]): Uint8Array[] {
  const items = parsePayloads(transactions, 'transactions');
  items.forEach((wire, index) => {
    assertNotDamaged(wire, `transactions[${index}]`);
  });
  return items;
}

/** Parses a wire transaction (legacy, version 0 or 1); returns `undefined` if it is not one. */
export function parseTransaction(wire: Uint8Array): SigningParts | undefined {
  const isVersion1 = wire[0] === VERSION_1;
  const [count, countLength] = isVersion1 ? [wire[1] ?? 0, 0] : readCompactU16(wire, 0);
  const signaturesLength = count * SIGNATURE_LENGTH;
  const messageStart = isVersion1 ? 0 : countLength + signaturesLength;
  const messageEnd = isVersion1 ? wire.length - signaturesLength : wire.length;
  const signaturesStart = isVersion1 ? messageEnd : countLength;
  const header = messageStart + ((wire[messageStart] ?? 0) & VERSION_FLAG ? 1 : 0);
  const keysStart = isVersion1 ? VERSION_1_KEYS_START : header + 3 + readCompactU16(wire, header + 3)[1];
  if (count === 0 || wire[header] !== count || keysStart + count * KEY_LENGTH > messageEnd) return undefined;
  if (isVersion1 && messageEnd !== getVersion1Length(wire, count)) return undefined;
  return {
    message: wire.subarray(messageStart, messageEnd),
    signers: Array.from({ length: count }, (_, index) => ({
      publicKey: getItem(wire, keysStart, KEY_LENGTH, index),
      signature: getItem(wire, signaturesStart, SIGNATURE_LENGTH, index),
    })),
  };
}

/**
 * Returns the length that a version 1 message says it has (SIMD-0385), or `NaN` if it has fewer keys than
 * signers, or ends early.
 */
function getVersion1Length(wire: Uint8Array, signers: number): number {
  const read = (place: number): number => wire[place] ?? Number.NaN;
  const [instructions, keys] = [read(VERSION_1_COUNTS), read(VERSION_1_COUNTS + 1)];
  // Each bit of the mask stands for four bytes.
  let bits = 0;
  for (let bit = 0; bit < 32; bit++) bits += (read(VERSION_1_MASK + (bit >> 3)) >> (bit & 7)) & 1;
  const headers = VERSION_1_KEYS_START + keys * KEY_LENGTH + bits * 4;
  let length = keys < signers ? Number.NaN : headers + instructions * 4;
  for (let header = headers; header < headers + instructions * 4; header += 4) {
    // The number of accounts, each one byte, and the length of the data (little-endian).
    length += read(header + 1) + read(header + 2) + read(header + 3) * 256;
  }
  return length;
}

/**
 * Returns a signed wire transaction with the signatures of the requested one that the wallet left blank. If
 * the wallet has altered the message those are no longer valid, and its bytes are returned unchanged.
 */
export function restoreSignatures(getRequested: () => Uint8Array, signed: Uint8Array): Uint8Array {
  const restored = signed.slice();
  const after = parseTransaction(restored);
  if (!after?.signers.some(({ signature }) => isBlank(signature))) return signed;
  const before = parseTransaction(getRequested());
  if (!before || !equalBytes(before.message, after.message)) return signed;
  after.signers.forEach(({ signature: slot }, index) => {
    const signature = before.signers[index]?.signature;
    if (signature && isBlank(slot)) slot.set(signature);
  });
  return restored;
}

/** Whether a signature is missing: all of its bytes are zero. */
export function isBlank(signature: Uint8Array): boolean {
  return signature.every((byte) => byte === 0);
}

function getItem(wire: Uint8Array, start: number, length: number, index: number): Uint8Array {
  return wire.subarray(start + index * length, start + (index + 1) * length);
}

/** Reads Solana's compact-u16 (seven bits per byte, least significant first) and its length in bytes. */
function readCompactU16(bytes: Uint8Array, start: number): readonly [value: number, length: number] {
  let value = 0;
  for (let length = 0; length < 3; length++) {
    const byte = bytes[start + length] ?? 0;
    value |= (byte & 0x7f) << (7 * length);
    if (byte < VERSION_FLAG) return [value, length + 1];
  }
  return [value, 3];
}
