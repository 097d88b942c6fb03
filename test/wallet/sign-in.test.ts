import { verifySignIn } from '@solana/wallet-standard-util';
import { describe, expect, it } from 'vitest';
import type { Quirks } from '../../mock/src/wallet/quirks.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { setUp, setUpConnected } from '../support/wallet.js';

describe('signIn', () => {
  it.each([
    ['that has it', {}],
    ['without it, by message', { quirks: { signInResult: 'absent' } as const }],
    ['that returns an empty signature, by message', { quirks: { signInResult: 'empty-signature' } as const }],
  ])('signs in at a wallet %s', async (_, phoneOptions) => {
    const { phone, wallet, signIn } = await setUp(phoneOptions);
    const input = { statement: 'Hello', nonce: 'abcdefgh', issuedAt: '2026-11-20T00:00:00.000Z' };
    const [output] = await signIn(input);
    if (!output) throw new Error('no output');
    expect(output.account).toBe(wallet.accounts[0]);
    const expected = { ...input, domain: 'example.com', address: output.account.address };
    const serializable = { ...output, account: { ...output.account } };
    expect(verifySignIn(expected, serializable)).toBe(true);
    expect(phone.launches).toHaveLength(1);
    for (const { params } of phone.requests.filter(({ method }) => method === 'authorize')) {
      expect(params).toMatchObject({ sign_in_payload: { domain: 'example.com' } });
      expect(params).not.toHaveProperty('auth_token');
    }
  });

  it('is requested again each time, even if the store has an authorization', async () => {
    const { signIn } = await setUpConnected();
    for (const nonce of ['nonceAAAA', 'nonceBBBB']) {
      const [output] = await signIn({ nonce });
      expect(new TextDecoder().decode(output?.signedMessage)).toContain(`Nonce: ${nonce}`);
    }
  });
});

describe('a sign-in as an account that the wallet app no longer has', () => {
  it.each<Partial<Quirks>>([{}, { extraSignInNewline: false }])(
    'returns the account that signed instead, with %j',
    async (quirks) => {
      const { wallet, signIn } = await setUp({ quirks });
      const [gone, nonce] = [encodeBase58(new Uint8Array(32).fill(5)), 'abcdefgh'];
      const input = { statement: 'Hello', domain: 'example.com', nonce };
      const [output] = await signIn({ ...input, address: gone });
      if (!output) throw new Error('no output');
      expect(output.account).toBe(wallet.accounts[0]);
      // What the guide says of servers.
      const serializable = { ...output, account: { ...output.account } };
      expect(verifySignIn({ ...input, address: gone }, serializable)).toBe(false);
      expect(verifySignIn(input, serializable)).toBe(true);
    },
  );

  it('is refused if it has to be signed as a message, because then this library would have to choose', async () => {
    const { signIn } = await setUp({ quirks: { signInResult: 'absent' } });
    const address = encodeBase58(new Uint8Array(32).fill(5));
    await expect(signIn({ nonce: 'abcdefgh', address })).toRejectWith('ACCOUNT_NOT_AUTHORIZED', { address });
  });
});

describe('a sign-in', () => {
  it.each<Partial<Quirks>>([
    { signInResult: 'signed' },
    { signInResult: 'absent' },
    { signInResult: 'absent', signedMessages: 'signatures' },
    { signInResult: 'empty-signature' },
  ])('in any script has a signature that verifies: %j', async (quirks) => {
    const { signIn } = await setUp({ quirks });
    const input = { statement: 'Grüße, Zoë! テストに署名 🦄', domain: 'bücher.example', nonce: 'abcdefgh' };
    const [output] = await signIn(input);
    if (!output) throw new Error('no output');
    expect(verifySignIn(input, { ...output, account: { ...output.account } })).toBe(true);
  });
});

describe('a sign-in by message that the user declines', () => {
  it('keeps the account that was granted before', async () => {
    const { wallet, signIn, connect, phone } = await setUp({
      quirks: { signInResult: 'absent' },
      approve: ({ type }) => ({ approved: type === 'authorize' }),
    });
    await expect(signIn({ nonce: 'abcdefgh' })).toRejectWith('USER_REJECTED');
    expect(wallet.accounts).toHaveLength(1);
    await connect();
    expect(phone.launches).toHaveLength(1);
  });
});

describe('a sign-in after accounts were shared', () => {
  it.each([undefined, 0, 1])('keeps all of these accounts: with the address of account %j', async (index) => {
    const { wallet, connect, signIn } = await setUp({
      accounts: [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) })),
      approve: (request) => ({
        approved: true,
        ...(request.type === 'authorize' && { accounts: request.accounts.map((account) => account.address) }),
      }),
    });
    await connect();
    const shared = wallet.accounts.map(({ address }) => address);
    expect(shared).toHaveLength(2);
    const address = index === undefined ? undefined : shared[index];
    await signIn({ nonce: 'abcdefgh', ...(address && { address }) });
    expect(wallet.accounts.map((account) => account.address).sort()).toEqual([...shared].sort());
  });
});
