import { ed25519 } from '@noble/curves/ed25519.js';
import type { SolanaSignInOutput } from '@solana/wallet-standard-features';
import { verifySignIn } from '@solana/wallet-standard-util';
import { describe, expect, it } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/index.js';
import type { Quirks } from '../../mock/src/wallet/quirks.js';
import { IDENTITY, KEY, OTHER_KEY, SEED } from '../../test/support/mock-wallet.js';
import { createPhone, type Phone } from '../../test/support/phone.js';
import { createQuirky, transactAuthorized } from '../../test/support/quirks.js';
import { parseSignInText } from '../protocol/sign-in-text.js';
import { type AuthorizeParams, type SignInResult, splitSignedMessage, transact } from '../transact/bytes.js';
import { encodeBase58 } from '../util/base58.js';
import { decodeBase64, encodeBase64, encodeUtf8 } from '../util/bytes.js';
import { hasAskedResources, withDomain } from './sign-in-message.js';

// Real wallets behave differently in these points, and the session API must support all of them.
const chain = 'solana:devnet';
const MESSAGE = encodeUtf8('Hello, wallet');

describe('signed messages', () => {
  it.each(['message-and-signatures', 'signatures'] as const)(
    'that are %s are split by splitSignedMessage',
    async (signedMessages) => {
      const phone = await createQuirky({ signedMessages });
      const payloads = [MESSAGE, new Uint8Array(), new Uint8Array(64).fill(1)];
      const signed = await transact(async (wallet) => {
        await wallet.authorize({ chain, addresses: [KEY, OTHER_KEY] });
        return wallet.signMessages({ addresses: [OTHER_KEY, KEY], payloads });
      }, phone);
      signed.forEach((payload, index) => {
        const asked = payloads[index] ?? MESSAGE;
        const { message, signatures } = splitSignedMessage(payload, asked, 2);
        expect(message).toEqual(asked);
        expect(
          signatures.map((signature, signer) =>
            ed25519.verify(signature, asked, decodeBase64(signer === 0 ? OTHER_KEY : KEY)),
          ),
        ).toEqual([true, true]);
      });
    },
  );
});

it('a message without signatures is split, too', () => {
  expect(splitSignedMessage(MESSAGE, MESSAGE, 0)).toEqual({ message: MESSAGE, signatures: [] });
});

it.each<[what: string, message: Uint8Array, signed: Uint8Array]>([
  ['another message', MESSAGE, Uint8Array.from([...MESSAGE].reverse().concat(Array(64).fill(1)))],
  ['a message without signatures', MESSAGE, MESSAGE],
  ['half a signature', MESSAGE, new Uint8Array(32)],
  ['less than a signature, which begins with the message', new Uint8Array(62), new Uint8Array(63)],
])('%s is refused by splitSignedMessage', (_, message, signed) => {
  expect(() => splitSignedMessage(signed, message, 1)).toThrow(
    expect.objectContaining({ code: 'INVALID_RESPONSE', context: { path: 'signed_payloads' } }),
  );
});

it.each<[domain: string | undefined, uri: unknown, used: string | undefined]>([
  ['a.example', 'https://b.example', 'a.example'],
  [undefined, 'https://b.example:1234/path', 'b.example:1234'],
  ['', 'https://b.example', 'b.example'],
  [undefined, undefined, undefined],
  [undefined, 'b.example', undefined],
  [undefined, new URL('https://b.example'), undefined],
])('outside a page, the domain %j with the identity’s URI %j is %j', (domain, uri, used) => {
  const complete = () => withDomain(domain === undefined ? {} : { domain }, { uri: uri as string });
  if (used) return expect(complete().domain).toBe(used);
  expect(complete).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument: 'sign_in_payload.domain' } }),
  );
});

it.each<[text: string, resources: readonly string[] | undefined, hasAsked: boolean]>([
  ['a.example wants you to sign in with your Solana account:\nA', undefined, true],
  ['a.example wants you to sign in with your Solana account:\nA', ['https://a.example'], true],
  ['a.example wants you to sign in with your Solana account:\nA', [], false],
  ['a.example wants you to sign in with your Solana account:\nA\n\nResources:', [], true],
  ['Something else', [], true],
])('%j has the list of resources that was asked for (%j): %s', (text, resources, hasAsked) => {
  const result = { address: KEY, signed_message: encodeBase64(encodeUtf8(text)), signature: '' };
  expect(hasAskedResources(result, resources ? { resources } : {})).toBe(hasAsked);
});

/** Returns the text that the account has signed. */
const getText = (result: SignInResult | undefined): string =>
  new TextDecoder().decode(decodeBase64(result?.signed_message ?? ''));

