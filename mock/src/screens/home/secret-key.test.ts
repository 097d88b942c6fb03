import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import { formatHex } from '../../explain/text.js';
import { createSigner } from '../../wallet/accounts.js';
import { readSeed } from './secret-key.js';

const seed = Uint8Array.from({ length: 32 }, (_, index) => index * 7);

const { account } = await createSigner(seed, '');
const key = Uint8Array.from([...seed, ...account.publicKey]);

describe('the seed of a key', () => {
  const WAYS: readonly (readonly [string, (bytes: Uint8Array) => string])[] = [
    ['base58', encodeBase58],
    ['hexadecimal digits', (bytes) => formatHex(bytes, '')],
    ['capital hexadecimal digits after 0x', (bytes) => `0x${formatHex(bytes, '').toUpperCase()}`],
    ['a JSON array, as solana-keygen writes it', (bytes) => JSON.stringify([...bytes])],
    ['a JSON array over several lines', (bytes) => `\n${JSON.stringify([...bytes], null, 2)}\n`],
    ['base58 in quotation marks', (bytes) => JSON.stringify(encodeBase58(bytes))],
  ];

  it.each(WAYS)('is read from a secret key of 64 bytes and from a seed, as %s', async (_, write) => {
    expect(await readSeed(write(key))).toEqual(seed);
    expect(await readSeed(write(seed))).toEqual(seed);
  });

  it.each(WAYS)('is refused if the public half does not belong to it, as %s', async (_, write) => {
    const damaged = Uint8Array.from(key, (byte, index) => (index === 63 ? byte ^ 1 : byte));
    await expect(readSeed(write(damaged))).rejects.toThrow('public half does not belong');
  });

  it.each([
    ['', 'Paste a secret key'],
    ['  \n', 'Paste a secret key'],
    ['[1,2,3]', 'has 3 bytes'],
    [JSON.stringify(Array(63).fill(1)), 'has 63 bytes'],
    ['abc', 'has 3 bytes'],
    [JSON.stringify([...Array(63).fill(1), 256]), 'entry 64'],
    [JSON.stringify([-1]), 'entry 1'],
    [JSON.stringify([1.5]), 'entry 1'],
    ['[1, "2"]', 'entry 2'],
    ['[1,2', 'malformed'],
    ['{"secretKey":[1]}', 'array of 64 numbers'],
    ['0OIl', 'neither base58'],
    ['12,34', 'neither base58'],
    [Array(12).fill('abandon').join(' '), 'recovery phrase'],
    [Array(24).fill('ábaco').join('\n'), 'recovery phrase'],
  ])('is not read from %j', async (text, reason) => {
    await expect(readSeed(text)).rejects.toThrow(reason);
  });
});
