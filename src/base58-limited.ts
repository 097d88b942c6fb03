import { decodeBase58 as decode } from './base58.js';
import type { Bytes } from './bytes.js';

/**
 * Decodes base58 of at most `maxLength` characters, by default as many as a 64-byte signature or secret key has: the time to
 * decode grows with the square of the length. Throws on a longer text, and on a character outside the alphabet.
 */
export function decodeBase58(text: string, maxLength = 88): Bytes {
  if (text.length > maxLength) throw new RangeError(`Base58 text is longer than ${maxLength} characters`);
  return decode(text);
}
