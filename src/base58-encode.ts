import { BASE58_ALPHABET } from './base58.js';

/** Encodes bytes as base58. In a file of its own, because the code of the first load only decodes. */
export function encodeBase58(bytes: Uint8Array): string {
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
  const zeros = bytes.findIndex((byte) => byte !== 0);
  const leading = '1'.repeat(zeros < 0 ? bytes.length : zeros);
  return (
    leading +
    digits
      .reverse()
      .map((digit) => BASE58_ALPHABET[digit])
      .join('')
  );
}
