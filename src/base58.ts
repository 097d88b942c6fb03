import type { Bytes } from './bytes.js';

/** Bitcoin's alphabet, which Solana uses for addresses and signatures. */
export const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Decodes base58; throws on a character outside the alphabet. */
export function decodeBase58(text: string): Bytes {
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
