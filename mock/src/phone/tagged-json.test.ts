import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/any-text.js';
import { parseTagged, stringifyTagged } from './tagged-json.js';

describe('parseTagged', () => {
  it('returns what stringifyTagged was given', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constant(null),
        fc.boolean(),
        fc.integer(),
        anyText(),
        fc.bigInt(),
        fc.uint8Array(),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value'), { noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(value, (original) => {
        expect(parseTagged(stringifyTagged(original))).toEqual(original);
      }),
    );
  });

  it('reads bytes of a Node buffer as bytes', () => {
    expect(parseTagged(stringifyTagged(Buffer.from([1, 2])))).toEqual(Uint8Array.of(1, 2));
  });

  it('reads text that looks like another type as text', () => {
    expect(parseTagged(stringifyTagged(['n5', 'bAQI=', '']))).toEqual(['n5', 'bAQI=', '']);
  });

  it('refuses a string without a type tag', () => {
    expect(() => parseTagged('"x"')).toThrow(SyntaxError);
    expect(() => parseTagged('""')).toThrow(SyntaxError);
  });
});
