import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '../util/bytes.js';
import { createInvalidResponseError, limitIcons } from './check.js';
import { isIcon } from './icon.js';
import { decodeAuthorizationResult, decodeCapabilities, decodeClonedToken } from './methods.js';
import type { AuthorizationResult } from './types.js';

const address = encodeBase64(new Uint8Array(32).fill(7));
const ICON = `data:image/png;base64,${'A'.repeat(4_096)}`;

const decode = (members: object): AuthorizationResult =>
  decodeAuthorizationResult({ auth_token: 'token', accounts: [{ address }], ...members }, 'solana:devnet');
const decodeAccount = (members: object) => decode({ accounts: [{ address, ...members }] }).accounts[0];
const createAccounts = (count: number, members: object = {}) =>
  Array.from({ length: count }, () => ({ address, ...members }));

/** None of these is an icon, although a check of the beginning alone would accept most of them. */
const BAD_ICONS = [
  'data:image/png;base64,"onerror="alert(1)',
  'data:image/png;base64,AAAA"><script>alert(1)</script>',
  'data:image/png;base64,AAAA, data:text/html,x',
  'data:image/png;base64, AAAA',
  'data:image/png;base64,AAA',
  'data:image/png;base64,AAAAA===',
  'data:image/png;base64,AA=A',
  'data:image/png;base64,AA-_',
  'data:image/png;base64,',
  'data:image/png;charset=utf-8;base64,AAAA',
  'data:image/jpeg;base64,AAAA',
  'data:text/html;base64,AAAA',
  'DATA:image/png;base64,AAAA',
  ' data:image/png;base64,AAAA',
  'https://wallet.example/icon.png',
  'javascript:alert(1)',
];

describe('an icon', () => {
  it.each(['svg+xml', 'webp', 'png', 'gif'])('is a whole data URI in base64: %s', (type) => {
    for (const base64 of ['AAAA', 'AAA=', 'AA==', 'ab+/']) {
      const icon = `data:image/${type};base64,${base64}`;
      expect([isIcon(icon), isIcon([icon])]).toEqual([true, false]);
      expect(decodeAccount({ icon })).toHaveProperty('icon', icon);
      expect(decode({ wallet_icon: icon })).toHaveProperty('wallet_icon', icon);
    }
  });

  it.each(BAD_ICONS)('is left out if it is anything else: %j', (icon) => {
    expect(isIcon(icon)).toBe(false);
    expect(decodeAccount({ icon })).not.toHaveProperty('icon');
    expect(decode({ wallet_icon: icon })).not.toHaveProperty('wallet_icon');
  });

  it.each(['\n', '\r\n'])('has no line breaks, which Android’s encoder adds: %j', (lineBreak) => {
    const bytes = encodeBase64(new Uint8Array(500).fill(0xfb));
    const prefix = 'data:image/png;base64,';
    const wrapped = `${prefix}${bytes.replace(/.{1,76}/g, (line) => line + lineBreak)}`;
    expect(wrapped.split(lineBreak)).toHaveLength(10);
    expect(isIcon(wrapped)).toBe(false);
    expect(decodeAccount({ icon: wrapped })).toHaveProperty('icon', prefix + bytes);
    expect(decode({ wallet_icon: wrapped })).toHaveProperty('wallet_icon', prefix + bytes);
  });

  it('is left out if it is longer than 32,768 characters', () => {
    const prefix = 'data:image/svg+xml;base64,';
    const icon = prefix + 'A'.repeat(4 * Math.floor((32_768 - prefix.length) / 4));
    const tooLong = `${icon}AAAA`;
    expect(decodeAccount({ icon })).toHaveProperty('icon', icon);
    expect(decode({ wallet_icon: icon })).toHaveProperty('wallet_icon', icon);
    expect(decodeAccount({ icon: tooLong })).not.toHaveProperty('icon');
    expect(decode({ wallet_icon: tooLong })).not.toHaveProperty('wallet_icon');
  });

  it('is left out if all of one authorization are longer than 131,072 characters', () => {
    const { accounts } = decode({ accounts: createAccounts(100, { icon: ICON }) });
    expect(accounts).toHaveLength(100);
    expect(accounts.filter(({ icon }) => icon === ICON)).toHaveLength(Math.floor(131_072 / ICON.length));
    const whole = { icon: 'a'.repeat(131_072) };
    expect(limitIcons([whole, {}, { icon: 'a' }])).toEqual([whole, {}, {}]);
  });
});

