import { assertBytes } from './is-bytes.js';

// In a file of its own, because a dapp that only encodes need not load more.

/** Bitcoin's alphabet, which Solana uses for addresses and signatures. */
export const BASE58_ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/**
 * Encodes bytes as base58, the text form of addresses (32 bytes) and of signatures (64 bytes) that explorers
 * and RPC methods take. Wallet Standard methods, `…/session` and `…/kit` return signatures as bytes.
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
  for (const digit of digits.reverse()) text += BASE58_ALPHABET[digit];
  return text;
}
