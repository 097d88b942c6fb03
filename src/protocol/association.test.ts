import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64Url } from '../util/bytes.js';
import {
  decodeReflectorId,
  encodeReflectorId,
  getAssociationUri,
  getRandomPort,
  parseAssociationUri,
} from './association.js';

// Not random, because it is in the names of tests.
const point = Uint8Array.of(4, ...new Uint8Array(64).fill(7));
const local = { type: 'local', port: 50_000 } as const;

describe('association URIs', () => {
  it('are parsed back to what they were built from', () => {
    const key = fc.stringMatching(/^[0-9a-f]{64}$/);
    const association = fc.oneof(
      fc.record({ type: fc.constant('local' as const), port: fc.integer({ min: 49_152, max: 65_535 }) }),
      fc.record({
        type: fc.constant('remote' as const),
        reflector: fc.domain(),
        reflectorId: fc.uint8Array({ minLength: 1, maxLength: 300 }).map((id) => Uint8Array.from(id)),
      }),
      fc.record({
        type: fc.constantFrom('local-nostr' as const, 'remote-nostr' as const),
        relay: fc.domain(),
        publicKey: key,
      }),
    );
    fc.assert(
      fc.property(association, fc.option(fc.webPath(), { nil: undefined }), (value, path) => {
        const options = path === undefined ? {} : { baseUri: `https://wallet.example${path}` };
        const uri = getAssociationUri(value, point, options);
        expect(parseAssociationUri(uri)).toEqual({
          association: value,
          associationPublicKey: point,
          versions: ['v1'],
        });
      }),
    );
  });

  it('offer every version, in order', () => {
    const uri = getAssociationUri(local, point, { versions: ['v1', 'legacy'] });
    expect(uri).toMatch(/&v=v1&v=legacy$/);
    expect(parseAssociationUri(uri).versions).toEqual(['v1', 'legacy']);
  });

  it.each([
    'http://wallet.example',
    'javascript:alert(1)',
    'wallet:/open',
    '/relative',
    '',
    'https://wallet.example/?a=1',
    'https://wallet.example/#x',
    'https://user:secret@wallet.example',
    'https://@wallet.example',
    'https:good',
    'https:/good',
    'https:///good',
    'https:\\\\wallet.example',
    'https://wallet.example\\@evil.example',
    'https://wallet.example/\\..',
    'ht\ntps://wallet.example',
    'https://wallet.example/\tpath',
    ' https://wallet.example',
    'https://wallet.example ',
    'https://wallet.example/\u2028',
    'https://',
    'https://:443',
    'https://wallet.example:99999',
    'https://[wallet.example]',
  ])('are not built on the base URI %j', (baseUri) => {
    expect(() => getAssociationUri(local, point, { baseUri })).toThrow('`baseUri` must be');
  });

  it('are not built on a base URI of more than 2,048 characters', () => {
    const baseUri = 'https://wallet.example/'.padEnd(2_048, 'a');
    expect(getAssociationUri(local, point, { baseUri })).toContain(baseUri);
    expect(() => getAssociationUri(local, point, { baseUri: `${baseUri}a` })).toThrow('`baseUri` must be');
  });

  it('are not built on a list, although it reads as a base URI', () => {
    const baseUri = ['https://wallet.example'] as unknown as string;
    expect(() => getAssociationUri(local, point, { baseUri })).toThrow('`baseUri` must be');
  });

  it.each([
    'https://wallet.example',
    'HTTPS://wallet.example:8443/a/@b',
    'https://[::1]/',
    'https://кошелёк.example/путь',
    'https://wallet.example/%0A%20',
  ])('are built on the origin and the path of the base URI %j', (baseUri) => {
    const base = new URL(baseUri);
    expect(getAssociationUri(local, point, { baseUri })).toMatch(/^https:\/\//);
    const { origin, pathname } = new URL(
      getAssociationUri(local, point, { baseUri }),
      'https://dapp.example',
    );
    expect([origin, pathname]).toEqual([
      base.origin,
      `${base.pathname.replace(/\/$/, '')}/v1/associate/local`,
    ]);
  });

  const good = getAssociationUri(local, point);
  const remote = getAssociationUri(
    { type: 'remote', reflector: 'reflect.example', reflectorId: new Uint8Array(16) },
    point,
  );
  const relayed = getAssociationUri(
    { type: 'remote-nostr', relay: 'relay.example', publicKey: 'a'.repeat(64) },
    point,
  );
  const withPoint = (...bytes: readonly number[]) =>
    good.replace(/association=[^&]*/, `association=${encodeBase64Url(Uint8Array.from(bytes))}`);
  it.each([
    ['relay', relayed.replace('relay.example', 'user%40relay.example')],
    ['relay', relayed.replace('relay.example', 'relay.example%3Fa')],
    ['relay', relayed.replace(/&relay=[^&]*/, '')],
    ['pubkey', relayed.replace('pubkey=', 'pubkey=a')],
    ['pubkey', relayed.replace('pubkey=', 'pubkey=g')],
    ['pubkey', relayed.replace('&v=v1', 'g&v=v1')],
    ['port', good.replace('port=50000', 'port=a50000')],
    ['port', good.replace('port=50000', 'port=50000a')],
    ['port', good.replace('port=50000', 'port=49151')],
    ['port', good.replace('port=50000', 'port=65536')],
    ['association', withPoint(...point.subarray(1))],
    ['association', withPoint(...point, 7)],
    ['association', withPoint(5, ...point.subarray(1))],
    ['reflector', remote.replace('reflect.example', 'a:b')],
    ['reflector', remote.replace('reflect.example', 'reflect.example:99999')],
    ['reflector', remote.replace('reflect.example', 'evil.example%5C.reflect.example')],
    ['reflector', remote.replace('reflect.example', 'reflect.example%2Fpath')],
    ['reflector', remote.replace('reflect.example', 'user%40reflect.example')],
    ['id', remote.replace(/&id=[^&]*/, '')],
    ['uri', 'not a uri'],
    ['uri', good.replace('solana-wallet:', 'http:')],
    ['uri', good.replace('solana-wallet:/', 'http://wallet.example/')],
    ['uri', good.replace('associate/local', 'associate/other')],
    ['port', good.replace('port=50000', 'port=80')],
    ['port', good.replace('port=50000', 'port=5e4')],
    ['port', good.replace('port=50000', '')],
    ['association', good.replace(/association=[^&]*/, 'association=AAAA')],
    ['association', good.replace(/association=[^&]*/, 'association=***')],
  ])('are refused for their %s: %s', (argument, uri) => {
    expect(() => parseAssociationUri(uri)).toThrowWith('INVALID_ARGUMENT', { argument });
  });
});

describe('REFLECTOR_ID', () => {
  it('is decoded to what it was encoded from, whatever its length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 20_000 }), (id) => {
        expect(decodeReflectorId(encodeReflectorId(id))).toEqual(Uint8Array.from(id));
      }),
    );
  });

  it.each([
    [1, [1]],
    [127, [0x7f]],
    [128, [0x80, 0x01]],
    [300, [0xac, 0x02]],
    [16_384, [0x80, 0x80, 0x01]],
  ])('begins with the varint of the length: %i bytes', (length, varint) => {
    const id = new Uint8Array(length).fill(7);
    const message = encodeReflectorId(id);
    expect([...message.subarray(0, -length)]).toEqual(varint);
    expect(decodeReflectorId(message)).toEqual(id);
  });

  it.each([[[]], [[0]], [[1]], [[1, 7, 7]], [[0x80]], [[0x80, 0]], [[0x81, 0x80, 0x80, 0x80, 0, 7]]])(
    'is not %j',
    (message) => {
      expect(decodeReflectorId(Uint8Array.from(message))).toBeUndefined();
    },
  );
});

describe('getRandomPort', () => {
  it('is random, among those that Linux keeps from outgoing connections', () => {
    const ports = Array.from({ length: 100_000 }, getRandomPort).sort();
    expect([ports[0], ports.at(-1)]).toEqual([61_000, 65_535]);
    expect(new Set(ports).size).toBeGreaterThan(4_500);
  });
});
