import { ed25519 } from '@noble/curves/ed25519.js';
import { getTransactionDecoder, address as toAddress } from '@solana/kit';
import { verifySignIn } from '@solana/wallet-standard-util';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../src/bytes.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createMemoryStore, createTransaction, MEMO, setUp, setUpConnected } from '../support/wallet.js';

describe('connect', () => {
  it('opens the wallet app once and returns its accounts', async () => {
    const { phone, wallet, changes } = await setUp();
    const { accounts } = await wallet.features['standard:connect'].connect();
    expect(accounts).toBe(wallet.accounts);
    expect(accounts).toMatchObject([
      { address: phone.wallet.accounts[0]?.address, chains: ['solana:devnet'], label: 'Account 1' },
    ]);
    expect(changes).toEqual([{ accounts }]);
    expect(phone.launches).toHaveLength(1);
    await phone.whenIdle();
  });

  it('needs one launch for several calls at the same time, which share their result', async () => {
    const { phone, wallet } = await setUp();
    const { connect } = wallet.features['standard:connect'];
    const [first, second] = await Promise.all([connect(), connect({ silent: false })]);
    expect(second?.accounts).toBe(first?.accounts);
    expect(phone.launches).toHaveLength(1);
  });

  it('opens nothing if it is silent, with accounts or without', async () => {
    const { phone, wallet } = await setUp();
    const { connect } = wallet.features['standard:connect'];
    expect(await connect({ silent: true })).toEqual({ accounts: [] });
    expect(phone.launches).toEqual([]);
  });

  it('is restored after a reload: accounts are available at once, without a launch', async () => {
    const { phone, wallet, settings } = await setUpConnected();
    const reloaded = createMobileWallet(settings);
    expect(reloaded.accounts).toEqual(wallet.accounts);
    for (const silent of [true, false]) {
      expect(await reloaded.features['standard:connect'].connect({ silent })).toEqual({
        accounts: wallet.accounts,
      });
    }
    expect(phone.launches).toHaveLength(1);
  });

  it('rejects with "User rejected" if the user declines, and can be tried again', async () => {
    let approved = false;
    const { wallet, phone } = await setUp({ approve: () => ({ approved }) });
    const { connect } = wallet.features['standard:connect'];
    await expect(connect()).rejects.toMatchObject({
      code: 'USER_REJECTED',
      message: expect.stringContaining('User rejected'),
    });
    expect(wallet.accounts).toEqual([]);
    approved = true;
    expect((await connect()).accounts).toHaveLength(1);
    await phone.whenIdle();
  });

  it('sets the transaction versions of the wallet in the same change as the accounts', async () => {
    const capabilities = { supportedTransactionVersions: ['legacy', 0, 1] as const };
    const { wallet, changes } = await setUpConnected({ capabilities });
    expect(getSignTransaction(wallet.features).supportedTransactionVersions).toEqual(['legacy', 0, 1]);
    expect(changes).toEqual([{ accounts: wallet.accounts, features: wallet.features }]);
  });
});

describe('disconnect', () => {
  it('forgets the accounts, here and in the store, and is idempotent', async () => {
    const { wallet, store, changes } = await setUpConnected();
    const { disconnect } = wallet.features['standard:disconnect'];
    expect(store.entries.size).toBe(1);
    await disconnect();
    await disconnect();
    expect(wallet.accounts).toEqual([]);
    expect(store.entries.size).toBe(0);
    expect(changes.slice(1)).toEqual([{ accounts: [] }]);
  });

  it('settles a pending connect, whose late answer changes nothing', async () => {
    let decide: (decision: { approved: boolean }) => void = () => {};
    let asked: (value: unknown) => void = () => {};
    const waiting = new Promise((resolve) => {
      asked = resolve;
    });
    const { wallet, phone } = await setUp({
      approve: () =>
        new Promise((resolve) => {
          decide = resolve;
          asked(undefined);
        }),
    });
    const connecting = wallet.features['standard:connect'].connect();
    await waiting;
    await wallet.features['standard:disconnect'].disconnect();
    decide({ approved: true });
    await expect(connecting).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
    await phone.whenIdle();
    expect(wallet.accounts).toEqual([]);
  });
});

