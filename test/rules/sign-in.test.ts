import type { SolanaSignInInput } from '@solana/wallet-standard-features';
import { verifySignIn } from '@solana/wallet-standard-util';
import { describe, expect, it } from 'vitest';
import { createMobileWallet } from '../../src/wallet/register.js';
import { setUp, setUpConnected } from '../support/wallet.js';

const FULL: SolanaSignInInput = {
  domain: 'login.example.com:8443',
  statement: 'Sign in to Example: it costs nothing.',
  uri: 'https://login.example.com:8443/?a=b#c',
  version: '1',
  chainId: 'solana:devnet',
  nonce: 'Abcdefgh12345678',
  issuedAt: '2026-11-20T00:00:00.000Z',
  expirationTime: '2026-11-21T00:00:00Z',
  notBefore: '2026-11-19T23:59:59+01:00',
  requestId: 'request 7',
  resources: ['https://example.com/terms', 'ipfs://x'],
};

/** Signs in once, and tells what the phone was asked. */
async function signIn(input: SolanaSignInInput | undefined, context: Awaited<ReturnType<typeof setUp>>) {
  const { wallet, phone } = context;
  const [output] = await wallet.features['solana:signIn'].signIn(input as SolanaSignInInput);
  if (!output) throw new Error('no output');
  await phone.whenIdle();
  const { params } = phone.requests.filter(({ method }) => method === 'authorize').at(-1) ?? {};
  // What a dapp sends to its server, without what is behind accessors.
  const sent = { ...output, account: { ...output.account } };
  return { output, sent, params };
}

describe('signIn', () => {
  it.each([
    undefined,
    {},
    { statement: undefined, resources: undefined } as object,
    FULL,
    { statement: 'Hello' },
    { resources: [] },
    { statement: 'Hello', nonce: 'abcdefgh', resources: [] },
  ])('rule 32: signs %j, adds only the domain, and verifies', async (input) => {
    const context = await setUp();
    const { output, sent, params } = await signIn(input, context);
    const given = JSON.parse(JSON.stringify({ domain: 'example.com', ...input }));
    expect(params).toHaveProperty('sign_in_payload', given);
    expect(verifySignIn({ ...given, address: output.account.address }, sent)).toBe(true);
    expect(output.account).toBe(context.wallet.accounts[0]);
  });

  it('rule 32: verifies without a statement if the wallet writes texts as `@solana/wallet-standard-util` does', async () => {
    const input = { nonce: 'abcdefgh', issuedAt: '2026-11-20T00:00:00.000Z' };
    const { sent } = await signIn(input, await setUp({ quirks: { extraSignInNewline: false } }));
    expect(verifySignIn({ ...input, domain: 'example.com' }, sent)).toBe(true);
  });

  it('rule 32: signs the given fields even if the wallet writes an extra line break', async () => {
    const input = { nonce: 'abcdefgh', issuedAt: '2026-11-20T00:00:00.000Z' };
    const { output } = await signIn(input, await setUp());
    expect(new TextDecoder().decode(output.signedMessage).replace(/\n+/g, '\n')).toBe(
      `example.com wants you to sign in with your Solana account:\n${output.account.address}\nNonce: abcdefgh\nIssued At: ${input.issuedAt}`,
    );
  });

  it.each([
    ['without sign-in', { extraSignInNewline: false, signInResult: 'absent' }],
    ['that leaves an empty list of resources out', { extraSignInNewline: true, signInResult: 'signed' }],
  ] as const)('rule 32: verifies with an empty list of resources at a phone %s', async (_, quirks) => {
    const input = { nonce: 'abcdefgh', resources: [] };
    const { sent } = await signIn(input, await setUp({ quirks }));
    expect(verifySignIn(input, sent)).toBe(true);
  });

  it('rule 32: is refused before a launch if the signed text could be misread', async () => {
    const context = await setUp();
    for (const input of [{ statement: '\ud83d' }, { resources: ['https://example.com/\u2028'] }]) {
      await expect(signIn(input, context)).toRejectWith('INVALID_ARGUMENT');
    }
    expect(context.phone.launches).toEqual([]);
  });

  it('rule 32: signs in with the named account', async () => {
    const accounts = [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) }));
    const context = await setUp({ accounts });
    const address = context.phone.wallet.accounts[1]?.address ?? '';
    const { output, sent } = await signIn({ address, statement: 'Hello' }, context);
    expect(output.account.address).toBe(address);
    expect(context.wallet.accounts).toContain(output.account);
    expect(verifySignIn({ address, statement: 'Hello' }, sent)).toBe(true);
  });

  it.each([
    ['that signs in', {}],
    ['that gives an empty signature', { quirks: { signInResult: 'empty-signature' } } as const],
    ['that gives no result', { quirks: { signInResult: 'absent' } } as const],
    ['of 1.x', { protocol: 'legacy' } as const],
  ])(
    'rule 32: asks for a new sign-in despite a stored authorization, even after a reload, with a phone %s',
    async (_, options) => {
      const context = await setUpConnected(options);
      const reloaded = { ...context, wallet: createMobileWallet(context.settings) };
      const before = reloaded.wallet.accounts;
      for (const nonce of ['nonceAAAA', 'nonceBBBB']) {
        const input = { nonce, statement: 'Hello' };
        const { output, sent, params } = await signIn(input, reloaded);
        expect(params).not.toHaveProperty('auth_token');
        expect(verifySignIn({ ...input, domain: 'example.com' }, sent)).toBe(true);
        expect(output.account).toBe(reloaded.wallet.accounts[0]);
        expect(output.account).toBe(before[0]);
      }
    },
  );

  it('rule 32: several sign-ins use one session, each with its own result', async () => {
    const { wallet, phone } = await setUp();
    const inputs = ['one', 'two'].map((statement) => ({ statement }));
    const outputs = await wallet.features['solana:signIn'].signIn(...inputs);
    outputs.forEach((output, index) => {
      const sent = { ...output, account: { ...output.account } };
      expect(verifySignIn(inputs[index] as (typeof inputs)[number], sent)).toBe(true);
      expect(output.account).toBe(wallet.accounts[0]);
    });
    expect(outputs).toHaveLength(2);
    expect(phone.launches).toHaveLength(1);
    await phone.whenIdle();
  });
});
