import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it, vi } from 'vitest';
import { createForeignWindow } from '../../test/rules/page.js';
import { createTransaction } from '../../test/support/wallet.js';
import { readTransaction } from '../protocol/wire-transaction.js';
import { encodeBase58 } from '../util/base58.js';
import { assertSignature, assertSignedTransaction, yieldToPageBetweenSignatures } from './signatures.js';

const seed = new Uint8Array(32).fill(1);
const key = ed25519.getPublicKey(seed);
const asked = createTransaction(encodeBase58(key), 'a');
const signed = asked.slice();
signed.set(ed25519.sign(asked.subarray(65), seed), 1);
const others = createTransaction(encodeBase58(ed25519.getPublicKey(new Uint8Array(32).fill(2))), 'a');
const unknown = Uint8Array.of(1, 2, 3);

const otherKey = ed25519.getPublicKey(new Uint8Array(32).fill(2));
/** A message for both accounts: header, keys, blockhash, and no instructions. */
const message = Uint8Array.of(2, 0, 0, 2, ...key, ...otherKey, ...new Uint8Array(33));
const own = ed25519.sign(message, seed);
const [blank, junk, otherJunk] = [0, 1, 2].map((byte) => new Uint8Array(64).fill(byte)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const forBoth = (first: Uint8Array, second: Uint8Array) => Uint8Array.of(2, ...first, ...second, ...message);

describe('a signed transaction', () => {
  it.each<[what: string, asked: Uint8Array, signed: Uint8Array, isAccepted: boolean]>([
    ['with the account’s signature', asked, signed, true],
    ['without it', asked, asked, false],
    ['that the account need not sign any more', asked, others, false],
    ['in place of another account’s', others, signed, true],
    ['with what another account added', forBoth(blank, blank), forBoth(own, junk), true],
    ['with another account’s signature', forBoth(blank, junk), forBoth(own, junk), true],
    ['with another account’s signature replaced', forBoth(blank, junk), forBoth(own, otherJunk), false],
    ['in an unknown format, of an account that had to sign', asked, unknown, false],
    ['in an unknown format, of an account that did not', others, unknown, true],
    ['in place of one in an unknown format', unknown, signed, true],
    ['in an unknown format, as it was asked', unknown, unknown, true],
  ])('%s', async (_, before, after, isAccepted) => {
    const outcome = await assertSignedTransaction(key, readTransaction(before), readTransaction(after)).catch(
      (error) => error.code ?? error,
    );
    expect(outcome).toBe(isAccepted ? undefined : 'INVALID_RESPONSE');
  });
});

it('a signature of the wrong length is told apart from a wrong one', async () => {
  const check = (signature: Uint8Array) => assertSignature(key, { signature, message }, 'signature');
  await check(own);
  await expect(check(own.subarray(1))).rejects.toThrow('must be 64 bytes');
  await expect(check(junk)).rejects.toThrow('is not a signature');
});

it('many are verified also on a page that has a frame named `scheduler`', () => {
  vi.stubGlobal('scheduler', createForeignWindow());
  expect(yieldToPageBetweenSignatures(63)).toBeUndefined();
});
