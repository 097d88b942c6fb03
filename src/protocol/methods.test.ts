import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../base58-encode.js';
import { encodeBase64 } from '../bytes.js';
import { isPlainText } from './check.js';
import {
  decodeAuthorizationResult,
  decodeCapabilities,
  decodeClonedToken,
  decodeSignatures,
  decodeSignedPayloads,
  encodePayloads,
  encodeSendParams,
} from './methods.js';
import { decodeSignInResult } from './sign-in.js';
import type { ChainIdentifier } from './types.js';

const KEY = encodeBase64(new Uint8Array(32).fill(7));
const OTHER_KEY = encodeBase64(new Uint8Array(32).fill(8));
const SIGNATURE = encodeBase64(new Uint8Array(64).fill(9));

const bytes = (length?: number) =>
  fc
    .uint8Array(length === undefined ? { maxLength: 300 } : { minLength: length, maxLength: length })
    .map((array) => Uint8Array.from(array));
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter(isPlainText);
const texts = fc.array(text, { maxLength: 3 });
const icon = fc
  .uint8Array({ minLength: 1, maxLength: 20 })
  .map((image) => `data:image/png;base64,${encodeBase64(image)}`);
const baseUri = fc.webPath().map((path) => `https://wallet.example${path}`);
const chain = fc.constantFrom<ChainIdentifier>('solana:mainnet', 'solana:testnet', 'solana:localnet');
/** Members that the protocol does not define. They must be left out. */
const surplus = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,8}$/), fc.jsonValue(), { maxKeys: 2 });
/** An optional member as wallets write it: a value, `null`, or nothing. */
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(fc.option(value), { nil: undefined });

const account = fc.record({
  address: bytes(32).map(encodeBase64),
  chains: optional(texts),
  label: optional(text),
  display_address: optional(text),
  display_address_format: optional(text),
  features: optional(texts),
  icon: optional(icon),
});

const authorization = fc.record({
  auth_token: fc.string({ minLength: 1, maxLength: 100 }),
  accounts: fc.array(account, { minLength: 1, maxLength: 4 }),
  wallet_uri_base: optional(baseUri),
  wallet_icon: optional(icon),
});

const signIn = fc.record({
  signed_message: bytes().map(encodeBase64),
  signature: bytes(64).map(encodeBase64),
  signature_type: optional(fc.constant('ed25519')),
});

/** The expected result: the members that are neither absent nor null. */
function withoutAbsent(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => (value ?? null) !== null));
}

