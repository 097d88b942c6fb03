import fc from 'fast-check';

/** UTF-16 needs these for characters of two units, so they are none themselves. */
const [FIRST_SURROGATE, SURROGATES] = [0xd800, 0x800];

/**
 * Draws texts of any characters, as `unit: 'binary'` of fast-check does, which first makes a table of all
 * million of them, in each worker.
 */
export const anyText = (constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: character });

const character = fc.nat({ max: 0x10ffff - SURROGATES }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (value) => {
    const point = typeof value === 'string' ? (value.codePointAt(0) ?? -1) : -1;
    const index = point < FIRST_SURROGATE ? point : point - SURROGATES;
    const isSurrogate = point >= FIRST_SURROGATE && index < FIRST_SURROGATE;
    if (index < 0 || isSurrogate || value !== String.fromCodePoint(point)) throw new Error('No character');
    return index;
  },
);
