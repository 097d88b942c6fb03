import fc from 'fast-check';
import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import { readBase64 } from './params.js';
import { REFERENCE_QUIRKS } from './quirks.js';

const STRICT = { ...REFERENCE_QUIRKS, lenientBase64: false };

describe('readBase64', () => {
  it('reads what Node writes, padded or not', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        for (const quirks of [REFERENCE_QUIRKS, STRICT]) {
          expect(readBase64(text, quirks)).toEqual(bytes);
          expect(readBase64(text.replace(/=+$/, ''), quirks)).toEqual(bytes);
        }
      }),
    );
  });

  it('skips foreign characters, so that base64url yields other bytes', () => {
    expect(readBase64('-_-_YWJj', REFERENCE_QUIRKS)).toEqual(encodeUtf8('abc'));
    expect(readBase64('Y W\nJj', REFERENCE_QUIRKS)).toEqual(encodeUtf8('abc'));
  });

  it('refuses foreign characters without the quirk `lenientBase64`', () => {
    expect(readBase64('-_-_YWJj', STRICT)).toBeUndefined();
  });

  it.each(['A', 'AAAAA', 'AA=', 'AAA==', 'AAAA=', '=AAAA', 'AA==AA', 'not-a-token'])(
    'does not read %s',
    (text) => {
      expect(readBase64(text, REFERENCE_QUIRKS)).toBeUndefined();
    },
  );
});
