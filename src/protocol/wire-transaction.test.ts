import { describe, expect, it } from 'vitest';
import { concatBytes } from '../util/bytes.js';
import { getVersion, parseTransaction, readTransaction, restoreSignatures } from './wire-transaction.js';

const readParts = (wire: Uint8Array) => readTransaction(wire).parts;

/** Returns items of `length` bytes, each filled with its value: keys, signatures. */
const fill = (length: number, values: readonly number[]): Uint8Array =>
  concatBytes(...values.map((value) => new Uint8Array(length).fill(value)));
const KEYS = fill(32, [11, 12, 13]);
const LIFETIME = fill(32, [99]);

/** Layouts of a transaction with two signers, whose keys are 11 and 12, and one more account. */
const LAYOUTS: Readonly<Record<string, (signatures: Uint8Array) => readonly (Uint8Array | number[])[]>> = {
  legacy: (signatures) => [[2], signatures, [2, 0, 1, 3], KEYS, LIFETIME, [0]],
  'version 0': (signatures) => [[2], signatures, [0x80, 2, 0, 1, 3], KEYS, LIFETIME, [0, 0]],
  'version 1': (signatures) => [[0x81, 2, 0, 1, 0, 0, 0, 0], LIFETIME, [0, 3], KEYS, signatures],
};
const write = (layout: string, ...signatures: readonly number[]): Uint8Array =>
  concatBytes(...(LAYOUTS[layout]?.(fill(64, signatures)) ?? []).map((part) => Uint8Array.from(part)));

/** Returns a signed transaction with the signatures that it gets back from the one that was asked for. */
const restore = (asked: Uint8Array, signed: Uint8Array): Uint8Array => {
  const transaction = readTransaction(signed.slice());
  restoreSignatures(readTransaction(asked), transaction);
  return transaction.wire;
};

/** Returns the first byte of each signer's key and signature. */
const getSigners = (wire: Uint8Array) =>
  readParts(wire)?.signers.map(({ publicKey, signature }) => {
    expect([publicKey.length, signature.length]).toEqual([32, 64]);
    expect([new Set(publicKey).size, new Set(signature).size]).toEqual([1, 1]);
    return [publicKey[0], signature[0]];
  });

describe.each([
  ['legacy', 'legacy', [129, undefined]],
  ['version 0', 0, [129, undefined]],
  ['version 1', 1, [0, -128]],
] as const)('a %s transaction', (layout, version, [start, end]) => {
  const wire = write(layout, 21, 22);

  it('has a version, a message, and signers in order', () => {
    const parts = readParts(wire);
    expect(parts && getVersion(parts)).toBe(version);
    expect(parts?.message).toEqual(wire.slice(start, end));
    expect(getSigners(wire)).toEqual([
      [11, 21],
      [12, 22],
    ]);
  });

  it('is not one if it ends before its signers’ keys and signatures do', () => {
    // Version 1 has its signatures at the end, so every byte counts.
    const least = layout === 'version 1' ? wire.length : wire.lastIndexOf(12) + 1;
    expect(readParts(wire.subarray(0, least))).toBeDefined();
    expect(readParts(wire.subarray(0, least - 1))).toBeUndefined();
  });

  it.each([0, 1, 3])('is not one if its header says that %i sign', (count) => {
    const changed = wire.slice();
    changed[layout === 'legacy' ? 129 : layout === 'version 0' ? 130 : 1] = count;
    expect(readParts(changed)).toBeUndefined();
  });

  it.each<[what: string, asked: readonly number[], signed: readonly number[], restored: readonly number[]]>([
    ['gets back a signature that the wallet left out', [0, 22], [21, 0], [21, 22]],
    ['keeps a new signature where it had another', [31, 22], [21, 0], [21, 22]],
    ['stays unsigned where nobody has signed', [0, 0], [21, 0], [21, 0]],
  ])('%s', (_, asked, signed, restored) => {
    expect(restore(write(layout, ...asked), write(layout, ...signed))).toEqual(write(layout, ...restored));
  });

  it('is left as it is if it is complete, altered, or nothing that was asked for', () => {
    expect(restore(write(layout, 31, 32), wire)).toEqual(wire);
    const signed = write(layout, 21, 0);
    const altered = write(layout, 0, 22);
    altered[layout === 'version 1' ? 10 : altered.length - 3] = 7;
    const unknown = new Uint8Array(3);
    for (const asked of [altered, unknown]) expect(restore(asked, signed)).toEqual(signed);
    expect(restore(signed, unknown)).toEqual(unknown);
  });
});

