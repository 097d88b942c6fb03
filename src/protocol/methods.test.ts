import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytes,
  optional,
  overTheWire,
  SIGNATURE,
  surplus,
  texts,
  withoutAbsent,
} from '../../test/support/results.js';
import { decodeBase64, encodeBase64 } from '../util/bytes.js';
import {
  decodeCapabilities,
  decodeClonedToken,
  decodeSignatures,
  decodeSignedPayloads,
  encodePayloads,
  encodeSendParams,
} from './methods.js';

describe('capabilities', () => {
  const limit = fc.integer({ min: 1, max: 1_000 });
  const version = fc.oneof(fc.constant('legacy' as const), fc.nat({ max: 127 }));

  it('of a 2.0 wallet are read as they were written, whatever is absent or null', () => {
    const written = fc.record({
      max_transactions_per_request: optional(limit),
      max_messages_per_request: optional(limit),
      supported_transaction_versions: fc.array(version, { maxLength: 3 }),
      features: texts,
      supports_clone_authorization: optional(fc.boolean()),
      supports_sign_and_send_transactions: optional(fc.boolean()),
    });
    fc.assert(
      fc.property(written, surplus, (capabilities, other) => {
        expect(decodeCapabilities(overTheWire({ ...other, ...capabilities }))).toEqual(
          withoutAbsent(capabilities),
        );
      }),
    );
  });

  it.each<[features: readonly string[], written: object]>([
    [[], {}],
    [[], { supports_clone_authorization: false, supports_sign_and_send_transactions: null, features: null }],
    [['solana:signAndSendTransaction'], { supports_sign_and_send_transactions: true }],
    [['solana:cloneAuthorization'], { supports_clone_authorization: true }],
    [
      ['solana:signAndSendTransaction', 'solana:cloneAuthorization'],
      { supports_clone_authorization: true, supports_sign_and_send_transactions: true },
    ],
  ])('of a 1.x wallet are signing transactions and %j', (features, written) => {
    expect(decodeCapabilities(written)).toMatchObject({
      supported_transaction_versions: ['legacy'],
      features: ['solana:signTransactions', ...features],
    });
  });

  const good = { supported_transaction_versions: [0], features: [] };
  it.each<[path: string, result: unknown]>([
    ['result', null],
    ['result', [good]],
    ['result.max_transactions_per_request', { ...good, max_transactions_per_request: 0 }],
    ['result.max_transactions_per_request', { ...good, max_transactions_per_request: '10' }],
    ['result.max_messages_per_request', { ...good, max_messages_per_request: -1 }],
    ['result.max_messages_per_request', { ...good, max_messages_per_request: 1.5 }],
    ['result.supported_transaction_versions', { ...good, supported_transaction_versions: 'legacy' }],
    ['result.supported_transaction_versions[0]', { ...good, supported_transaction_versions: ['0'] }],
    ['result.supported_transaction_versions[1]', { ...good, supported_transaction_versions: [0, -1] }],
    ['result.supported_transaction_versions[1]', { ...good, supported_transaction_versions: [0, 0.5] }],
    ['result.features', { ...good, features: 'all' }],
    ['result.features[1]', { ...good, features: ['a', null] }],
    ['result.supports_clone_authorization', { ...good, supports_clone_authorization: 'true' }],
    ['result.supports_sign_and_send_transactions', { ...good, supports_sign_and_send_transactions: 1 }],
  ])('of the wrong shape at %s are refused: %j', (path, result) => {
    expect(() => decodeCapabilities(result)).toThrowWith('INVALID_RESPONSE', { path });
  });
});

