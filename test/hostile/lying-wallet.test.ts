import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../src/util/base58.js';
import { concatBytes, encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction } from '../support/wallet.js';
import {
  type Answers,
  getMessage,
  getPayloads,
  grant,
  OTHER_PUBLIC_KEY,
  OTHER_SEED,
  PUBLIC_KEY,
  setUpConnectedLiar,
  setUpLiar,
  sign,
  signIn,
  withSignature,
} from './lying-wallet.js';

/** Answers each payload of a request with what `change` makes of it. */
const signed =
  (change: (payload: Uint8Array) => Uint8Array): Answers[string] =>
  (params) => ({ signed_payloads: getPayloads(params).map((payload) => encodeBase64(change(payload))) });

const message = encodeUtf8('hello');
const foreign = createTransaction(encodeBase58(OTHER_PUBLIC_KEY), 'not yours');

describe('a signed message', () => {
  it.each([
    ['by another key', (payload: Uint8Array) => concatBytes(payload, sign(payload, OTHER_SEED))],
    ['of other bytes', (payload: Uint8Array) => concatBytes(payload, sign(encodeUtf8('other')))],
    ['with another message before it', () => concatBytes(encodeUtf8('other'), sign(encodeUtf8('other')))],
    ['that is too short', (payload: Uint8Array) => concatBytes(payload, sign(payload).subarray(1))],
  ])('is refused with a signature %s', async (_, change) => {
    const { wallet, account } = await setUpConnectedLiar({ sign_messages: signed(change) });
    await expect(wallet.features['solana:signMessage'].signMessage({ account, message })).toRejectWith(
      'INVALID_RESPONSE',
      { path: 'signed_payloads' },
    );
    await expect(
      wallet.features['solana:signOffchainMessage'].signOffchainMessage({
        messageVersion: 1,
        account,
        message: 'hello',
        requiredSigners: [account.publicKey],
      }),
    ).toRejectWith('INVALID_RESPONSE', { path: 'signed_payloads' });
  });
});

describe('a signed transaction', () => {
  const signTransaction = async (change: (wire: Uint8Array) => Uint8Array) => {
    const { wallet, account } = await setUpConnectedLiar({ sign_transactions: signed(change) });
    const transaction = createTransaction(account.address, 'asked');
    return getSignTransaction(wallet.features).signTransaction({ account, transaction });
  };

  it.each([
    ['is not signed', (wire: Uint8Array) => wire],
    [
      'has a signature by another key',
      (wire: Uint8Array) => withSignature(wire, sign(getMessage(wire), OTHER_SEED)),
    ],
    ['is of another account', () => withSignature(foreign, sign(getMessage(foreign), OTHER_SEED))],
    ['is no transaction', () => new Uint8Array(300)],
  ])('is refused if it %s', async (_, change) => {
    await expect(signTransaction(change)).toRejectWith('INVALID_RESPONSE', { path: 'signed_payloads' });
  });

  it('may have been altered by the wallet: the output is what the wallet signed, not the input', async () => {
    const altered = createTransaction(encodeBase58(PUBLIC_KEY), 'altered');
    const [output] = await signTransaction(() => withSignature(altered, sign(getMessage(altered))));
    expect(getMessage(output?.signedTransaction ?? altered.subarray(1))).toEqual(getMessage(altered));
  });
});

describe('the signature of a transaction that was sent', () => {
  it('is not verified: any 64 bytes are accepted', async () => {
    const signature = new Uint8Array(64).fill(7);
    const { wallet, account } = await setUpConnectedLiar({
      sign_and_send_transactions: () => ({ signatures: [encodeBase64(signature)] }),
    });
    const transaction = createTransaction(account.address, 'asked');
    const { signAndSendTransaction } = wallet.features['solana:signAndSendTransaction'];
    const input = { account, transaction, chain: 'solana:devnet' } as const;
    expect(await signAndSendTransaction(input)).toEqual([{ signature }]);
  });
});