describe('a transaction of version 1', () => {
  /** With three limits, an instruction of 1 account and 300 bytes, and one of neither. */
  const wire = concatBytes(
    Uint8Array.of(0x81, 2, 0, 1, 0b11100, 0, 0, 0),
    LIFETIME,
    Uint8Array.of(2, 3),
    KEYS,
    fill(12, [5]),
    Uint8Array.of(2, 1, 44, 1, 2, 0, 0, 0),
    fill(301, [0]),
    fill(64, [21, 22]),
  );
  const HEADERS = 42 + 96 + 12;

  it('has its message before its signatures, also as a part of other bytes', () => {
    const inside = concatBytes(KEYS, wire, KEYS).subarray(KEYS.length, -KEYS.length);
    for (const given of [wire, inside]) {
      expect(readParts(given)?.message).toEqual(wire.subarray(0, -128));
      expect(getSigners(given)).toEqual([
        [11, 21],
        [12, 22],
      ]);
      expect(parseTransaction(given, 'transaction').wire).toBe(given);
    }
  });

  it('may have no other accounts than its signers', () => {
    const least = concatBytes(
      Uint8Array.of(0x81, 2, 0, 0, 0, 0, 0, 0),
      LIFETIME,
      Uint8Array.of(0, 2),
      KEYS.subarray(0, 64),
      fill(64, [21, 22]),
    );
    expect(getSigners(least)).toEqual([
      [11, 21],
      [12, 22],
    ]);
  });

  const change = (place: number, value: number): Uint8Array => {
    const changed = wire.slice();
    changed[place] = value;
    return changed;
  };
  it.each<[what: string, damaged: Uint8Array]>([
    ['ends early', wire.subarray(0, -1)],
    ['ends within its counts', wire.subarray(0, 41)],
    ['has bytes after it', concatBytes(wire, Uint8Array.of(0))],
    ['lacks a signature', wire.subarray(0, -64)],
    [
      'has the signatures of older versions, in front',
      concatBytes(wire.subarray(0, 1), fill(64, [21]), wire),
    ],
    ['counts another signer', change(1, 3)],
    ['counts no signers', change(1, 0)],
    ['counts more signers than keys', concatBytes(change(1, 4), fill(128, [1]))],
    ['counts another limit', change(4, 0b11110)],
    ['counts limits that do not exist', change(7, 1)],
    ['counts another instruction', change(40, 3)],
    ['counts another key', change(41, 4)],
    ['counts another account of an instruction', change(HEADERS + 1, 2)],
    ['counts less data of an instruction', change(HEADERS + 2, 43)],
    ['counts more data of an instruction', change(HEADERS + 7, 1)],
    ['ends after its version', Uint8Array.of(0x81)],
  ])('is damaged if it %s', (_, damaged) => {
    expect(readParts(damaged)).toBeUndefined();
    expect(() => parseTransaction(damaged, 'transactions[3]')).toThrowWith(
      'INVALID_ARGUMENT',
      { argument: 'transactions[3]' },
      '`transactions[3]` must be whole: its length is not what its version 1 and its counts say',
    );
  });

  it('is the only one that counts as damaged, because wallets may know other formats', () => {
    for (const bytes of [[0x82, 1], [1, 2, 3], [0]]) {
      expect(() => parseTransaction(Uint8Array.from(bytes), 'transaction')).not.toThrow();
    }
  });
});

describe('a transaction', () => {
  it('may have 130 signers, whose number takes two bytes', () => {
    const numbers = Array.from({ length: 130 }, (_, index) => index + 1);
    const counts = Uint8Array.of(0x82, 1);
    const header = Uint8Array.of(0x80, 130, 0, 0);
    const wire = concatBytes(counts, fill(64, numbers), header, counts, fill(32, numbers), LIFETIME);
    expect(getSigners(wire)).toEqual(numbers.map((number) => [number, number]));
  });

  it.each([[[0x80, 0x80, 1]], [[0x80, 0x80, 0x83]]])(
    'may have a number of accounts that takes three bytes: %j',
    (count) => {
      const wire = concatBytes(Uint8Array.of(1), fill(64, [21]), Uint8Array.of(1, 0, 0, ...count), KEYS);
      expect(getSigners(wire)).toEqual([[11, 21]]);
    },
  );

  it('does not have 16,392 signers, even if it has room for eight', () => {
    const count = Uint8Array.of(0x88, 0x80, 1);
    const numbers = Array.from({ length: 8 }, (_, index) => index + 1);
    const wire = concatBytes(
      count,
      fill(64, numbers),
      Uint8Array.of(8, 0, 0, 8),
      fill(32, numbers),
      LIFETIME,
    );
    expect(readParts(wire)).toBeUndefined();
  });

  it.each([[[]], [[0]], [[0, 0, 0, 0, 0]], [[0x81]], [[0x81, 0]], [[1, 2, 3]]])('is not %j', (bytes) => {
    expect(readParts(Uint8Array.from(bytes))).toBeUndefined();
  });
});
