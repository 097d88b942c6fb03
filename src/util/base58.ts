import { BASE58_ALPHABET } from './base58-encode.js';
import type { Bytes } from './bytes.js';

/** The most characters of a 64-byte signature or secret key. */
const LONGEST = 88;

/**
 * Decodes base58 of at most `maxLength` characters, by default as many as a 64-byte signature or secret key
 * has: the time to decode grows with the square of the length. Throws on a longer text, and on a character
 * outside the alphabet.
 */
export function decodeBase58(text: string, maxLength = LONGEST): Bytes {
  if (text.length > maxLength) throw new RangeError(`Base58 text is longer than ${maxLength} characters`);
  const bytes: number[] = [];
  for (const character of text) {
    let carry = BASE58_ALPHABET.indexOf(character);
    if (carry < 0) throw new SyntaxError(`Not a base58 character: ${character}`);
    for (let index = 0; index < bytes.length; index++) {
      carry += (bytes[index] as number) * 58;
      bytes[index] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
  }
  const leading = /^1*/.exec(text)?.[0].length ?? 0;
  return Uint8Array.from([...Array<number>(leading).fill(0), ...bytes.reverse()]);
}