/** Returns a sign-in of {@link KEY}'s account as Wallet Standard has it. */
const toOutput = (result: SignInResult | undefined): SolanaSignInOutput => ({
  account: { address: '', publicKey: decodeBase64(KEY), chains: [], features: [] },
  signedMessage: decodeBase64(result?.signed_message ?? ''),
  signature: decodeBase64(result?.signature ?? ''),
});

describe('signing in', () => {
  const payload = { domain: 'example.com:8443', statement: 'Is it me?', nonce: 'abcdefgh' };
  const signIn = (phone: Phone, params: AuthorizeParams = {}) =>
    transact(
      (wallet) => wallet.authorize({ chain, identity: IDENTITY, sign_in_payload: payload, ...params }),
      phone,
    );

  it.each<Partial<Quirks>>([
    { signInResult: 'signed' },
    { signInResult: 'signed', domainWithoutPort: false, extraSignInNewline: false },
    { signInResult: 'absent' },
    { signInResult: 'absent', signedMessages: 'signatures' },
    { signInResult: 'empty-signature' },
    { signInResult: 'empty-signature', signedMessages: 'signatures' },
  ])('returns a signature that verifies, also for an empty list of resources: %j', async (quirks) => {
    for (const input of [payload, { ...payload, resources: [] }]) {
      const phone = await createQuirky(quirks);
      const { sign_in_result: result } = await signIn(phone, { sign_in_payload: input });
      expect(result?.address).toBe(KEY);
      expect(verifySignIn(input, toOutput(result))).toBe(true);
    }
  });

  it('signs by a message with the account that the payload names, if the wallet grants it', async () => {
    const address = encodeBase58(decodeBase64(OTHER_KEY));
    const sign_in_payload = { ...payload, address };
    const quirks = { signInResult: 'absent' } as const;
    const granted = { sign_in_payload, addresses: [KEY, OTHER_KEY] };
    const { sign_in_result } = await signIn(await createQuirky(quirks), granted);
    expect(sign_in_result?.address).toBe(OTHER_KEY);
    await expect(signIn(await createPhone({ quirks }), { sign_in_payload })).toRejectWith(
      'ACCOUNT_NOT_AUTHORIZED',
      { address },
    );
  });

  it('sends the domain with its port to a wallet that would use the identity’s host without it', async () => {
    const phone = await createQuirky({ domainWithoutPort: true });
    const identity = { uri: 'https://example.com:8443' };
    const { sign_in_result: result } = await signIn(phone, { identity, sign_in_payload: {} });
    expect(parseSignInText(getText(result))?.domain).toBe('example.com:8443');
  });

  it('signs the payload of the call, even if the caller changes it while the user decides', async () => {
    const changing = { domain: 'example.com', statement: 'one' };
    const phone = await createPhone({
      quirks: { signInResult: 'absent' },
      onRequest(method) {
        if (method === 'authorize') changing.statement = 'two';
      },
    });
    const { sign_in_result: result } = await signIn(phone, { sign_in_payload: changing });
    expect(getText(result)).toContain('one');
  });

  it('parses texts with the three newlines that some wallets write', async () => {
    const { sign_in_result: result } = await signIn(await createQuirky({ extraSignInNewline: true }), {
      sign_in_payload: { domain: 'example.com', nonce: 'abcdefgh' },
    });
    const text = getText(result);
    expect(text).toContain('\n\n\nNonce');
    expect(parseSignInText(text)).toMatchObject({ domain: 'example.com', nonce: 'abcdefgh' });
  });

  describe.each(['authorize', 'reauthorize'] as const)('by %s with a token', (method) => {
    const signInByToken = (phone: Phone) =>
      transactAuthorized(phone, (wallet, auth_token) =>
        wallet[method]({ chain, identity: IDENTITY, auth_token, sign_in_payload: payload }),
      );

    it.each<[options: MockWalletOptions, asked: readonly string[]]>([
      [{ quirks: { tokenOverridesSignIn: true } }, ['authorize', 'sign-messages']],
      [{ quirks: { tokenOverridesSignIn: false } }, ['authorize', 'sign-in']],
      [{ protocol: 'legacy' }, ['authorize', 'sign-messages']],
    ])('has a signature that verifies, of one question more: %j', async (options, expected) => {
      const asked: string[] = [];
      const phone = await createPhone({
        accounts: [{ seed: SEED }],
        ...options,
        approve: ({ type }) => {
          asked.push(type);
          return { approved: true };
        },
      });
      const { sign_in_result: result } = await signInByToken(phone);
      expect(result?.address).toBe(KEY);
      expect(verifySignIn(payload, toOutput(result))).toBe(true);
      expect(asked).toEqual(expected);
      expect(phone.launches).toHaveLength(1);
    });

    it('says that the user has declined the text', async () => {
      const phone = await createPhone({ approve: ({ type }) => ({ approved: type === 'authorize' }) });
      await expect(signInByToken(phone)).toRejectWith('USER_REJECTED');
    });
  });
});
