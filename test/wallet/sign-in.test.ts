import type { SolanaSignInMethod } from '@solana/wallet-standard-features';
import { verifySignIn } from '@solana/wallet-standard-util';
import { describe, expect, it } from 'vitest';
import type { Quirks } from '../../mock/src/wallet/quirks.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { shareAll, TWO_ACCOUNTS } from '../support/mock-wallet.js';
import { getParams } from '../support/requests.js';
import { setUp, setUpConnected } from '../support/wallet.js';

/** Resolves with the output of a sign-in, as a server gets it beside the wallet object's own account. */
async function getOutput(signing: ReturnType<SolanaSignInMethod>) {
  const [output] = await signing;
  if (!output) throw new Error('no output');
  return { output, sent: { ...output, account: { ...output.account } } };
}

describe('signIn', () => {
  it.each<[what: string, quirks: Partial<Quirks>]>([
    ['that has it', { signInResult: 'signed' }],
    ['without it, by message', { signInResult: 'absent' }],
    [
      'without it, by message, of which only the signature is returned',
      { signInResult: 'absent', signedMessages: 'signatures' },
    ],
    ['that returns an empty signature, by message', { signInResult: 'empty-signature' }],
  ])('signs in at a wallet %s, in any script', async (_, quirks) => {
    const { phone, wallet, signIn } = await setUp({ quirks });
    const input = { statement: 'Hello', nonce: 'abcdefgh', issuedAt: '2026-11-20T00:00:00.000Z' };
    const { output, sent } = await getOutput(signIn(input));
    expect(output.account).toBe(wallet.accounts[0]);
    expect(verifySignIn({ ...input, domain: 'example.com', address: output.account.address }, sent)).toBe(
      true,
    );
    expect(phone.launches).toHaveLength(1);
    for (const params of getParams(phone, 'authorize')) {
      expect(params).toMatchObject({ sign_in_payload: { domain: 'example.com' } });
      expect(params).not.toHaveProperty('auth_token');
    }
    const other = { statement: 'Grüße, Zoë! テストに署名 🦄', domain: 'bücher.example', nonce: 'abcdefgh' };
    expect(verifySignIn(other, (await getOutput(signIn(other))).sent)).toBe(true);
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
      const { output, sent } = await getOutput(signIn({ ...input, address: gone }));
      expect(output.account).toBe(wallet.accounts[0]);
      // What the guide says of servers.
      expect(verifySignIn({ ...input, address: gone }, sent)).toBe(false);
      expect(verifySignIn(input, sent)).toBe(true);
    },
  );

  it('is refused if it has to be signed as a message, because then this library would have to choose', async () => {
    const { signIn } = await setUp({ quirks: { signInResult: 'absent' } });
    const address = encodeBase58(new Uint8Array(32).fill(5));
    await expect(signIn({ nonce: 'abcdefgh', address })).toRejectWith('ACCOUNT_NOT_AUTHORIZED', { address });
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
    const { wallet, connect, signIn } = await setUp({ accounts: TWO_ACCOUNTS, approve: shareAll });
    await connect();
    const shared = wallet.accounts.map(({ address }) => address);
    expect(shared).toHaveLength(2);
    const address = index === undefined ? undefined : shared[index];
    await signIn({ nonce: 'abcdefgh', ...(address && { address }) });
    expect(wallet.accounts.map((account) => account.address).sort()).toEqual([...shared].sort());
  });
});
