import { type Bytes, equalBytes } from '../bytes.js';
import { createInvalidResponseError } from '../protocol/check.js';

const SIGNATURE_LENGTH = 64;
const KEY_LENGTH = 32;
const VERSION_FLAG = 0x80;
const VERSION_1 = VERSION_FLAG | 1;
/** A version 1 message has its keys after version, header (3), config mask (4), lifetime (32) and two counts. */
const VERSION_1_KEYS = 1 + 3 + 4 + 32 + 2;

type Signed = Readonly<{ signature: Uint8Array; message: Uint8Array }>;

/**
 * Throws `INVALID_RESPONSE` unless `signature` is the account's for `message`. Browsers without Ed25519 in
 * WebCrypto cannot tell, and there the check is left to the network.
 */
export async function assertSignature(
  publicKey: Uint8Array,
  { signature, message }: Signed,
  path: string,
): Promise<void> {
  if (signature.length !== SIGNATURE_LENGTH) throw createInvalidResponseError(path, 'must be 64 bytes');
  const key = await importKey(publicKey);
  if (key && !(await crypto.subtle.verify('Ed25519', key, signature as Bytes, message as Bytes))) {
    throw createInvalidResponseError(path, 'is not a signature by the account that was asked');
  }
}

/**
 * Throws `INVALID_RESPONSE` unless the account's signature of a signed wire transaction is there and verifies.
 * The wallet may have altered the transaction, but it may not take a signer away.
 */
export async function assertSignedTransaction(
  publicKey: Uint8Array,
  asked: Uint8Array,
  signed: Uint8Array,
): Promise<void> {
  const path = 'signed_payloads';
  const own = getSigned(signed, publicKey);
  if (own) return assertSignature(publicKey, own, path);
  if (getSigned(asked, publicKey)) throw createInvalidResponseError(path, 'lacks the account that was asked');
}

/** Finds a signer's signature in a wire transaction: legacy, version 0 or version 1. */
function getSigned(wire: Uint8Array, publicKey: Uint8Array): Signed | undefined {
  const isVersion1 = wire[0] === VERSION_1;
  const [count, countLength] = isVersion1 ? [wire[1] ?? 0, 0] : readCompactU16(wire, 0);
  const messageStart = isVersion1 ? 0 : countLength + count * SIGNATURE_LENGTH;
  const signaturesStart = isVersion1 ? wire.length - count * SIGNATURE_LENGTH : countLength;
  const keysStart = isVersion1 ? VERSION_1_KEYS : getKeysStart(wire, messageStart);
  for (let index = 0; index < count; index++) {
    const key = wire.subarray(keysStart + index * KEY_LENGTH, keysStart + (index + 1) * KEY_LENGTH);
    if (!equalBytes(key, publicKey)) continue;
    const start = signaturesStart + index * SIGNATURE_LENGTH;
    const messageEnd = isVersion1 ? signaturesStart : wire.length;
    return {
      signature: wire.slice(start, start + SIGNATURE_LENGTH),
      message: wire.slice(messageStart, messageEnd),
    };
  }
  return undefined;
}

/** Keys come after an optional version byte, the header (3) and their count. */
function getKeysStart(wire: Uint8Array, messageStart: number): number {
  const hasVersion = ((wire[messageStart] ?? 0) & VERSION_FLAG) !== 0;
  const countStart = messageStart + (hasVersion ? 1 : 0) + 3;
  return countStart + readCompactU16(wire, countStart)[1];
}

/** Reads Solana's compact-u16 (seven bits a byte, least significant first) and how many bytes it took. */
function readCompactU16(bytes: Uint8Array, start: number): readonly [value: number, length: number] {
  let value = 0;
  for (let length = 0; length < 3; length++) {
    const byte = bytes[start + length] ?? 0;
    value |= (byte & 0x7f) << (7 * length);
    if (byte < VERSION_FLAG) return [value, length + 1];
  }
  return [value, 3];
}

async function importKey(publicKey: Uint8Array): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', publicKey as Bytes, 'Ed25519', false, ['verify']);
  } catch {
    return undefined;
  }
}
