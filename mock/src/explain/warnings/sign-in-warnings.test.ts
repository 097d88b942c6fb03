import fc from 'fast-check';
import { createSignInText, type SignInFields } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import { getSignInWarnings, type SignInContext } from './sign-in-warnings.js';

const ACCOUNT = '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw';
const OTHER = 'So11111111111111111111111111111111111111112';
const context: SignInContext = {
  addresses: [ACCOUNT],
  chain: 'solana:devnet',
  now: Date.parse('2026-11-20T12:00:00Z'),
  identityUri: 'https://example.com',
  host: 'localhost:5173',
};
const read = (fields: Partial<SignInFields>, changes: Partial<SignInContext> = {}) =>
  getSignInWarnings(createSignInText({ domain: 'example.com', address: ACCOUNT, ...fields }), {
    ...context,
    ...changes,
  });
const getCodes = (...given: Parameters<typeof read>) => read(...given).map(({ code }) => code);

describe('the warnings of a sign-in text', () => {
  it.each<[what: string, fields: Partial<SignInFields>, changes?: Partial<SignInContext>]>([
    ['nothing but domain and address', {}],
    [
      'every field',
      {
        statement: 'Sign in, please',
        uri: 'https://example.com/login',
        version: '1',
        chainId: 'solana:devnet',
        nonce: 'abcdefgh',
        issuedAt: '2026-11-20T11:59:00Z',
        expirationTime: '2026-11-20T12:05:00Z',
        notBefore: '2026-11-20T12:00:00Z',
        requestId: '1',
        resources: ['https://example.com/terms'],
      },
    ],
    ['the cluster’s name', { chainId: 'devnet' }],
    ['the name in CAIP-2', { chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }],
    ['the older name of mainnet', { chainId: 'mainnet' }, { chain: 'solana:mainnet-beta' }],
    ['a time in another zone', { expirationTime: '2026-11-20T11:30:00-01:00' }],
    ['a time that cannot be read', { expirationTime: 'tomorrow', notBefore: 'today' }],
    ['a second account', { address: OTHER }, { addresses: [ACCOUNT, OTHER] }],
    ['the host of a URL with a path', {}, { identityUri: 'https://example.com/app?x=1' }],
    ['a port', { domain: 'localhost:5173' }, { identityUri: 'http://localhost:5173' }],
    ['a domain without the port', { domain: 'localhost' }, { identityUri: 'http://localhost:5173' }],
    ['a default port', { domain: 'example.com:443' }],
    [
      'other letters of the same domain',
      { domain: 'BÜCHER.example' },
      { identityUri: 'https://xn--bcher-kva.example' },
    ],
    ['the page’s host, where the app names no URL', { domain: 'localhost:5173' }, { identityUri: undefined }],
    [
      'the page’s host, where the app names no web page',
      { domain: 'localhost:5173' },
      { identityUri: 'app://x' },
    ],
    ['nothing known of the app', { domain: 'evil.example' }, { identityUri: undefined, host: undefined }],
  ])('are none with %s', (_, fields, changes) => {
    expect(read(fields, changes)).toEqual([]);
  });

  it.each<[code: string, fields: Partial<SignInFields>, text: string, changes?: Partial<SignInContext>]>([
    [
      'expired',
      { expirationTime: '2026-11-20T12:00:00Z' },
      'This sign-in expired on 2026-11-20 12:00 UTC. The app should refuse it.',
    ],
    [
      'not-yet-valid',
      { notBefore: '2026-11-20T13:30:00+01:00' },
      'This sign-in is not valid before 2026-11-20 12:30 UTC. The app should refuse it until then.',
    ],
    [
      'other-chain',
      { chainId: 'solana:mainnet' },
      'This text is for the network “mainnet”, but the app is connected to “devnet”.',
    ],
    [
      'other-domain',
      { domain: 'evil.example' },
      'This signs you in at “evil.example”, but the app that asks says it is “example.com”.',
    ],
    [
      'other-address',
      { address: OTHER },
      'This text is for account “So11…1112”, which is not the account that signs it.',
    ],
    [
      'other-domain',
      { domain: 'evil.example' },
      'This signs you in at “evil.example”, but the app that asks says it is “localhost:5173”.',
      { identityUri: undefined },
    ],
  ])('are “%s” for %j', (code, fields, text, changes) => {
    const level = ['other-domain', 'other-address'].includes(code) ? 'danger' : 'caution';
    expect(read(fields, changes)).toEqual([{ code, level, text }]);
  });

  it.each([
    'example.com.evil.example',
    'example.com@evil.example',
    'example.com:8443',
    'example.com/evil.example',
    'www.example.com',
    'exаmple.com',
    'My App',
    '?',
  ])('tell the domain %s from the app’s own', (domain) => {
    expect(getCodes({ domain })).toEqual(['other-domain']);
  });

  it('show invisible characters of a domain, and the beginning of a long one', () => {
    expect(read({ domain: 'exam\u202eple.com' })[0]?.text).toContain('“exam<U+202E>ple.com”');
    expect(read({ domain: 'a'.repeat(1000) })[0]?.text).toContain(`“${'a'.repeat(100)}…”`);
  });

  it('are all given at once', () => {
    const fields = {
      domain: 'evil.example',
      address: OTHER,
      chainId: 'x',
      expirationTime: '1999-01-01T00:00:00Z',
    };
    expect(getCodes(fields)).toEqual(['other-domain', 'other-address', 'other-chain', 'expired']);
  });

  it('are none for another text, and never throw', () => {
    expect(getSignInWarnings('Hello', context)).toEqual([]);
    const field = fc.option(fc.string(), { nil: '' });
    fc.assert(
      fc.property(field, field, field, field, fc.string(), (domain, address, chainId, time, identityUri) => {
        const fields = { domain, address, chainId, expirationTime: time, notBefore: time };
        expect(() => getSignInWarnings(createSignInText(fields), { ...context, identityUri })).not.toThrow();
      }),
    );
  });
});
