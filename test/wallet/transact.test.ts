import { describe, expect, it } from 'vitest';
import type { MobileWallet } from '../../src/dapp/mobile-wallet.js';
import { encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import { error } from '../faults/replies.js';
import { createSharerInTurn, shareAll, TWO_ACCOUNTS } from '../support/mock-wallet.js';
import { countRequests, getCalledMethods, getParams } from '../support/requests.js';
import { createTransaction, MEMO, setUp, setUpConnected } from '../support/wallet.js';

const chains = ['solana:devnet', 'solana:testnet'] as const;

describe('mobile-wallet-standard:transact', () => {
  it('connects, builds for the account and signs, in one launch', async () => {
    const { transact, wallet, phone, changes } = await setUp();
    const signed = await transact(async (mobile) => {
      await mobile.authorize();
      const [account] = wallet.accounts;
      return mobile.signTransactions({ transactions: [createTransaction(account?.address ?? '', 'a')] });
    });
    expect(signed).toHaveLength(1);
    expect(phone.launches).toHaveLength(1);
    expect(getCalledMethods(phone)).toEqual(['authorize', 'sign_transactions']);
    expect(changes).toEqual([{ accounts: wallet.accounts }]);
    await phone.whenIdle();
  });

  it('uses the wallet’s token, so that the user is not asked again', async () => {
    const { transact, wallet, phone, account } = await setUpConnected();
    await transact(async (mobile) => {
      const { accounts } = await mobile.authorize({ identity: { name: 'Another' } });
      expect(accounts.map(({ address }) => address)).toEqual([
        encodeBase64(Uint8Array.from(account.publicKey)),
      ]);
    });
    expect(phone.requests.at(-1)).toMatchObject({
      method: 'authorize',
      params: { auth_token: expect.any(String), identity: { name: 'Example' }, chain: 'solana:devnet' },
    });
    expect(wallet.accounts[0]).toBe(account);
  });

  it('authorizes what a request needs, and replaces a token that is no longer valid', async () => {
    const { transact, phone, account } = await setUpConnected();
    phone.wallet.revokeTokens();
    const message = encodeUtf8('hello');
    const addresses = [encodeBase64(Uint8Array.from(account.publicKey))];
    const [signed] = await transact((mobile) => mobile.signMessages({ addresses, payloads: [message] }), {
      account,
    });
    expect(signed?.subarray(0, message.length)).toEqual(message);
    expect(phone.launches).toHaveLength(2);
  });

  it('authorizes again when the wallet refuses a request of a stored authorization, and asks once more', async () => {
    const faults = [error('sign_messages', -1, undefined, { nth: 1 })];
    const { signText, phone } = await setUpConnected({ faults });
    expect(await signText('a')).toHaveLength(1);
    expect(getCalledMethods(phone)).toEqual([
      'authorize',
      'authorize',
      'sign_messages',
      'authorize',
      'sign_messages',
    ]);
  });

  it('does not ask again for what the wallet refuses right after a fresh authorization', async () => {
    const { signText, phone } = await setUpConnected({ faults: [error('sign_messages', -1)] });
    phone.wallet.revokeTokens();
    await expect(signText('a')).toRejectWith('NOT_AUTHORIZED');
    expect(countRequests(phone, 'sign_messages')).toBe(1);
  });

  it.each(['v1', 'legacy'] as const)(
    'refuses a token of an earlier session with another chain: %s',
    async (protocol) => {
      const { transact, phone, store } = await setUpConnected({ protocol }, { chains });
      const { auth_token } = await transact((mobile) => mobile.authorize());
      await phone.whenIdle();
      const before = [...store.entries];
      await transact(async (mobile) => {
        await expect(mobile.authorize({ chain: 'solana:testnet', auth_token })).toRejectWith(
          'NOT_AUTHORIZED',
        );
        expect([...store.entries]).toEqual(before);
        await mobile.authorize({ chain: 'solana:devnet', auth_token });
      });
    },
  );

  it('reauthorizes by a token, which must be given', async () => {
    const { transact, phone } = await setUpConnected();
    await transact(async (mobile) => {
      const { auth_token } = await mobile.authorize();
      expect(await mobile.reauthorize({ auth_token })).toMatchObject({ auth_token: expect.any(String) });
      expect(phone.requests.at(-1)).toMatchObject({ method: 'authorize', params: { auth_token } });
      await expect(mobile.reauthorize({} as never)).rejects.toMatchObject({
        context: { argument: 'auth_token' },
      });
    });
  });

  it.each<
    [
      what: string,
      named: number | undefined,
      given: readonly number[] | undefined,
      wanted?: readonly number[],
    ]
  >([
    ['the call’s account', 1, undefined, [1]],
    ['no account where the call names none', undefined, undefined],
    ['those that it names itself', 1, [0], [0]],
  ])('asks afresh for %s', async (_, named, given, wanted) => {
    const { transact, wallet, phone } = await setUpConnected({
      accounts: TWO_ACCOUNTS,
      approve: shareAll,
    });
    const keys = wallet.accounts.map(({ publicKey }) => encodeBase64(Uint8Array.from(publicKey)));
    const toKeys = (indexes: readonly number[]) => indexes.map((index) => keys[index] ?? '');
    const account = wallet.accounts[named ?? -1];
    await transact(
      (mobile) =>
        mobile.authorize({
          features: ['solana:signTransactions'],
          sign_in_payload: { nonce: 'abcdefgh' },
          ...(given && { addresses: toKeys(given) }),
        }),
      account && { account },
    );
    const params = getParams(phone, 'authorize').at(-1);
    expect(params?.['addresses']).toEqual(wanted && toKeys(wanted));
    expect(params).toMatchObject({
      features: ['solana:signTransactions'],
      sign_in_payload: { nonce: 'abcdefgh' },
    });
  });

  it.each<[string, (mobile: MobileWallet, transactions: Uint8Array[]) => Promise<unknown>]>([
    [
      'to sign messages of another',
      (mobile) =>
        mobile.signMessages({
          addresses: [encodeBase64(new Uint8Array(32).fill(7))],
          payloads: [encodeUtf8('hello')],
        }),
    ],
    ['to send', (mobile, transactions) => mobile.signAndSendTransactions({ transactions })],
    ['to sign', (mobile, transactions) => mobile.signTransactions({ transactions })],
    ['to clone', (mobile) => mobile.cloneAuthorization()],
  ])('asks no wallet that does not grant the call’s account %s', async (_, ask) => {
    const { transact, phone, account } = await setUpConnected({
      accounts: TWO_ACCOUNTS,
      approve: createSharerInTurn(),
    });
    phone.wallet.revokeTokens();
    const { length } = phone.requests;
    const asking = transact((mobile) => ask(mobile, [createTransaction(account.address, 'a')]), { account });
    await expect(asking).rejects.toMatchObject({ context: { address: account.address } });
    expect(new Set(phone.getMethods().slice(length))).toEqual(new Set(['authorize', 'get_capabilities']));
  });

  it('uses the chain that its callback authorized last', async () => {
    const { transact, phone, account } = await setUpConnected({}, { chains });
    await transact(async (mobile) => {
      await mobile.authorize({ cluster: 'testnet' });
      await mobile.signTransactions({ transactions: [createTransaction(account.address, 'a')] });
      await expect(mobile.authorize({ chain: 'solana:mainnet' })).rejects.toMatchObject({
        context: { argument: 'chain' },
      });
    });
    expect(getParams(phone, 'authorize').map((params) => params['chain'])).toEqual([
      'solana:devnet',
      'solana:testnet',
    ]);
  });

  it('signs in, even with a wallet that does not support sign-in', async () => {
    const { transact, wallet, phone } = await setUp({ quirks: { signInResult: 'absent' } });
    const { sign_in_result } = await transact((mobile) =>
      mobile.authorize({ sign_in_payload: { nonce: 'abcdefgh' } }),
    );
    expect(atob(sign_in_result?.signed_message ?? '')).toContain('Nonce: abcdefgh');
    expect(wallet.accounts).toHaveLength(1);
    expect(phone.launches).toHaveLength(1);
  });

  it.each(['authorize', 'reauthorize'] as const)('signs in by %s with a token', async (method) => {
    const { transact, wallet, phone } = await setUpConnected();
    const { sign_in_result } = await transact(async (mobile) => {
      const { auth_token } = await mobile.authorize();
      return mobile[method]({ auth_token, sign_in_payload: { nonce: 'abcdefgh' } });
    });
    const text = atob(sign_in_result?.signed_message ?? '');
    expect(text).toMatch(/^example\.com wants you to sign in/);
    expect(text).toContain('Nonce: abcdefgh');
    expect(wallet.accounts).toHaveLength(1);
    expect(phone.launches).toHaveLength(2);
    for (const { params } of phone.requests) expect(params).not.toHaveProperty('sign_in_payload');
  });

  it('signs the inputs of the call, even if the list changes while the call waits for its turn', async () => {
    const { transact, phone, account } = await setUpConnected();
    await transact(async (mobile) => {
      const transactions = [createTransaction(account.address, 'mine')];
      const signing = mobile.signTransactions({ transactions });
      transactions.push(createTransaction(account.address, 'another'));
      expect(await signing).toHaveLength(1);
    });
    expect(phone.requests.at(-1)?.params['payloads']).toHaveLength(1);
  });

  it('clones the authorization for the callback', async () => {
    const features = ['solana:signTransactions', 'solana:cloneAuthorization'];
    const { transact, phone } = await setUpConnected({ capabilities: { features } });
    const { auth_token } = await transact((mobile) => mobile.cloneAuthorization());
    expect(auth_token).toEqual(expect.any(String));
    expect(phone.getMethods().at(-1)).toBe('clone_authorization');
  });

  it.each([
    ['a callback', 'callback', undefined, {}],
    ['a chain of no registration', 'chain', () => {}, { chain: 'solana:testnet' }],
    ['an account without an address', 'account', () => {}, { account: {} }],
    ['an account, but with null for one', 'account', () => {}, { account: null }],
  ])('refuses to open anything without %s', async (_, argument, callback, options) => {
    const { transact, phone } = await setUpConnected();
    await expect(transact(callback as never, options as never)).toRejectWith('INVALID_ARGUMENT', {
      argument,
    });
    await expect(transact(() => {}, { account: { address: MEMO } })).toRejectWith('ACCOUNT_NOT_AUTHORIZED');
    expect(phone.launches).toHaveLength(1);
  });
});
