import { describe, expect, it } from 'vitest';
import { getSignTransaction } from '../support/sign-transaction.js';
import { BLOCKED_STORE, createMemoryStore, setUp, setUpConnected } from '../support/wallet.js';

describe('connect', () => {
  it('opens the wallet app once and returns its accounts', async () => {
    const { phone, wallet, connect, changes } = await setUp();
    const { accounts } = await connect();
    expect(accounts).toBe(wallet.accounts);
    expect(accounts).toMatchObject([
      { address: phone.wallet.accounts[0]?.address, chains: ['solana:devnet'], label: 'Account 1' },
    ]);
    expect(changes).toEqual([{ accounts }]);
    expect(phone.launches).toHaveLength(1);
    await phone.whenIdle();
  });

  it('rejects with "User rejected" if the user declines, and can be tried again', async () => {
    let approved = false;
    const { wallet, connect, phone } = await setUp({ approve: () => ({ approved }) });
    await expect(connect()).toRejectWith('USER_REJECTED', {}, expect.stringContaining('User rejected'));
    expect(wallet.accounts).toEqual([]);
    approved = true;
    expect((await connect()).accounts).toHaveLength(1);
    await phone.whenIdle();
  });

  it('sets the transaction versions of the wallet in the same change as the accounts', async () => {
    const capabilities = { supportedTransactionVersions: ['legacy', 0, 1] as const };
    const { wallet, connect, changes } = await setUp({ capabilities });
    await connect();
    expect(getSignTransaction(wallet.features).supportedTransactionVersions).toEqual(['legacy', 0, 1]);
    expect(changes).toEqual([{ accounts: wallet.accounts, features: wallet.features }]);
  });
});

describe('disconnect', () => {
  it('forgets the accounts, here and in the store, and is idempotent', async () => {
    const { wallet, disconnect, store, changes } = await setUpConnected();
    expect(store.entries.size).toBe(1);
    await disconnect();
    await disconnect();
    expect(wallet.accounts).toEqual([]);
    expect(store.entries.size).toBe(0);
    expect(changes).toEqual([{ accounts: [] }]);
  });
});

describe('a wallet object', () => {
  it('keeps the identity of its parts until something changes', async () => {
    const { wallet } = await setUpConnected();
    expect(wallet.accounts).toBe(wallet.accounts);
    expect(wallet.features).toBe(wallet.features);
    expect(wallet.accounts[0]?.publicKey).toBe(wallet.accounts[0]?.publicKey);
  });

  it.each([
    '',
    '{',
    '[]',
    '{"chain":"solana:devnet"}',
    '{"chain":"solana:devnet","tokens":{},"accounts":[{}]}',
  ])('starts empty on a corrupted store: %s', async (text) => {
    const store = { ...createMemoryStore(), get: () => text };
    const { wallet, connect } = await setUp({}, { store });
    expect(wallet.accounts).toEqual([]);
    expect((await connect()).accounts).toHaveLength(1);
  });

  it('works if the store is blocked', async () => {
    const { connect } = await setUp({}, { store: BLOCKED_STORE });
    expect((await connect()).accounts).toHaveLength(1);
  });
});