describe('signMessage', () => {
  it('returns signatures that verify, without appending them to the messages', async () => {
    const { phone, wallet, account } = await setUpConnected();
    const messages = ['one', 'two', 'three'].map(encodeUtf8);
    const outputs = await wallet.features['solana:signMessage'].signMessage(
      ...messages.map((message) => ({ account, message })),
    );
    expect(outputs.map(({ signedMessage }) => signedMessage)).toEqual(messages);
    for (const { signature, signedMessage } of outputs) {
      expect(ed25519.verify(signature, signedMessage, Uint8Array.from(account.publicKey))).toBe(true);
    }
    expect(phone.launches).toHaveLength(2);
    expect(phone.getMethods().filter((method) => method === 'sign_messages')).toHaveLength(1);
  });

  it('accepts only the signatures from a wallet that does not return the messages', async () => {
    const { wallet, account } = await setUpConnected({ quirks: { signedMessages: 'signatures' } });
    const message = encodeUtf8('hello');
    const [output] = await wallet.features['solana:signMessage'].signMessage({ account, message });
    expect(output?.signedMessage).toEqual(message);
    expect(output?.signature).toHaveLength(64);
  });

  it('is one launch right after connect', async () => {
    const { phone, wallet } = await setUp();
    const { accounts } = await wallet.features['standard:connect'].connect();
    const [account] = accounts;
    if (!account) throw new Error('no account');
    await wallet.features['solana:signMessage'].signMessage({ account, message: encodeUtf8('hello') });
    expect(phone.launches).toHaveLength(1);
    await phone.whenIdle();
  });

  it('is one launch for calls at the same time', async () => {
    const { phone, wallet, account } = await setUpConnected();
    const { signMessage } = wallet.features['solana:signMessage'];
    const calls = ['a', 'b', 'c', 'd', 'e'].map((text) =>
      signMessage({ account, message: encodeUtf8(text) }),
    );
    const outputs = await Promise.all(calls);
    expect(outputs.map(([output]) => new TextDecoder().decode(output?.signedMessage))).toEqual([...'abcde']);
    expect(phone.launches).toHaveLength(2);
  });
});

describe('signTransaction', () => {
  it('signs several transactions in one request', async () => {
    const { phone, wallet, account } = await setUpConnected();
    const transactions = ['a', 'b'].map((text) => createTransaction(account.address, text));
    const outputs = await getSignTransaction(wallet.features).signTransaction(
      ...transactions.map((transaction) => ({ account, transaction })),
    );
    outputs.forEach(({ signedTransaction }, index) => {
      const { messageBytes, signatures } = getTransactionDecoder().decode(signedTransaction);
      const asked = getTransactionDecoder().decode(transactions[index] ?? new Uint8Array());
      expect(messageBytes).toEqual(asked.messageBytes);
      const signature = signatures[toAddress(account.address)];
      expect(
        signature &&
          ed25519.verify(signature, Uint8Array.from(messageBytes), Uint8Array.from(account.publicKey)),
      ).toBe(true);
    });
    expect(phone.getMethods().slice(-1)).toEqual(['sign_transactions']);
  });

  it('authorizes afresh in the same session when the wallet has forgotten the token', async () => {
    const { phone, wallet, account } = await setUpConnected();
    phone.wallet.revokeTokens();
    const transaction = createTransaction(account.address, 'a');
    const [output] = await getSignTransaction(wallet.features).signTransaction({
      account,
      transaction,
    });
    expect(output?.signedTransaction).toHaveLength(transaction.length);
    expect(phone.launches).toHaveLength(2);
    expect(phone.getMethods().filter((method) => method === 'authorize')).toHaveLength(3);
  });

  it.each([
    ['no transaction', 'transaction', { transactions: [new Uint8Array(1)] }],
    ['an empty one', 'transaction', { transaction: new Uint8Array() }],
    ['a chain that is not known', 'chain', { transaction: new Uint8Array(1), chain: 'solana:nowhere' }],
    ['a chain of no registration', 'chain', { transaction: new Uint8Array(1), chain: 'solana:testnet' }],
    [
      'an option that does not fit',
      'minContextSlot',
      { transaction: new Uint8Array(1), options: { minContextSlot: 2 ** 31 } },
    ],
  ])('refuses %s before anything opens', async (_, argument, input) => {
    const { phone, wallet, account } = await setUpConnected();
    const { signTransaction } = getSignTransaction(wallet.features);
    await expect(signTransaction({ account, ...input } as never)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      context: { argument },
    });
    expect(phone.launches).toHaveLength(1);
  });

  it('refuses an account that is not connected, and accepts a copy of a connected one', async () => {
    const { wallet, account } = await setUpConnected();
    const { signTransaction } = getSignTransaction(wallet.features);
    const transaction = createTransaction(account.address, 'a');
    await expect(
      signTransaction({ account: { ...account, address: MEMO }, transaction }),
    ).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_AUTHORIZED',
      context: { address: MEMO },
    });
    expect(await signTransaction({ account: { ...account }, transaction })).toHaveLength(1);
  });
});

