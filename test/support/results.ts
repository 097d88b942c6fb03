import fc from 'fast-check';
import { isPlainText } from '../../src/protocol/text-checks.js';
import { encodeBase64 } from '../../src/util/bytes.js';

export const SIGNATURE = encodeBase64(new Uint8Array(64).fill(9));

export const bytes = (length?: number) =>
  fc
    .uint8Array(length === undefined ? { maxLength: 300 } : { minLength: length, maxLength: length })
    .map((array) => Uint8Array.from(array));
export const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter(isPlainText);
export const texts = fc.array(text, { maxLength: 3 });
/** Members that the protocol does not define. They must be left out. */
export const surplus = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,8}$/), fc.jsonValue(), { maxKeys: 2 });
/** An optional member as wallets write it: a value, `null`, or nothing. */
export const optional = <T>(value: fc.Arbitrary<T>) => fc.option(fc.option(value), { nil: undefined });

/** The expected result: the members that are neither absent nor null. */
export function withoutAbsent(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => (value ?? null) !== null));
}

export function overTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
