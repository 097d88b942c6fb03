import { equalBytes, KEY_LENGTH, SIGNATURE_LENGTH } from '../util/bytes.js';
import { assertArgument } from '../util/errors.js';
import { parsePayloads } from './payloads.js';
import type { TransactionVersion } from './types.js';

/** Set in the first byte of a message that has a version. The other bits are the version. */
export const VERSION_FLAG = 0x80;
/** The first byte of a message of version 1. */
export const VERSION_1 = VERSION_FLAG | 1;
/**
 * In a version 1 message the keys follow the version (1), header (3), config mask (4), lifetime (32) and two
 * counts (2).
 */
const VERSION_1_MASK = 1 + 3;
/** Where its blockhash or nonce begins. */
export const VERSION_1_LIFETIME = VERSION_1_MASK + 4;
/** Where the numbers of its instructions and keys are. */
export const VERSION_1_COUNTS = VERSION_1_LIFETIME + 32;
/** Where its keys begin. */
export const VERSION_1_KEYS_START = VERSION_1_COUNTS + 2;

/**
 * A signer of a wire transaction. `signature` is a view of its 64 bytes there, all zero if it has not signed.
 */
export type TransactionSigner = Readonly<{ publicKey: Uint8Array; signature: Uint8Array }>;

/** The parts of a wire transaction that matter for signing, as views of its bytes. */
export type SigningParts = Readonly<{
  message: Uint8Array;
  signers: readonly TransactionSigner[];
}>;

/** A wire transaction, read once. Nobody else changes its bytes. */
export type WireTransaction = Readonly<{
  wire: Uint8Array;
  /** Missing if this library does not know its format. The wallet app may know it. */
  parts: SigningParts | undefined;
}>;

/** Reads a wire transaction (legacy, version 0 or 1). Never throws. */
export function readTransaction(wire: Uint8Array): WireTransaction {
  return { wire, parts: wire[0] === VERSION_1 ? findVersion1Parts(wire) : findParts(wire) };
}

/** Returns the bytes of a transaction. */
export function getWire({ wire }: WireTransaction): Uint8Array {
  return wire;
}

/** Returns the version of a transaction. */
export function getVersion({ message: [first = 0] }: SigningParts): TransactionVersion {
  return first & VERSION_FLAG ? first & ~VERSION_FLAG : 'legacy';
}

/**
 * Reads a transaction that a caller passed. Refuses an empty one, which is what code gets that copies a
 * promise as if it were bytes; and one of version 1 that is not whole. Nobody can sign that, because the
 * message ends where the signatures begin, which only the length says.
 *
 * @throws `INVALID_ARGUMENT`
 */
export function parseTransaction(wire: Uint8Array, argument: string): WireTransaction {
  assertArgument(wire.length > 0, argument, 'must not be empty: await `serialize` of @solana/web3.js 3');
  const transaction = readTransaction(wire);
  assertArgument(
    wire[0] !== VERSION_1 || transaction.parts,
    argument,
    'must be whole: its length is not what its version 1 and its counts say',
  );
  return transaction;
}

/**
 * Copies and reads a non-empty array of wire transactions.
 * @throws `INVALID_ARGUMENT` naming the item, also if it is empty or damaged
 */
export function parseTransactions(transactions: readonly Uint8Array[]): WireTransaction[] {
  return parsePayloads(transactions, 'transactions').map((wire, index) =>
    parseTransaction(wire, `transactions[${index}]`),
  );
}

/** Finds the parts of a transaction whose signatures, after their number, come before the message. */
function findParts(wire: Uint8Array): SigningParts | undefined {
  const [count, signaturesStart] = readCompactU16(wire, 0);
  const messageStart = signaturesStart + count * SIGNATURE_LENGTH;
  const first = wire[messageStart] ?? 0;
  const header = messageStart + (first & VERSION_FLAG ? 1 : 0);
  const keysStart = header + 3 + readCompactU16(wire, header + 3)[1];
  const isWhole = keysStart + count * KEY_LENGTH <= wire.length;
  if (count === 0 || wire[header] !== count || !isWhole) return undefined;
  return {
    message: wire.subarray(messageStart),
    signers: readSigners(wire, count, keysStart, signaturesStart),
  };
}