describe('a sign-in', () => {
  const INPUT = { statement: 'Hello', nonce: 'abcdefgh', issuedAt: '2026-11-20T00:00:00.000Z' };
  const path = 'sign_in_result.signed_message';

  it.each([
    ['another domain', signIn({ domain: 'evil.example' }), path],
    ['another nonce', signIn({ nonce: 'hgfedcba' }), path],
    ['another statement', signIn({ statement: 'Pay me' }), path],
    ['another time', signIn({ issuedAt: '2026-11-21T00:00:00.000Z' }), path],
    ['another address in its text', signIn({ address: encodeBase58(OTHER_PUBLIC_KEY) }), path],
    ['a text that is no sign-in', signIn({ domain: '' }), path],
    ['a signature by another key', signIn({}, OTHER_SEED), 'sign_in_result.signature'],
    [
      'the address of an account that is not granted',
      signIn({}, OTHER_SEED, OTHER_PUBLIC_KEY),
      'result.sign_in_result.address',
    ],
  ])('is refused with %s', async (_, authorize, at) => {
    const { wallet } = setUpLiar({ authorize });
    await expect(wallet.features['solana:signIn'].signIn(INPUT)).toRejectWith('INVALID_RESPONSE', {
      path: at,
    });
  });

  const address = encodeBase58(OTHER_PUBLIC_KEY);
  const both = [PUBLIC_KEY, OTHER_PUBLIC_KEY].map((key) => ({ address: encodeBase64(key) }));

  it.each([
    ['is not granted', {}],
    ['is granted, too', { accounts: both }],
  ])('may be by another account than the requested one, which %s', async (_, members) => {
    const { wallet } = setUpLiar({ authorize: (params) => ({ ...signIn()(params), ...members }) });
    const [output] = await wallet.features['solana:signIn'].signIn({ ...INPUT, address });
    expect(output?.account.address).toBe(encodeBase58(PUBLIC_KEY));
    expect(output?.account).toBe(wallet.accounts[0]);
    const [, named] = new TextDecoder().decode(output?.signedMessage).split('\n');
    expect(named).toBe(encodeBase58(PUBLIC_KEY));
  });

  it.each([
    ['its text names the requested one', signIn({ address }), both, path],
    ['the requested one has signed', signIn({}, OTHER_SEED), both, 'sign_in_result.signature'],
    ['it is not granted', signIn(), both.slice(1), 'result.sign_in_result.address'],
  ])('is refused by another account than the requested one if %s', async (_, authorize, accounts, at) => {
    const { wallet } = setUpLiar({ authorize: (params) => ({ ...authorize(params), accounts }) });
    await expect(wallet.features['solana:signIn'].signIn({ ...INPUT, address })).toRejectWith(
      'INVALID_RESPONSE',
      { path: at },
    );
  });

  it('may have a time in another form, but no other field', async () => {
    const [form, other] = ['2026-11-20T00:00:00Z', '2026-11-20T01:00:00+01:00'];
    const { wallet } = setUpLiar({ authorize: signIn({ issuedAt: other, notBefore: other }) });
    const input = { issuedAt: form, notBefore: form };
    expect(await wallet.features['solana:signIn'].signIn(input)).toHaveLength(1);
    const liar = setUpLiar({ authorize: signIn({ requestId: other }) });
    await expect(liar.wallet.features['solana:signIn'].signIn({ requestId: form })).toRejectWith(
      'INVALID_RESPONSE',
      {},
      expect.stringContaining('requestId'),
    );
  });

  it('with an empty list of resources is requested only once, at every level, if the wallet writes that list', async () => {
    const { wallet, requests } = setUpLiar({ authorize: signIn() });
    const input = { ...INPUT, resources: [] };
    const [output] = await wallet.features['solana:signIn'].signIn(input);
    const { transact } = wallet.features['mobile-wallet-standard:transact'];
    const { sign_in_result } = await transact((mobile) => mobile.authorize({ sign_in_payload: input }));
    expect(encodeBase64(output?.signedMessage ?? new Uint8Array())).toBe(sign_in_result?.signed_message);
    expect(atob(sign_in_result?.signed_message ?? '')).toMatch(/\nResources:$/);
    expect(requests.map(({ method }) => method)).not.toContain('sign_messages');
  });

  it('in a callback of transact is checked only for its shape and its account', async () => {
    const { wallet } = setUpLiar({ authorize: signIn({ nonce: 'hgfedcba' }, OTHER_SEED) });
    const { transact } = wallet.features['mobile-wallet-standard:transact'];
    const { sign_in_result } = await transact((mobile) => mobile.authorize({ sign_in_payload: INPUT }));
    expect(atob(sign_in_result?.signed_message ?? '')).toContain('Nonce: hgfedcba');
  });
});

describe('an account', () => {
  it('shows no icon but an image in a data URI, and no chain but those that are registered', async () => {
    const icons = [
      'https://evil.example/track.png',
      'javascript:alert(1)',
      'data:text/html;base64,AAAA',
      'data:image/png;base64,"onerror="alert(1)',
    ];
    for (const icon of icons) {
      const lie = { icon, chains: ['solana:devnet', 'solana:mainnet', 'eip155:1'] };
      const { account } = await setUpConnectedLiar({ authorize: () => grant(PUBLIC_KEY, lie) });
      expect(account).not.toHaveProperty('icon');
      expect(account.chains).toEqual(['solana:devnet']);
    }
  });

  it('of 2 MB uses little of the store, and the wallet is still connected after a reload', async () => {
    const { account, settings } = await setUpConnectedLiar({
      authorize: () => ({
        ...grant(PUBLIC_KEY, {
          label: 'a'.repeat(500_000),
          icon: `data:image/png;base64,${'A'.repeat(500_000)}`,
          chains: Array.from({ length: 5_000 }, () => 'x'.repeat(100)),
          features: Array.from({ length: 5_000 }, () => 'x'.repeat(100)),
        }),
        wallet_uri_base: `https://wallet.example/${'a'.repeat(500_000)}`,
      }),
    });
    const text = [...settings.store.entries.values()].join();
    expect(text.length).toBeLessThan(2_000);
    expect(createMobileWallet(settings).accounts).toEqual([account]);
  });

  it.each(['solana:signMessage', 'solana:signAndSendTransaction'] as const)(
    'that differs after a renewal by token is reported as a change, and does not sign for the requested account: %s',
    async (feature) => {
      let granted = PUBLIC_KEY;
      const { wallet, account, requests } = await setUpConnectedLiar({ authorize: () => grant(granted) });
      const received: (readonly string[])[] = [];
      wallet.features['standard:events'].on('change', ({ accounts }) =>
        received.push((accounts ?? []).map(({ address }) => address)),
      );
      granted = OTHER_PUBLIC_KEY;
      const transaction = createTransaction(account.address, 'asked');
      const asking =
        feature === 'solana:signMessage'
          ? wallet.features[feature].signMessage({ account, message })
          : wallet.features[feature].signAndSendTransaction({ account, transaction, chain: 'solana:devnet' });
      await expect(asking).toRejectWith('ACCOUNT_NOT_AUTHORIZED', { address: account.address });
      expect(received).toEqual([[encodeBase58(OTHER_PUBLIC_KEY)]]);
      const authorizations = requests.filter(({ method }) => method === 'authorize');
      expect(authorizations.map(({ params }) => 'auth_token' in params)).toEqual([false, true, false]);
      expect(requests.filter(({ method }) => method.startsWith('sign_'))).toEqual([]);
    },
  );
});