describe('payloads', () => {
  it('are decoded as they were encoded', () => {
    fc.assert(
      fc.property(
        fc.array(bytes(), { minLength: 1, maxLength: 5 }),
        fc.option(texts),
        (payloads, addresses) => {
          const request = overTheWire(encodePayloads(payloads, addresses ?? undefined)) as {
            payloads: unknown;
          };
          expect(request).toEqual({
            payloads: payloads.map((payload) => Buffer.from(payload).toString('base64')),
            ...(addresses && { addresses }),
          });
          expect(decodeSignedPayloads({ signed_payloads: request.payloads }, payloads.length)).toEqual(
            payloads,
          );
        },
      ),
    );
  });

  it('of a megabyte are decoded as they were encoded', () => {
    const payload = new Uint8Array(1_000_003).fill(255);
    const { payloads } = encodePayloads([payload]);
    const [decoded = new Uint8Array()] = decodeSignedPayloads({ signed_payloads: payloads }, 1);
    expect(Buffer.compare(decoded, payload)).toBe(0);
  });

  it('that are signatures are decoded, whatever their lengths', () => {
    const nonEmpty = bytes().filter(({ length }) => length > 0);
    fc.assert(
      fc.property(fc.array(nonEmpty, { minLength: 1, maxLength: 5 }), (signatures) => {
        const result = overTheWire({ signatures: signatures.map(encodeBase64) });
        expect(decodeSignatures(result, signatures.length)).toEqual(signatures);
      }),
    );
  });

  it.each<[path: string, result: unknown]>([
    ['result', 'signed'],
    ['result.signed_payloads', {}],
    ['result.signed_payloads', { signed_payloads: null }],
    ['result.signed_payloads', { signed_payloads: ['AAAA'] }],
    ['result.signed_payloads', { signed_payloads: ['AAAA', 'AAAA', 'AAAA'] }],
    ['result.signed_payloads', { signed_payloads: { 0: 'AAAA', 1: 'AAAA', length: 2 } }],
    ['result.signed_payloads[1]', { signed_payloads: ['AAAA', null] }],
    ['result.signed_payloads[0]', { signed_payloads: [7, 'AAAA'] }],
    ['result.signed_payloads[1]', { signed_payloads: ['AAAA', '_-_-'] }],
    ['result.signed_payloads[1]', { signed_payloads: ['AAAA', 'AAAA AAAA'] }],
    ['result.signed_payloads[0]', { signed_payloads: ['A', 'AAAA'] }],
  ])('of the wrong shape at %s are refused: %j', (path, result) => {
    expect(() => decodeSignedPayloads(result, 2)).toThrowWith('INVALID_RESPONSE', { path });
  });

  it.each<[path: string, result: unknown]>([
    ['result', undefined],
    ['result.signatures', { signed_payloads: [SIGNATURE, SIGNATURE] }],
    ['result.signatures', { signatures: [SIGNATURE] }],
    ['result.signatures', { signatures: [SIGNATURE, SIGNATURE, SIGNATURE] }],
  ])('that are no list of signatures at %s are refused: %j', (path, result) => {
    expect(() => decodeSignatures(result, 2)).toThrowWith('INVALID_RESPONSE', { path });
  });

  it('that are no signatures do not hide the others', () => {
    const [first, ...entries] = decodeSignatures({ signatures: [SIGNATURE, null, '', 7, 'A', {}] }, 6);
    expect(first).toEqual(decodeBase64(SIGNATURE));
    expect(entries).toEqual([
      null,
      null,
      ...[3, 4, 5].map((index) =>
        expect.objectContaining({
          code: 'INVALID_RESPONSE',
          context: { path: `result.signatures[${index}]` },
        }),
      ),
    ]);
  });
});

describe('send parameters', () => {
  it('have the options that are set, by their wire names, and no others', () => {
    const options = fc.record(
      {
        minContextSlot: fc.nat(),
        commitment: fc.constantFrom('processed' as const, 'confirmed' as const, 'finalized' as const),
        skipPreflight: fc.boolean(),
        maxRetries: fc.nat(),
        waitForCommitmentToSendNextTransaction: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const toSnakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    fc.assert(
      fc.property(options, (sendOptions) => {
        const named = Object.entries(sendOptions).map(([key, value]) => [toSnakeCase(key), value]);
        expect(encodeSendParams([Uint8Array.of(1)], sendOptions)).toEqual({
          payloads: ['AQ=='],
          ...(named.length > 0 && { options: Object.fromEntries(named) }),
        });
      }),
    );
  });
});

describe('a cloned token', () => {
  it('is read', () => {
    expect(decodeClonedToken({ auth_token: 'token', other: 1 })).toBe('token');
  });

  it.each<[path: string, result: unknown]>([
    ['result', null],
    ['result.auth_token', {}],
    ['result.auth_token', { auth_token: '' }],
    ['result.auth_token', { auth_token: 7 }],
  ])('of the wrong shape at %s is refused: %j', (path, result) => {
    expect(() => decodeClonedToken(result)).toThrowWith('INVALID_RESPONSE', { path });
  });
});