/** Finds the parts of a transaction of version 1 (SIMD-0385), whose signatures come after the message. */
function findVersion1Parts(wire: Uint8Array): SigningParts | undefined {
  const count = wire[1] ?? 0;
  const messageEnd = wire.length - count * SIGNATURE_LENGTH;
  if (count === 0 || messageEnd !== getVersion1Length(wire, count)) return undefined;
  return {
    message: wire.subarray(0, messageEnd),
    signers: readSigners(wire, count, VERSION_1_KEYS_START, messageEnd),
  };
}

function readSigners(
  wire: Uint8Array,
  count: number,
  keysStart: number,
  signaturesStart: number,
): readonly TransactionSigner[] {
  const readItem = (start: number, length: number, index: number): Uint8Array =>
    wire.subarray(start + index * length, start + (index + 1) * length);
  return Array.from({ length: count }, (_, index) => ({
    publicKey: readItem(keysStart, KEY_LENGTH, index),
    signature: readItem(signaturesStart, SIGNATURE_LENGTH, index),
  }));
}

/**
 * Returns where the headers of the instructions of a version 1 message begin, each of four bytes; `NaN` if it
 * ends before its keys.
 */
export function getVersion1Headers(wire: Uint8Array): number {
  const keys = wire[VERSION_1_COUNTS + 1] ?? Number.NaN;
  // Each bit of the mask stands for four bytes.
  let bits = 0;
  for (let bit = 0; bit < 32; bit++) bits += ((wire[VERSION_1_MASK + (bit >> 3)] ?? 0) >> (bit & 7)) & 1;
  return VERSION_1_KEYS_START + keys * KEY_LENGTH + bits * 4;
}

/**
 * Returns the length that a version 1 message says it has (SIMD-0385), or `NaN` if it has fewer keys than
 * signers, or ends early.
 */
export function getVersion1Length(wire: Uint8Array, signers: number): number {
  const read = (place: number): number => wire[place] ?? Number.NaN;
  const [instructions, keys] = [read(VERSION_1_COUNTS), read(VERSION_1_COUNTS + 1)];
  const headers = getVersion1Headers(wire);
  let length = keys < signers ? Number.NaN : headers + instructions * 4;
  for (let header = headers; header < headers + instructions * 4; header += 4) {
    // The number of accounts, each one byte, and the length of the data (little-endian).
    length += read(header + 1) + read(header + 2) + read(header + 3) * 256;
  }
  return length;
}

/**
 * Puts the signatures that a transaction had when the wallet app was asked, and that the app left blank, into
 * the signed one. If the app has altered the message, they are no longer valid, and nothing is changed.
 */
export function restoreSignatures(asked: WireTransaction, signed: WireTransaction): void {
  if (!asked.parts || !signed.parts || !equalBytes(asked.parts.message, signed.parts.message)) return;
  for (const [index, { signature }] of asked.parts.signers.entries()) {
    const slot = signed.parts.signers[index]?.signature;
    if (slot && isBlank(slot)) slot.set(signature);
  }
}

/** Whether a signature is missing: all of its bytes are zero. */
export function isBlank(signature: Uint8Array): boolean {
  return signature.every((byte) => byte === 0);
}

/** Reads Solana's compact-u16 (seven bits per byte, least significant first) and its length in bytes. */
export function readCompactU16(bytes: Uint8Array, start: number): readonly [value: number, length: number] {
  let value = 0;
  for (let length = 0; length < 3; length++) {
    const byte = bytes[start + length] ?? 0;
    value |= (byte & 0x7f) << (7 * length);
    if (byte < VERSION_FLAG) return [value, length + 1];
  }
  return [value, 3];
}
