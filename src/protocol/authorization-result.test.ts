import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytes,
  optional,
  overTheWire,
  SIGNATURE,
  surplus,
  text,
  texts,
  withoutAbsent,
} from '../../test/support/results.js';
import { encodeBase58 } from '../util/base58.js';
import { encodeBase64 } from '../util/bytes.js';
import { decodeAuthorizationResult } from './methods.js';
import { decodeSignInResult } from './sign-in-text.js';
import type { ChainIdentifier } from './types.js';

const KEY = encodeBase64(new Uint8Array(32).fill(7));
const OTHER_KEY = encodeBase64(new Uint8Array(32).fill(8));

const icon = fc
  .uint8Array({ minLength: 1, maxLength: 20 })
  .map((image) => `data:image/png;base64,${encodeBase64(image)}`);
const baseUri = fc.webPath().map((path) => `https://wallet.example${path}`);
const chain = fc.constantFrom<ChainIdentifier>('solana:mainnet', 'solana:testnet', 'solana:localnet');

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
    const decode = () => decodeAuthorizationResult(result, 'solana:devnet', decodeSignInResult);
    expect(decode).toThrowWith('INVALID_RESPONSE', { path });
  });
});