describe('an account’s texts', () => {
  it('are cut to 128 characters if they are labels, never in the middle of a character', () => {
    expect(decodeAccount({ label: 'a'.repeat(2_000_000) }).label).toBe('a'.repeat(128));
    expect(decodeAccount({ label: `${'a'.repeat(127)}😀` }).label).toBe('a'.repeat(127));
    expect(decodeAccount({ label: '' }).label).toBe('');
  });

  it.each([
    '\n',
    '\0',
    '\x1b',
    '\x7f',
    '\x85',
    '\u2028',
    '\u2029',
    '\u202e',
    '\u2066',
    '\u200f',
    '\u061c',
    '\ud800',
  ])('lose what would change the text around them: %j', (character) => {
    expect(decodeAccount({ label: `My ${character}account` }).label).toBe('My account');
    const display = { display_address: `7x${character}Y`, display_address_format: `b${character}58` };
    expect(Object.keys(decodeAccount(display))).toEqual(['address', 'chains']);
  });

  it('keep their own script, accents and emoji', () => {
    const label = 'Főszámla حسابي 主账户 👩‍👩‍👧';
    expect(decodeAccount({ label }).label).toBe(label);
  });

  it('are left out if they are display addresses or formats of more than 128 characters', () => {
    const text = 'a'.repeat(128);
    const display = { display_address: text, display_address_format: text };
    expect(decodeAccount(display)).toMatchObject(display);
    const longer = { display_address: `${text}a`, display_address_format: `${text}a` };
    expect(Object.keys(decodeAccount(longer))).toEqual(['address', 'chains']);
  });
});

describe('names of chains and features', () => {
  it('are limited to the first 32 names of at most 64 characters', () => {
    const long = 'x'.repeat(64);
    const names = [`${long}x`, long, ...Array.from({ length: 40 }, (_, index) => `solana:${index}`)];
    const kept = [long, ...names.slice(2, 33)];
    expect(decodeAccount({ chains: names, features: names })).toMatchObject({ chains: kept, features: kept });
    expect(decodeCapabilities({ features: names }).features).toEqual(kept);
  });

  it('are limited to 32, as are transaction versions', () => {
    const versions = Array.from({ length: 40 }, (_, index) => index);
    expect(
      decodeCapabilities({ supported_transaction_versions: versions }).supported_transaction_versions,
    ).toEqual(versions.slice(0, 32));
  });
});

describe('an answer that cannot be cut', () => {
  it('is refused with a token of more than 4,096 characters', () => {
    const auth_token = 't'.repeat(4_096);
    expect(decode({ auth_token }).auth_token).toBe(auth_token);
    expect(decodeClonedToken({ auth_token })).toBe(auth_token);
    const longer = { auth_token: `${auth_token}t` };
    for (const read of [decode, decodeClonedToken]) {
      expect(() => read(longer)).toThrowWith('INVALID_RESPONSE', { path: 'result.auth_token' });
    }
  });

  it('is refused with more than 100 accounts', () => {
    expect(decode({ accounts: createAccounts(100) }).accounts).toHaveLength(100);
    const decodeMore = () => decode({ accounts: createAccounts(101) });
    expect(decodeMore).toThrowWith('INVALID_RESPONSE', { path: 'result.accounts' });
  });
});

describe('a base URI', () => {
  it('is left out if it cannot be used', () => {
    const wallet_uri_base = 'https://wallet.example/mwa';
    expect(decode({ wallet_uri_base })).toHaveProperty('wallet_uri_base', wallet_uri_base);
    for (const bad of ['https:good', 'wallet:/open', `https://wallet.example/${'a'.repeat(2_048)}`]) {
      expect(decode({ wallet_uri_base: bad })).not.toHaveProperty('wallet_uri_base');
    }
  });
});

it('the error of a malformed response has its path and its cause', () => {
  const cause = new Error('why');
  const error = createInvalidResponseError('result', 'must be given', cause);
  expect(error).toMatchObject({ code: 'INVALID_RESPONSE', context: { path: 'result' }, cause });
});
