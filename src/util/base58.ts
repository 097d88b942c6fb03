import type { Bytes } from './bytes.js';
import { assertBytes } from './is-bytes.js';

/** Bitcoin's alphabet, which Solana uses for addresses and signatures. */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * Encodes bytes as base58, the text form of addresses (32 bytes) and of signatures (64 bytes) that explorers
 * and RPC methods take. Wallet Standard methods, `…/session` and `…/kit` return signatures as bytes; errors
 * have them in base58.
 *
 * @throws `INVALID_ARGUMENT`
 *
 * @example
 * ```ts
 * import { encodeBase58 } from 'mobile-wallet-standard';
 *
 * export function getExplorerLink(signature: Uint8Array): string {
 *   return `https://explorer.solana.com/tx/${encodeBase58(signature)}?cluster=devnet`;
 * }
 * ```
 */
export function encodeBase58(bytes: Uint8Array): string {
  assertBytes(bytes, 'bytes');
  let text = '';
  for (const byte of bytes) {
    if (byte !== 0) break;
    text += '1';
  }
  const digits: number[] = [];
  for (const byte of bytes) {
    let carry = byte;
    for (let index = 0; index < digits.length; index++) {
      carry += (digits[index] as number) << 8;
      digits[index] = carry % 58;
      carry = (carry / 58) | 0;
    }
    for (; carry > 0; carry = (carry / 58) | 0) digits.push(carry % 58);
  }
  for (const digit of digits.reverse()) text += ALPHABET[digit];
  return text;
}

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
    let carry = ALPHABET.indexOf(character);
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
