import type { SolanaSignInInput } from '@solana/wallet-standard-features';
import { deriveSignInMessageText } from '@solana/wallet-standard-util';
import type { WalletAccount } from '@wallet-standard/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSignInText,
  parseSignInPayload,
  parseSignInText,
  type SignInFields,
} from '../../src/protocol/sign-in-text.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { decodeUtf8, encodeUtf8 } from '../../src/util/bytes.js';
import { anyText } from '../support/any-text.js';
import { expectQuick } from '../support/patience.js';
import { attempt, editText, fuzz, nasty, textEdits, textKinds } from './fuzz.js';

const ADDRESS = encodeBase58(new Uint8Array(32).fill(7));
const FIELDS: SignInFields = {
  domain: 'dapp.example',
  address: ADDRESS,
  statement: 'Sign in',
  uri: 'https://dapp.example',
  version: '1',
  chainId: 'solana:devnet',
  nonce: 'abcdefgh',
  issuedAt: '2026-11-20T00:00:00.000Z',
  requestId: 'one',
  resources: ['https://dapp.example/a', 'https://dapp.example/b'],
};

describe('a signed text', () => {
  fuzz('is parsed or refused, however it was changed', 5, textEdits, { text: textKinds }, (edits) => {
    const fields = parseSignInText(editText(createSignInText(FIELDS), edits));
    if (edits.length === 0) expect(fields).toEqual(FIELDS);
    for (const [key, value] of Object.entries(fields ?? {})) {
      if (key === 'resources') expect(value).toEqual(expect.any(Array));
      else expect(value).toEqual(expect.any(String));
    }
  });

  it('with many line breaks does not slow down parsing', async () => {
    const text = `dapp.example wants you to sign in with your Solana account:\n${ADDRESS}\n\nx${'\n'.repeat(50_000)}x\n\nURI: a`;
    await expectQuick(() => parseSignInText(text));
  });
});

describe('a sign-in input', () => {
  const fragment = fc.oneof(
    fc.constantFrom(
      'URI: a',
      'Nonce: abcdefgh',
      'Resources:',
      '- a',
      ' wants you to sign in with',
      '\u2028',
      '\u202e',
      '\x85',
      '\ud83d',
      ':',
      ' ',
    ),
    anyText({ maxLength: 10 }),
  );
  const line = fc.oneof(
    fc.array(fragment, { maxLength: 3 }).map((parts) => parts.join('')),
    nasty,
  );
  /** Mostly a right value, because one wrong field is enough for a refusal. */
  const mostly = (right: unknown, wrong: fc.Arbitrary<unknown> = line) =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: wrong });
  const fields = {
    domain: mostly(FIELDS.domain),
    address: mostly(ADDRESS),
    statement: mostly(FIELDS.statement),
    uri: mostly(FIELDS.uri),
    version: mostly(FIELDS.version),
    chainId: mostly(FIELDS.chainId),
    nonce: mostly(FIELDS.nonce),
    issuedAt: mostly(FIELDS.issuedAt),
    expirationTime: mostly(FIELDS.issuedAt),
    notBefore: mostly(FIELDS.issuedAt),
    requestId: mostly(FIELDS.requestId),
    resources: mostly(FIELDS.resources, fc.oneof(fc.array(line, { maxLength: 3 }), nasty)),
  };
  const input = fc.record(fields, { requiredKeys: [] });

  fuzz(
    'is refused, or is exactly what the text says',
    5,
    input,
    {
      field: [Object.keys(fields), (given) => Object.keys(given)],
      payload: [
        ['accepted', 'refused'],
        (given) => [attempt(() => parseSignInPayload(given)) ? 'accepted' : 'refused'],
      ],
    },
    (given) => {
      const payload = attempt(() => parseSignInPayload(given));
      if (!payload) return;
      const fields = {
        ...payload,
        domain: payload.domain ?? 'dapp.example',
        address: payload.address ?? ADDRESS,
      };
      const text = createSignInText(fields);
      expect(parseSignInText(text)).toEqual(fields);
      expect(text.split('\n')).toEqual(text.split(/[\r\n\v\f\x85\u2028\u2029]/));
      expect(decodeUtf8(encodeUtf8(text))).toBe(text);
      expect(/[\p{Bidi_Control}\p{Cs}]/u.test(text)).toBe(false);
      const account = { address: fields.address, publicKey: new Uint8Array(32) } as unknown as WalletAccount;
      const output = { account, signedMessage: encodeUtf8(text), signature: new Uint8Array(64) };
      expect(deriveSignInMessageText(payload as SolanaSignInInput, output)).toBe(text);
    },
  );
});