function overTheWire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('an authorization result', () => {
  it('is read as the wallet wrote it, whatever is absent or null', () => {
    fc.assert(
      fc.property(authorization, surplus, chain, (written, other, authorized) => {
        const accounts = written.accounts.map((each) => ({ ...each, ...other }));
        expect(
          decodeAuthorizationResult(overTheWire({ ...other, ...written, accounts }), authorized),
        ).toEqual({
          ...withoutAbsent(written),
          accounts: written.accounts.map((each) => ({ chains: [authorized], ...withoutAbsent(each) })),
        });
      }),
    );
  });

  it('has a sign-in result for one of its accounts, by base64 or base58 address', () => {
    fc.assert(
      fc.property(authorization, signIn, bytes(32), fc.boolean(), (written, signed, key, isBase58) => {
        const address = encodeBase64(key);
        const accounts = [...written.accounts, { address }];
        const sign_in_result = { ...signed, address: isBase58 ? encodeBase58(key) : address };
        const result = overTheWire({ ...written, accounts, sign_in_result });
        expect(decodeAuthorizationResult(result, 'solana:devnet', decodeSignInResult).sign_in_result).toEqual(
          {
            ...withoutAbsent(signed),
            address,
          },
        );
      }),
    );
  });

  it('has no sign-in result if its signature is empty', () => {
    const sign_in_result = { address: KEY, signed_message: 'AAAA', signature: '', signature_type: 'ed25519' };
    const result = { auth_token: 'token', accounts: [{ address: KEY }], sign_in_result };
    expect(decodeAuthorizationResult(result, 'solana:devnet', decodeSignInResult)).not.toHaveProperty(
      'sign_in_result',
    );
  });

  const good = { auth_token: 'token', accounts: [{ address: KEY }] };
  const signedIn = { address: KEY, signed_message: 'AAAA', signature: SIGNATURE };
  const withAccount = (members: object) => ({ ...good, accounts: [{ address: KEY }, { ...members }] });
  const withSignIn = (members: object) => ({ ...good, sign_in_result: { ...signedIn, ...members } });
  it.each<[path: string, result: unknown]>([
    ['result', undefined],
    ['result', null],
    ['result', []],
    ['result', 'token'],
    ['result.auth_token', { accounts: good.accounts }],
    ['result.auth_token', { ...good, auth_token: '' }],
    ['result.auth_token', { ...good, auth_token: null }],
    ['result.auth_token', { ...good, auth_token: 7 }],
    ['result.accounts', { auth_token: 'token' }],
    ['result.accounts', { ...good, accounts: [] }],
    ['result.accounts', { ...good, accounts: { address: KEY } }],
    ['result.accounts[0]', { ...good, accounts: [KEY] }],
    ['result.accounts[1]', { ...good, accounts: [{ address: KEY }, null] }],
    ['result.accounts[1].address', withAccount({})],
    ['result.accounts[1].address', withAccount({ address: null })],
    ['result.accounts[1].address', withAccount({ address: 'not base64' })],
    ['result.accounts[1].address', withAccount({ address: `${KEY}\n` })],
    ['result.accounts[1].address', withAccount({ address: KEY.slice(4) })],
    ['result.accounts[1].address', withAccount({ address: encodeBase64(new Uint8Array(33)) })],
    ['result.accounts[1].chains', withAccount({ address: KEY, chains: 'solana:devnet' })],
    ['result.accounts[1].chains[1]', withAccount({ address: KEY, chains: ['solana:devnet', null] })],
    ['result.accounts[1].features', withAccount({ address: KEY, features: {} })],
    ['result.accounts[1].features[0]', withAccount({ address: KEY, features: [1] })],
    ['result.accounts[1].label', withAccount({ address: KEY, label: 7 })],
    ['result.accounts[1].display_address', withAccount({ address: KEY, display_address: [] })],
    ['result.accounts[1].display_address_format', withAccount({ address: KEY, display_address_format: 0 })],
    ['result.accounts[1].icon', withAccount({ address: KEY, icon: false })],
    ['result.wallet_uri_base', { ...good, wallet_uri_base: 7 }],
    ['result.wallet_icon', { ...good, wallet_icon: {} }],
    ['result.sign_in_result', { ...good, sign_in_result: 'signed' }],
    ['result.sign_in_result.address', withSignIn({ address: undefined })],
    ['result.sign_in_result.address', withSignIn({ address: 'not an address' })],
    ['result.sign_in_result.address', withSignIn({ address: OTHER_KEY })],
    ['result.sign_in_result.signed_message', withSignIn({ signed_message: undefined })],
    ['result.sign_in_result.signed_message', withSignIn({ signed_message: '_-_-' })],
    ['result.sign_in_result.signature', withSignIn({ signature: undefined })],
    ['result.sign_in_result.signature', withSignIn({ signature: null })],
    ['result.sign_in_result.signature', withSignIn({ signature: SIGNATURE.slice(4) })],
    ['result.sign_in_result.signature_type', withSignIn({ signature_type: 'secp256k1' })],
    ['result.sign_in_result.signature_type', withSignIn({ signature_type: '' })],
  ])('of the wrong shape at %s is refused: %j', (path, result) => {
    expectInvalid(path, () => decodeAuthorizationResult(result, 'solana:devnet', decodeSignInResult));
  });
});

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
    expectInvalid(path, () => decodeCapabilities(result));
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

  it('of a megabyte are, too', () => {
    const payload = new Uint8Array(1_000_003).fill(255);
    const { payloads } = encodePayloads([payload]);
    const [decoded = new Uint8Array()] = decodeSignedPayloads({ signed_payloads: payloads }, 1);
    expect(Buffer.compare(decoded, payload)).toBe(0);
  });

  it('that are signatures are decoded, if they have 64 bytes', () => {
    fc.assert(
      fc.property(fc.array(bytes(64), { minLength: 1, maxLength: 5 }), (signatures) => {
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
    expectInvalid(path, () => decodeSignedPayloads(result, 2));
  });

  it.each<[path: string, result: unknown]>([
    ['result', undefined],
    ['result.signatures', { signed_payloads: [SIGNATURE, SIGNATURE] }],
    ['result.signatures', { signatures: [SIGNATURE] }],
    ['result.signatures[0]', { signatures: [SIGNATURE.slice(4), SIGNATURE] }],
    ['result.signatures[1]', { signatures: [SIGNATURE, encodeBase64(new Uint8Array(65))] }],
    ['result.signatures[1]', { signatures: [SIGNATURE, null] }],
    ['result.signatures[1]', { signatures: [SIGNATURE, encodeBase58(new Uint8Array(64))] }],
  ])('that are no signatures at %s are refused: %j', (path, result) => {
    expectInvalid(path, () => decodeSignatures(result, 2));
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
      fc.property(options, (given) => {
        const named = Object.entries(given).map(([key, value]) => [toSnakeCase(key), value]);
        expect(encodeSendParams([Uint8Array.of(1)], given)).toEqual({
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
    expectInvalid(path, () => decodeClonedToken(result));
  });
});

function expectInvalid(path: string, decode: () => unknown): void {
  expect(decode).toThrow(
    expect.objectContaining({ name: 'MobileWalletError', code: 'INVALID_RESPONSE', context: { path } }),
  );
}
