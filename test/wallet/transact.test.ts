import { describe, expect, it } from 'vitest';
import type { MobileWallet } from '../../src/dapp/mobile-wallet.js';
import { encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { error } from '../faults/replies.js';
import { createEvent } from '../support/event.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction, editStored, MEMO, setUp, setUpConnected } from '../support/wallet.js';

const FEATURE = 'mobile-wallet-standard:transact';
const chains = ['solana:devnet', 'solana:testnet'] as const;
const seeds = [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) }));

describe('mobile-wallet-standard:transact', () => {
  it('connects, builds for the account and signs, in one launch', async () => {
    const { wallet, phone, changes } = await setUp();
    const signed = await wallet.features[FEATURE].transact(async (mobile) => {
      await mobile.authorize();
      const [account] = wallet.accounts;
      return mobile.signTransactions({ transactions: [createTransaction(account?.address ?? '', 'a')] });
    });
    expect(signed).toHaveLength(1);
    expect(phone.launches).toHaveLength(1);
    expect(phone.getMethods().filter((method) => method !== 'get_capabilities')).toEqual([
      'authorize',
      'sign_transactions',
    ]);
    expect(changes).toEqual([{ accounts: wallet.accounts }]);
    await phone.whenIdle();
  });

  it('uses the wallet’s token, so that the user is not asked again', async () => {
    const { wallet, phone, account } = await setUpConnected();
    await wallet.features[FEATURE].transact(async (mobile) => {
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
    const { wallet, phone, account } = await setUpConnected();
    phone.wallet.revokeTokens();
    const message = encodeUtf8('hello');
    const addresses = [encodeBase64(Uint8Array.from(account.publicKey))];
    const [signed] = await wallet.features[FEATURE].transact(
      (mobile) => mobile.signMessages({ addresses, payloads: [message] }),
      { account },
    );
    expect(signed?.subarray(0, message.length)).toEqual(message);
    expect(phone.launches).toHaveLength(2);
  });

  it('authorizes again when the wallet refuses a request of a stored authorization, and asks once more', async () => {
    const faults = [error('sign_messages', -1, undefined, { nth: 1 })];
    const { signMessage, phone, account } = await setUpConnected({ faults });
    expect(await signMessage({ account, message: encodeUtf8('a') })).toHaveLength(1);
    const methods = phone.getMethods().filter((method) => method !== 'get_capabilities');
    expect(methods).toEqual(['authorize', 'authorize', 'sign_messages', 'authorize', 'sign_messages']);
  });

  it('does not ask again for what the wallet refuses right after a fresh authorization', async () => {
    const { signMessage, phone, account } = await setUpConnected({
      faults: [error('sign_messages', -1)],
    });
    phone.wallet.revokeTokens();
    await expect(signMessage({ account, message: encodeUtf8('a') })).toRejectWith('NOT_AUTHORIZED');
    expect(phone.getMethods().filter((method) => method === 'sign_messages')).toHaveLength(1);
  });

  it('asks anew, and sends once, if the token of a send was deauthorized before its turn came', async () => {
    const deauthorizing = createEvent<void>();
    const { account, phone, transact } = await setUpConnected({
      chain: ACCEPTING_CHAIN,
      // Longer than a wallet app takes that answers without asking the user.
      faults: [{ at: 'deauthorize', delay: 1_200 }],
      onRequest(method) {
        if (method === 'deauthorize') deauthorizing.happen();
      },
    });
    const controller = new AbortController();
    const sent = await transact(async (mobile) => {
      const { auth_token } = await mobile.authorize();
      const aborted = transact((other) => other.deauthorize({ auth_token }), { signal: controller.signal });
      await deauthorizing.happened;
      controller.abort();
      await expect(aborted).rejects.toBe(controller.signal.reason);
      return mobile.signAndSendTransactions({ transactions: [createTransaction(account.address, 'a')] });
    });
    expect(sent).toHaveLength(1);
    const methods = phone.getMethods().slice(phone.getMethods().indexOf('deauthorize'));
    expect(methods.filter((method) => method !== 'get_capabilities')).toEqual([
      'deauthorize',
      'authorize',
      'sign_and_send_transactions',
    ]);
    const authorizations = phone.requests.filter(({ method }) => method === 'authorize');
    expect(authorizations.at(-1)?.params).not.toHaveProperty('auth_token');
  });

  it.each(['v1', 'legacy'] as const)(
    'refuses a token of an earlier session with another chain: %s',
    async (protocol) => {
      const { wallet, phone, store } = await setUpConnected({ protocol }, { chains });
      const { transact } = wallet.features[FEATURE];
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
    const { wallet, phone } = await setUpConnected();
    await wallet.features[FEATURE].transact(async (mobile) => {
      const { auth_token } = await mobile.authorize();
      expect(await mobile.reauthorize({ auth_token })).toMatchObject({ auth_token: expect.any(String) });
      expect(phone.requests.at(-1)).toMatchObject({ method: 'authorize', params: { auth_token } });
      await expect(mobile.reauthorize({} as never)).rejects.toMatchObject({
        context: { argument: 'auth_token' },
      });
    });
  });

  it.each<[what: string, named: number | undefined, given: readonly number[] | undefined, wanted: unknown]>([
    ['the call’s account', 1, undefined, [1]],
    ['no account where the call names none', undefined, undefined, undefined],
    ['those that it names itself', 1, [0], [0]],
  ])('asks afresh for %s', async (_, named, given, wanted) => {
    const { wallet, phone } = await setUpConnected({
      accounts: seeds,
      approve: (request) =>
        request.type === 'authorize'
          ? { approved: true, accounts: request.accounts.map(({ address }) => address) }
          : { approved: true },
    });
    const keys = wallet.accounts.map(({ publicKey }) => encodeBase64(Uint8Array.from(publicKey)));
    const toKeys = (indexes: readonly number[]) => indexes.map((index) => keys[index] ?? '');
    const account = wallet.accounts[named ?? -1];
    await wallet.features[FEATURE].transact(
      (mobile) =>
        mobile.authorize({
          features: ['solana:signTransactions'],
          sign_in_payload: { nonce: 'abcdefgh' },
          ...(given && { addresses: toKeys(given) }),
        }),
      account && { account },
    );
    const { params } = phone.requests.filter(({ method }) => method === 'authorize').at(-1) ?? {};
    expect(params?.['addresses']).toEqual(Array.isArray(wanted) ? toKeys(wanted) : wanted);
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
    let granted = 0;
    const { wallet, phone, account } = await setUpConnected({
      accounts: seeds,
      approve: (request) =>
        request.type === 'authorize'
          ? { approved: true, accounts: [request.accounts[granted++ === 0 ? 0 : 1]?.address ?? ''] }
          : { approved: true },
    });
    phone.wallet.revokeTokens();
    const { length } = phone.requests;
    const asking = wallet.features[FEATURE].transact(
      (mobile) => ask(mobile, [createTransaction(account.address, 'a')]),
      { account },
    );
    await expect(asking).rejects.toMatchObject({ context: { address: account.address } });
    expect(new Set(phone.getMethods().slice(length))).toEqual(new Set(['authorize', 'get_capabilities']));
  });

  it('uses the chain that its callback authorized last', async () => {
    const { wallet, phone, account } = await setUpConnected({}, { chains });
    await wallet.features[FEATURE].transact(async (mobile) => {
      await mobile.authorize({ cluster: 'testnet' });
      await mobile.signTransactions({ transactions: [createTransaction(account.address, 'a')] });
      await expect(mobile.authorize({ chain: 'solana:mainnet' })).rejects.toMatchObject({
        context: { argument: 'chain' },
      });
    });
    const authorized = phone.requests.filter(({ method }) => method === 'authorize');
    expect(authorized.map(({ params }) => params['chain'])).toEqual(['solana:devnet', 'solana:testnet']);
  });

  it('signs in, even with a wallet that does not support sign-in', async () => {
    const { wallet, phone } = await setUp({ quirks: { signInResult: 'absent' } });
    const { sign_in_result } = await wallet.features[FEATURE].transact((mobile) =>
      mobile.authorize({ sign_in_payload: { nonce: 'abcdefgh' } }),
    );
    expect(atob(sign_in_result?.signed_message ?? '')).toContain('Nonce: abcdefgh');
    expect(wallet.accounts).toHaveLength(1);
    expect(phone.launches).toHaveLength(1);
  });

  it.each(['authorize', 'reauthorize'] as const)('signs in by %s with a token', async (method) => {
    const { wallet, phone } = await setUpConnected();
    const { sign_in_result } = await wallet.features[FEATURE].transact(async (mobile) => {
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
    const { wallet, phone, account } = await setUpConnected();
    await wallet.features[FEATURE].transact(async (mobile) => {
      const transactions = [createTransaction(account.address, 'mine')];
      const signing = mobile.signTransactions({ transactions });
      transactions.push(createTransaction(account.address, 'another'));
      expect(await signing).toHaveLength(1);
    });
    expect(phone.requests.at(-1)?.params['payloads']).toHaveLength(1);
  });

  it('clones the authorization for the callback', async () => {
    const features = ['solana:signTransactions', 'solana:cloneAuthorization'];
    const { wallet, phone } = await setUpConnected({ capabilities: { features } });
    const { auth_token } = await wallet.features[FEATURE].transact((mobile) => mobile.cloneAuthorization());
    expect(auth_token).toEqual(expect.any(String));
    expect(phone.getMethods().at(-1)).toBe('clone_authorization');
  });

  it('revokes a token for the callback, and forgets its authorization alone', async () => {
    const { wallet, changes, store, account } = await setUpConnected({}, { chains });
    await wallet.features[FEATURE].transact(async (mobile) => {
      for (const chain of ['solana:testnet', 'solana:devnet'] as const) {
        expect(wallet.accounts).toEqual([account]);
        const { auth_token } = await mobile.authorize({ chain });
        await mobile.deauthorize({ auth_token });
      }
    });
    expect(wallet.accounts).toEqual([]);
    expect(changes.at(-1)).toEqual({ accounts: [] });
    expect(store.entries.size).toBe(0);
  });

  it.each([true, false])(
    'asks the user anew after a callback has revoked the token, whether or not the wallet would sign: %s',
    async (signsAfterDeauthorize) => {
      const { transact, account, getQuestions, wallet, approveNext } = await setUpConnected({
        approve: 'manually',
        quirks: { signsAfterDeauthorize },
      });
      const addresses = [encodeBase64(Uint8Array.from(account.publicKey))];
      const signing = transact(async (mobile) => {
        const { auth_token } = await mobile.authorize();
        await mobile.deauthorize({ auth_token });
        return mobile.signMessages({ addresses, payloads: [encodeUtf8('a')] });
      });
      await approveNext();
      await approveNext();
      expect(await signing).toHaveLength(1);
      expect(getQuestions()).toEqual(['authorize', 'authorize', 'sign-messages']);
      expect(wallet.accounts).toHaveLength(1);
    },
  );

  it('keeps an authorization whose token the wallet did not revoke', async () => {
    const { wallet, phone, account } = await setUpConnected({ quirks: { hangsUpOn: 'deauthorize' } });
    const revoking = wallet.features[FEATURE].transact(async (mobile) => {
      const { auth_token } = await mobile.authorize();
      await mobile.deauthorize({ auth_token });
    });
    await expect(revoking).toRejectWith('SESSION_CLOSED');
    expect(wallet.accounts).toEqual([account]);
    await phone.whenIdle();
  });

  it.each([
    ['a callback', 'callback', undefined, {}],
    ['a chain of no registration', 'chain', () => {}, { chain: 'solana:testnet' }],
    ['an account without an address', 'account', () => {}, { account: {} }],
    ['an account, but with null for one', 'account', () => {}, { account: null }],
  ])('refuses to open anything without %s', async (_, argument, callback, options) => {
    const { wallet, phone } = await setUpConnected();
    await expect(wallet.features[FEATURE].transact(callback as never, options as never)).toRejectWith(
      'INVALID_ARGUMENT',
      { argument },
    );
    await expect(wallet.features[FEATURE].transact(() => {}, { account: { address: MEMO } })).toRejectWith(
      'ACCOUNT_NOT_AUTHORIZED',
    );
    expect(phone.launches).toHaveLength(1);
  });
});

describe('revoke', () => {
  it('has the wallet forget every token, in one launch, and disconnects', async () => {
    const { wallet, phone, account, store } = await setUpConnected({}, { chains });
    const transaction = createTransaction(account.address, 'a');
    await getSignTransaction(wallet.features).signTransaction({
      account,
      transaction,
      chain: 'solana:testnet',
    });
    await phone.whenIdle();
    const launches = phone.launches.length;
    await wallet.features[FEATURE].revoke();
    expect(phone.getMethods().slice(-2)).toEqual(['deauthorize', 'deauthorize']);
    expect(new Set(phone.requests.slice(-2).map(({ params }) => params['auth_token'])).size).toBe(2);
    expect(phone.launches).toHaveLength(launches + 1);
    expect(wallet.accounts).toEqual([]);
    expect(store.entries.size).toBe(0);
    await wallet.features[FEATURE].revoke();
    expect(phone.launches).toHaveLength(launches + 1);
  });

  it('opens a session for the tokens of this device alone, and forgets those of reflectors, too', async () => {
    const { store, settings, phone } = await setUpConnected();
    editStored(store, (grant) => ({
      ...grant,
      formerTokens: ['of a reflector'],
      remoteTokens: [{ token: 'of a reflector', transport: 'reflector', isOnDevice: false }],
    }));
    const wallet = createMobileWallet(settings);
    await wallet.features[FEATURE].revoke();
    const deauthorized = phone.requests.filter(({ method }) => method === 'deauthorize');
    expect(deauthorized.map(({ params }) => params['auth_token'])).toEqual([expect.any(String)]);
    expect(JSON.stringify(phone.requests)).not.toContain('of a reflector');
    expect(phone.launches).toHaveLength(2);
    expect(wallet.accounts).toEqual([]);
    expect(store.entries.size).toBe(0);
  });

  it('forgets a token that the wallet no longer accepts, and reports any other error', async () => {
    const refused = await setUpConnected({ faults: [error('deauthorize', -1)] });
    await refused.wallet.features[FEATURE].revoke();
    expect([refused.wallet.accounts, refused.store.entries.size]).toEqual([[], 0]);
    const failed = await setUpConnected({ faults: [error('deauthorize', -32_603)] });
    await expect(failed.wallet.features[FEATURE].revoke()).rejects.toMatchObject({
      context: { rpcCode: -32_603 },
    });
    expect(failed.wallet.accounts).toEqual([failed.account]);
  });

  it('keeps everything if the wallet cannot be reached, so that it can be tried again', async () => {
    const { wallet, settings } = await setUpConnected();
    const launch = () => Promise.reject(new Error('no'));
    const unreachable = createMobileWallet({ ...settings, launch });
    await expect(unreachable.features[FEATURE].revoke()).rejects.toThrow('no');
    expect(unreachable.accounts).toEqual(wallet.accounts);
  });
});

describe('disconnect', () => {
  const deauthorized = (methods: readonly string[]) => methods.filter((method) => method === 'deauthorize');

  it('revokes the token in a session that is open, and ends it', async () => {
    const { connect, disconnect, phone } = await setUp({}, { idleMs: 60_000 });
    await connect();
    await disconnect();
    expect(deauthorized(phone.getMethods())).toHaveLength(1);
    await phone.whenIdle();
  });

  it('opens no session to revoke the token', async () => {
    const { disconnect, phone } = await setUpConnected();
    await disconnect();
    expect(deauthorized(phone.getMethods())).toEqual([]);
    expect(phone.launches).toHaveLength(1);
  });
});
