import { decodeBase58 } from '../base58.js';
import { decodeBase64 } from '../bytes.js';
import { assertArgument } from '../errors.js';
import { isBytes } from './arguments.js';

/** Public keys are 32 bytes: 43 or 44 base58 characters, but for leading zero bytes. */
const KEY_LENGTH = 32;
const MAX_BASE58_LENGTH = 44;

/**
 * Gives a copy of an array of one or more items: the caller's may change while a person thinks.
 *
 * @throws `INVALID_ARGUMENT`
 */
export function getItems<T>(items: readonly T[], argument: string): T[] {
  assertArgument(Array.isArray(items) && items.length > 0, argument, 'must be an array of one or more items');
  return [...items];
}

/** Gives a copy of an array of one or more byte arrays. @throws `INVALID_ARGUMENT` naming the item */
export function getPayloads(payloads: readonly Uint8Array[], argument: string): Uint8Array[] {
  const items = getItems(payloads, argument);
  items.forEach((payload, index) => {
    assertArgument(isBytes(payload), `${argument}[${index}]`, 'must be a Uint8Array');
  });
  return items;
}

/**
 * Gives a copy of an array of one or more 32-byte public keys in standard base64.
 *
 * @throws `INVALID_ARGUMENT` naming the item
 */
export function getBase64Addresses(addresses: readonly string[]): string[] {
  const items = getItems(addresses, 'addresses');
  items.forEach((address, index) => {
    assertArgument(isBase64Key(address), `addresses[${index}]`, 'must be a 32-byte public key in base64');
  });
  return items;
}

/** Throws `INVALID_ARGUMENT` unless `value` is a string of one or more characters. */
export function assertText(value: unknown, argument: string): asserts value is string {
  assertArgument(typeof value === 'string' && value, argument, 'must be a string that is not empty');
}

/** Tells whether `address` is a 32-byte public key in base58. */
export function isBase58Key(address: unknown): address is string {
  try {
    return (
      typeof address === 'string' &&
      address.length <= MAX_BASE58_LENGTH &&
      decodeBase58(address).length === KEY_LENGTH
    );
  } catch {
    return false;
  }
}

function isBase64Key(address: unknown): boolean {
  try {
    return typeof address === 'string' && decodeBase64(address).length === KEY_LENGTH;
  } catch {
    return false;
  }
}
