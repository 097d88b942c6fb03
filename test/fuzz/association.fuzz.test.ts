import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Association, getAssociationUri, parseAssociationUri } from '../../src/protocol/association.js';
import { isBaseUri } from '../../src/protocol/text-checks.js';
import { anyText } from '../support/any-text.js';
import { expectQuick } from '../support/patience.js';
import {
  attempt,
  type Dimensions,
  dimensionOf,
  editText,
  fuzz,
  nastyTypes,
  textEdits,
  textKinds,
} from './fuzz.js';

const point = Uint8Array.from({ length: 65 }, (_, index) => (index === 0 ? 4 : index));
const ASSOCIATIONS: readonly Association[] = [
  { type: 'local', port: 50_000 },
  { type: 'remote', reflector: 'reflector.example', reflectorId: Uint8Array.of(1, 2, 3) },
  { type: 'local-nostr', relay: 'relay.example', publicKey: 'a'.repeat(64) },
];
const association = fc.constantFrom(...ASSOCIATIONS);
const types: Dimensions<Association>[string] = [ASSOCIATIONS.map(({ type }) => type), ({ type }) => [type]];
/** What a wallet may send for a base URI. */
const baseUri = fc.oneof(
  textEdits.map((edits) => editText('https://wallet.example:8443/mobile/path', edits)),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(
    ...[
      'https:',
      'https:/',
      'https://',
      'https:wallet',
      'https://w\0',
      'HTTPS://A',
      'https://a@b',
      'https://[::1]',
    ],
    ...['https://a/..', 'https://a/%2e%2e/', 'https://a//', 'https://a:0/', 'https://\u0430.example/\ud800'],
  ),
  anyText(),
);

describe('an association URI that was changed', () => {
  fuzz(
    'is parsed, or refused with INVALID_ARGUMENT',
    5,
    fc.tuple(association, textEdits),
    {
      association: dimensionOf(types, ([given]) => given),
      text: dimensionOf(textKinds, ([, edits]) => edits),
    },
    ([given, edits]) => {
      const uri = editText(getAssociationUri(given, point), edits);
      const request = attempt(() => parseAssociationUri(uri));
      if (edits.length === 0) expect(request?.association).toEqual(given);
      if (!request) return;
      expect(request.associationPublicKey).toHaveLength(65);
      if (request.association.type !== 'local') return;
      expect(request.association.port).toBeGreaterThanOrEqual(49_152);
      expect(request.association.port).toBeLessThanOrEqual(65_535);
    },
  );
});

describe('a base URI from a wallet', () => {
  fuzz(
    'is refused, or keeps its origin and lets the association come back',
    5,
    fc.tuple(association, baseUri),
    {
      association: dimensionOf(types, ([given]) => given),
      'base URI': [[true, false], ([, base]) => [isBaseUri(base)]],
    },
    ([given, base]) => {
      const uri = attempt(() => getAssociationUri(given, point, { baseUri: base }));
      expect(uri !== undefined).toBe(isBaseUri(base));
      if (uri === undefined) return;
      expect(new URL(uri).origin).toBe(new URL(base).origin);
      expect(uri).toMatch(/^https:/i);
      expect(parseAssociationUri(uri)).toEqual({
        association: given,
        associationPublicKey: point,
        versions: ['v1'],
      });
    },
  );

  fuzz('is text, whatever a wallet sends', 3, fc.anything(), { type: nastyTypes }, (value) => {
    if (isBaseUri(value)) expect(value).toEqual(expect.any(String));
  });
});

describe('texts of many equal characters', () => {
  const MANY = 50_000;

  it('do not slow down building an association URI', async () => {
    const base = `https://wallet.example/${'/'.repeat(MANY)}x`;
    await expectQuick(() =>
      attempt(() => getAssociationUri({ type: 'local', port: 50_000 }, point, { baseUri: base })),
    );
  });

  it('do not slow down parsing an association URI', async () => {
    const token = `${'.'.repeat(MANY)}x`;
    const uri = `solana-wallet:/v1/associate/local?association=${token}&port=50000`;
    await expectQuick(() => attempt(() => parseAssociationUri(uri)));
  });
});
