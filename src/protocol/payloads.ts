import { decodeBase58 } from '../util/base58.js';
import { decodeBase64, KEY_LENGTH } from '../util/bytes.js';
import { assertArgument, attempt } from '../util/errors.js';
import { assertBytes } from '../util/is-bytes.js';

/** The most base58 characters of a public key. */
const MAX_BASE58_LENGTH = 44;

/** Whether a member that may be `null` is given. */
export function isSet<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

/**
 * Returns a copy of a non-empty array, because the caller may change the original while the user decides.
 * @throws `INVALID_ARGUMENT`
 */
export function parseItems<T>(items: readonly T[], argument: string): T[] {
  assertArgument(Array.isArray(items) && items.length > 0, argument, 'must be a non-empty array');
  return [...items];
}

/** Returns a deep copy of a non-empty array of byte arrays. @throws `INVALID_ARGUMENT` naming the item */
export function parsePayloads(payloads: readonly Uint8Array[], argument: string): Uint8Array[] {
  return parseItems(payloads, argument).map((payload, index) => {
    assertBytes(payload, `${argument}[${index}]`);
    return new Uint8Array(payload);
  });
}

/**
 * Returns a copy of a non-empty array of 32-byte public keys in standard base64.
 * @throws `INVALID_ARGUMENT` naming the item
 */
export function parseBase64Addresses(addresses: readonly string[]): string[] {
  return parseItems(addresses, 'addresses').map((address, index) => {
    const isAddress = isKey(address, decodeBase64);
    assertArgument(isAddress, `addresses[${index}]`, 'must be a 32-byte public key in base64');
    return address;
  });
}

/** Returns a copy of an array of strings. @throws `INVALID_ARGUMENT` */
export function parseTexts(texts: readonly string[], argument: string): string[] {
  assertArgument(
    Array.isArray(texts) && [...texts].every((text) => typeof text === 'string'),
    argument,
    'must be an array of strings',
  );
  return [...texts];
}

/**
 * Throws `INVALID_ARGUMENT` unless `value` is a non-empty string that UTF-8 can encode: it would replace lone
 * surrogates.
 */
export function assertText(value: unknown, argument: string): asserts value is string {
  const isText = typeof value === 'string' && value && !/\p{Cs}/u.test(value);
  assertArgument(isText, argument, 'must be a non-empty string without lone surrogates');
}

/** Whether `address` is a 32-byte public key in base58. */
export function isBase58Key(address: unknown): address is string {
  return isKey(address, (text) => decodeBase58(text, MAX_BASE58_LENGTH));
}

function isKey(address: unknown, decode: (text: string) => Uint8Array): boolean {
  return typeof address === 'string' && attempt(() => decode(address))?.length === KEY_LENGTH;
}
