import { describe, expect, it } from 'vitest';
import { parseSignInPayload } from './sign-in-text.js';
import type { SignInPayload } from './types.js';

const address = '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw';
const whole: SignInPayload = {
  domain: 'example.com',
  address,
  statement: 'Sign in, please',
  uri: 'https://example.com/login',
  version: '1',
  chainId: 'solana:devnet',
  nonce: 'aBcdefg8',
  issuedAt: '2026-11-20T00:00:00Z',
  expirationTime: '2026-11-21T00:00:00.123Z',
  notBefore: '2026-11-19T01:30:00+01:30',
  requestId: 'request 1',
  resources: ['https://example.com/a', 'ipfs://b'],
};

describe('a sign-in payload', () => {
  it.each<[what: string, input: unknown, taken: SignInPayload]>([
    ['left out', undefined, {}],
    ['null', null, {}],
    ['empty', {}, {}],
    ['whole', whole, whole],
    ['with members that are not set', { nonce: undefined, statement: null, uri: '', resources: null }, {}],
    ['with unknown members', { domain: 'example.com', chain: 'devnet' }, { domain: 'example.com' }],
    ['with an empty list of resources', { resources: [] }, { resources: [] }],
    ['with a time in another zone', { issuedAt: whole.notBefore }, { issuedAt: '2026-11-19T01:30:00+01:30' }],
    ['with a label inside a statement', { statement: 'My Nonce: 1' }, { statement: 'My Nonce: 1' }],
    ['of other scripts', { statement: 'Grüße, 世界' }, { statement: 'Grüße, 世界' }],
  ])('is accepted: %s', (_, input, taken) => {
    expect(parseSignInPayload(input)).toEqual(taken);
  });

  it('is a copy, resources included', () => {
    const resources = ['https://example.com/a'];
    const input: { statement: string; resources: string[] } = { statement: 'Before', resources };
    const taken = parseSignInPayload(input);
    input.statement = 'After';
    resources[0] = 'https://evil.example';
    resources.push('https://evil.example/b');
    expect(taken).toEqual({ statement: 'Before', resources: ['https://example.com/a'] });
  });

  it('is read once, member by member', () => {
    let reads = 0;
    const input = {
      get nonce() {
        reads++;
        return reads === 1 ? 'abcdefgh' : 'bad';
      },
    };
    expect(parseSignInPayload(input)).toEqual({ nonce: 'abcdefgh' });
  });

  it.each<[field: string, input: unknown]>([
    ['', 'text'],
    ['', [whole]],
    ['', 7],
    ['.domain', { domain: 7 }],
    ['.domain', { domain: 'a\nb' }],
    ['.address', { address: 'O0' }],
    ['.address', { address: address.slice(1) }],
    ['.address', { address: Buffer.alloc(32).toString('base64') }],
    ['.nonce', { nonce: 'seven77' }],
    ['.nonce', { nonce: 'with-hyphen' }],
    ['.nonce', { nonce: 'äbcdefgh' }],
    ['.nonce', { nonce: 'abcdefghä' }],
    ['.nonce', { nonce: 'äabcdefgh' }],
    ['.nonce', { nonce: 12_345_678 }],
    ['.issuedAt', { issuedAt: 'today' }],
    ['.issuedAt', { issuedAt: '2026-11-20' }],
    ['.issuedAt', { issuedAt: '2026-11-20T00:00:00' }],
    ['.issuedAt', { issuedAt: new Date(0) }],
    ['.expirationTime', { expirationTime: '2026-13-01T00:00:00Z' }],
    ['.expirationTime', { expirationTime: '(x) 2026-11-20T00:00:00Z' }],
    ['.expirationTime', { expirationTime: '2026-11-20T00:00:00Z (x)' }],
    ['.expirationTime', { expirationTime: ' 2026-11-20T00:00:00Z' }],
    ['.notBefore', { notBefore: '2026-11-20T25:00:00Z' }],
    ['.statement', { statement: 'one\ntwo' }],
    ['.statement', { statement: 'one\rtwo' }],
    ['.statement', { statement: 'Nonce: 12345678' }],
    ['.statement', { statement: 'URI: https://evil.example' }],
    ['.statement', { statement: 'Resources:' }],
    ['.uri', { uri: 'https://example.com\nNonce: 12345678' }],
    ['.version', { version: 1 }],
    ['.chainId', { chainId: {} }],
    ['.requestId', { requestId: '\n' }],
    ['.resources', { resources: 'https://example.com' }],
    ['.resources', { resources: {} }],
    ['.resources[1]', { resources: ['a', 7] }],
    ['.resources[0]', { resources: ['a\n- b'] }],
    ['.resources[0]', { resources: new Array(1) }],
    ['.resources[1]', { resources: ['a', ''] }],
  ])('is refused for its “%s”: %j', (field, input) => {
    const argument = `sign_in_payload${field}`;
    expect(() => parseSignInPayload(input)).toThrowWith('INVALID_ARGUMENT', { argument });
  });

  it('is refused for invisible characters, and for those that change how a text is shown, in any field', () => {
    const characters = [
      ...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)),
      ...Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(0x7f + code)),
      ...['\u2028', '\u2029', '\u061c', '\u200e', '\u200f'],
      ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
      ...['\ud83d', '\ude00', '\ude00\ud83d'],
    ];
    for (const character of characters) {
      for (const [field, value] of Object.entries(whole)) {
        const text = Array.isArray(value) ? [...value, `a${character}b`] : `${value}${character}b`;
        const argument = `sign_in_payload.${field}${Array.isArray(value) ? `[${value.length}]` : ''}`;
        const parse = () => parseSignInPayload({ ...whole, [field]: text });
        expect(parse, JSON.stringify(text)).toThrowWith('INVALID_ARGUMENT', { argument });
      }
    }
  });

  it('is accepted with emoji, joiners and every script', () => {
    const statement = 'Bejelentkezés 👩‍👩‍👧 سجّل الدخول 登录 ';
    expect(parseSignInPayload({ statement, resources: [statement] })).toEqual({
      statement,
      resources: [statement],
    });
  });

  it('has the caller’s name in errors', () => {
    const refuse = (input: unknown) => () => parseSignInPayload(input, '');
    expect(refuse('text')).toThrowWith('INVALID_ARGUMENT', { argument: 'input' });
    expect(refuse({ nonce: 'a' })).toThrowWith('INVALID_ARGUMENT', { argument: 'nonce' });
  });
});
