import { getBase58Decoder } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from './base58.js';
import {
  concatBytes,
  decodeBase64,
  decodeBase64Url,
  decodeUtf8,
  encodeBase64,
  encodeBase64Url,
  encodeUtf8,
  equalBytes,
} from './bytes.js';
import { isBytes } from './is-bytes.js';

const bytes = fc.uint8Array({ maxLength: 200 });

describe('base64', () => {
  it('agrees with Node both ways', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(encodeBase64(value)).toBe(Buffer.from(value).toString('base64'));
        expect(encodeBase64Url(value)).toBe(Buffer.from(value).toString('base64url'));
        expect(decodeBase64(encodeBase64(value))).toEqual(Uint8Array.from(value));
        expect(decodeBase64Url(encodeBase64Url(value))).toEqual(Uint8Array.from(value));
      }),
    );
  });

  it('encodes more bytes than a call may have arguments', () => {
    const large = new Uint8Array(1_000_001).fill(7);
    expect(encodeBase64(large)).toBe(Buffer.from(large).toString('base64'));
  });

  it('refuses other characters in standard base64', () => {
    expect(() => decodeBase64('-_-_YWJj')).toThrow();
    expect(() => decodeBase64('a*bc')).toThrow();
    expect(() => decodeBase64('YWJj\n')).toThrow(SyntaxError);
  });

  it('accepts base64url padded with = or with the . of some clients', () => {
    for (const text of ['_-8', '_-8=', '_-8.'])
      expect(decodeBase64Url(text)).toEqual(Uint8Array.of(255, 239));
  });
});

describe('base58', () => {
  it('agrees with kit both ways, leading zeros included', () => {
    fc.assert(
      fc.property(fc.nat(5), bytes, (zeros, value) => {
        const whole = concatBytes(new Uint8Array(zeros), value);
        expect(encodeBase58(whole)).toBe(getBase58Decoder().decode(whole));
        expect(decodeBase58(encodeBase58(whole), Number.POSITIVE_INFINITY)).toEqual(whole);
      }),
    );
  });

  it.each(['0', 'O', 'I', 'l', 'ä', ' '])('refuses %j', (character) => {
    expect(() => decodeBase58(`4wBq${character}`)).toThrow(SyntaxError);
  });

  it('refuses a text that is longer than a signature, unless a longer one is expected', () => {
    const longest = encodeBase58(new Uint8Array(64).fill(255));
    expect(decodeBase58(longest)).toHaveLength(64);
    expect(() => decodeBase58(`${longest}1`)).toThrow(RangeError);
    expect(decodeBase58(`${longest}1`, longest.length + 1)).toHaveLength(65);
  });
});

describe('bytes', () => {
  it('compares by content', () => {
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 2))).toBe(false);
  });

  it('distinguishes byte arrays from similar objects', () => {
    expect([new Uint8Array(1), Buffer.of(1)].every(isBytes)).toBe(true);
    expect([[1], new Uint16Array(1), new ArrayBuffer(1), '\u0001', null].some(isBytes)).toBe(false);
  });

  it('encodes and decodes any text as UTF-8, and refuses malformed input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeUtf8(encodeUtf8(text))).toBe(text);
      }),
    );
    expect(decodeUtf8(encodeUtf8('\ufeffmark'))).toBe('\ufeffmark');
    expect(() => decodeUtf8(Uint8Array.of(0xff))).toThrow(TypeError);
  });
});
