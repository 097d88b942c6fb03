import { describe, expect, it } from 'vitest';
import { createMobileWallet } from '../../src/wallet/register.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createMemoryStore, setUp, setUpConnected } from '../support/wallet.js';

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
