import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/any-text.js';
import { type Association, getAssociationUri, parseAssociationUri } from '../../protocol/association.js';
import { getIntentUri, isAndroidPackage } from './intent.js';

const point = Uint8Array.of(4, ...new Uint8Array(64).fill(7));

/**
 * Reads an `intent:` URI as Android does (`Intent.parseUri` with `URI_INTENT_SCHEME`,
 * https://developer.android.com/reference/android/content/Intent): the fields are what follows the last `#`,
 * each ends with `;`, values are percent-decoded, and `scheme` takes the place of `intent` before the data.
 */
function parseIntent(uri: string) {
  const start = uri.lastIndexOf('#');
  expect(uri.slice(start, start + 8)).toBe('#Intent;');
  const fields: [name: string, value: string][] = [];
  let at = start + 8;
  while (!uri.startsWith('end', at)) {
    const semicolon = uri.indexOf(';', at);
    expect(semicolon).toBeGreaterThan(at);
    const [name, ...value] = uri.slice(at, semicolon).split('=');
    fields.push([name as string, decodeURIComponent(value.join('='))]);
    at = semicolon + 1;
  }
  expect(uri.slice(at)).toBe('end');
  const scheme = fields.find(([name]) => name === 'scheme')?.[1];
  return { data: `${scheme}:${uri.slice('intent:'.length, start)}`, fields };
}

/** As a browser passes it on, which parses it as any URL. */
const throughBrowser = (uri: string): string => new URL(uri).href;

const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
/** Hosts and ids with every odd character, also those that a dapp must not name. */
const odd = fc.oneof(
  fc.domain(),
  fc.string({ unit: fc.constantFrom(...'/?#&=+%;: éa', '#Intent;', ';end', 'S.browser_fallback_url=') }),
);
const association: fc.Arbitrary<Association> = fc.oneof(
  fc.record({ type: fc.constant('local' as const), port: fc.integer({ min: 49_152, max: 65_535 }) }),
  fc.record({
    type: fc.constant('remote' as const),
    reflector: odd,
    reflectorId: fc.uint8Array({ minLength: 1, maxLength: 64 }).map((id) => Uint8Array.from(id)),
  }),
  fc.record({
    type: fc.constantFrom('local-nostr' as const, 'remote-nostr' as const),
    relay: odd,
    publicKey: hex,
  }),
);
const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,9}$/);
const androidPackage = fc.array(word, { minLength: 2, maxLength: 5 }).map((words) => words.join('.'));

describe('an intent for an association', () => {
  it('has its URI as the data, and the package in its field, as Android reads it', () => {
    fc.assert(
      fc.property(association, androidPackage, (value, name) => {
        const uri = getAssociationUri(value, point);
        const { data, fields } = parseIntent(throughBrowser(getIntentUri(uri, name)));
        expect(data).toBe(uri);
        expect(fields).toEqual([
          ['scheme', 'solana-wallet'],
          ['package', name],
        ]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is that of the same association, as a wallet app reads it', () => {
    const well = association.filter(({ type, ...rest }) => {
      const host = Object.values(rest).find(
        (text) => typeof text === 'string' && !/^[0-9a-f]{64}$/.test(text),
      );
      return host === undefined || /^[a-z0-9.-]+$/.test(String(host));
    });
    fc.assert(
      fc.property(well, androidPackage, (value, name) => {
        const { data } = parseIntent(throughBrowser(getIntentUri(getAssociationUri(value, point), name)));
        expect(parseAssociationUri(data)).toEqual({
          association: value,
          associationPublicKey: point,
          versions: ['v1'],
        });
      }),
    );
  });

  it('is not made for what is no package, so that nothing leaves its field', () => {
    const uri = getAssociationUri({ type: 'local', port: 50_000 }, point);
    const text = fc.oneof(
      anyText(),
      fc.string({ unit: fc.constantFrom(...'ab.;=#%/ \n_0é\u212a', ';end', 'S.browser_fallback_url=') }),
      fc
        .tuple(androidPackage, fc.constantFrom(';', '\n', '#', '%3B', ' ', '.', '=', '\0'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (name) => {
        if (isAndroidPackage(name)) {
          expect(name).toMatch(/^[A-Za-z0-9_.]+$/);
          expect(parseIntent(getIntentUri(uri, name)).fields[1]).toEqual(['package', name]);
        } else expect(() => getIntentUri(uri, name)).toThrow('androidPackage');
      }),
      { numRuns: 2_000 },
    );
    for (const name of [
      undefined,
      null,
      7,
      {},
      ['a.b'],
      'phantom',
      '.a.b',
      'a..b',
      '1a.b',
      `a.${'b'.repeat(254)}`,
    ]) {
      expect(isAndroidPackage(name)).toBe(false);
    }
    for (const name of ['ag.jup.jupiter.android', `a.${'b'.repeat(253)}`]) {
      expect(isAndroidPackage(name)).toBe(true);
    }
  });

  it('has no fallback address, which would replace the page', () => {
    expect(getIntentUri('solana-wallet:/v1/associate/local?port=50000', 'app.phantom')).toBe(
      'intent:/v1/associate/local?port=50000#Intent;scheme=solana-wallet;package=app.phantom;end',
    );
  });
});