describe('signIn', () => {
  it.each([
    ['that has it', {}],
    ['without it, by message', { quirks: { signInResult: 'absent' } as const }],
    ['that returns an empty signature, by message', { quirks: { signInResult: 'empty-signature' } as const }],
  ])('signs in at a wallet %s', async (_, phoneOptions) => {
    const { phone, wallet } = await setUp(phoneOptions);
    const input = { statement: 'Hello', nonce: 'abcdefgh', issuedAt: '2026-11-20T00:00:00.000Z' };
    const [output] = await wallet.features['solana:signIn'].signIn(input);
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
    const { wallet } = await setUpConnected();
    for (const nonce of ['nonceAAAA', 'nonceBBBB']) {
      const [output] = await wallet.features['solana:signIn'].signIn({ nonce });
      expect(new TextDecoder().decode(output?.signedMessage)).toContain(`Nonce: ${nonce}`);
    }
  });

  it('refuses an input that wallets would not answer', async () => {
    const { phone, wallet } = await setUp();
    await expect(wallet.features['solana:signIn'].signIn({ nonce: 'short' })).rejects.toMatchObject({
      context: { argument: 'nonce' },
    });
    expect(phone.launches).toEqual([]);
  });
});

describe('a wallet object', () => {
  it('keeps the identity of its parts until something changes', async () => {
    const { wallet } = await setUpConnected();
    expect(wallet.accounts).toBe(wallet.accounts);
    expect(wallet.features).toBe(wallet.features);
    expect(wallet.accounts[0]?.publicKey).toBe(wallet.accounts[0]?.publicKey);
  });

  it('returns promises from detached methods, and never throws synchronously', async () => {
    const { wallet } = await setUp();
    const { signMessage } = wallet.features['solana:signMessage'];
    await expect(signMessage(undefined as never)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await signMessage()).toEqual([]);
    expect(await wallet.features['solana:signAndSendTransaction'].signAndSendTransaction()).toEqual([]);
  });

  it.each([
    '',
    '{',
    '[]',
    '{"chain":"solana:devnet"}',
    '{"chain":"solana:devnet","tokens":{},"accounts":[{}]}',
  ])('starts empty on a corrupted store: %s', async (text) => {
    const store = { ...createMemoryStore(), get: () => text };
    const { wallet } = await setUp({}, { store });
    expect(wallet.accounts).toEqual([]);
    expect((await wallet.features['standard:connect'].connect()).accounts).toHaveLength(1);
  });

  it('works if the store is blocked', async () => {
    const fail = () => {
      throw new Error('blocked');
    };
    const { wallet } = await setUp({}, { store: { get: fail, set: fail, delete: fail } });
    expect((await wallet.features['standard:connect'].connect()).accounts).toHaveLength(1);
  });
});
