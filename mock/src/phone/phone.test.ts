import { describe, expect, it } from 'vitest';
import { createPhoneStore } from '../../../test/support/phone-store.js';
import { declineAll } from '../wallet/approval.js';
import { createPhone, type PhoneOptions } from './phone.js';
import type { PhoneChain } from './phone-chain.js';
import type { WalletState } from './wallet-state.js';

const SEED = new Uint8Array(32).fill(1);
const SEED_ADDRESS = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';

/** A chain that only counts. */
function createChain(): PhoneChain & Readonly<{ balances: Map<string, bigint>; change(): void }> {
  const balances = new Map<string, bigint>();
  const listeners = new Set<() => void>();
  const change = (): void => {
    for (const listener of listeners) listener();
  };
  const refuse = () => Promise.reject(new Error('There is no such chain'));
  return {
    sendTransaction: refuse,
    describeTransaction: refuse,
    name: 'Counter',
    balances,
    change,
    getBalance: async (address) => balances.get(address) ?? 0n,
    getTokens: async () => [{ mint: 'mint', amount: 1n, decimals: 0 }],
    async airdrop(address, lamports) {
      balances.set(address, (balances.get(address) ?? 0n) + lamports);
      change();
    },
    reset: () => balances.clear(),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const start = (options: Partial<PhoneOptions> = {}) =>
  createPhone({
    chain: createChain(),
    store: createPhoneStore(),
    openStore: createPhoneStore,
    openAssociation: () => Promise.reject(new Error('Nobody launches it')),
    ...options,
  });
type StartedPhone = Awaited<ReturnType<typeof start>>;

/** Resolves with the first state that is wanted. */
function find(phone: StartedPhone, isWanted: (state: WalletState) => boolean): Promise<WalletState> {
  return new Promise((resolve, reject) => {
    const stop = phone.watchWallet(
      (state) => {
        if (!isWanted(state)) return;
        // The listener is called before `watchWallet` has returned.
        queueMicrotask(() => stop());
        resolve(state);
      },
      () => reject(new Error('The wallet is lost')),
    );
  });
}

const getState = (phone: StartedPhone) => find(phone, () => true);
const getAccounts = async (phone: StartedPhone) =>
  (await getState(phone)).accounts.map(({ address, label, isGranted }) => ({ address, label, isGranted }));

describe('createPhone', () => {
  it('shows its accounts with what they hold, and the first as granted', async () => {
    const phone = await start({ airdrop: 5n });
    const { accounts, chain } = await find(phone, (state) => state.accounts[1]?.balance !== undefined);
    expect(accounts).toMatchObject([
      { label: 'Main', isGranted: true, balance: 5n, tokens: [{ mint: 'mint' }] },
      { label: 'Savings', isGranted: false, balance: 0n },
    ]);
    expect(chain).toEqual({ name: 'Counter', hasFaucet: true, canReset: true });
  });

  it('adds, imports, renames, grants and removes accounts', async () => {
    const phone = await start();
    const [main] = await getAccounts(phone);
    await phone.run({ type: 'add-account', label: 'Third' });
    await phone.run({ type: 'add-account', label: 'Imported', seed: SEED });
    await phone.run({ type: 'rename-account', address: SEED_ADDRESS, label: 'Own' });
    await phone.run({ type: 'grant-account', address: SEED_ADDRESS, isGranted: true });
    await phone.run({ type: 'remove-account', address: main?.address ?? '' });
    expect(await getAccounts(phone)).toMatchObject([
      { label: 'Savings' },
      { label: 'Third' },
      { address: SEED_ADDRESS, label: 'Own', isGranted: true },
    ]);
    await expect(phone.run({ type: 'add-account', seed: SEED })).rejects.toThrow(RangeError);
    await expect(phone.run({ type: 'add-account', seed: new Uint8Array(3) })).rejects.toThrow(RangeError);
  });

  it('shows the balance of an account that was added, and of one that the chain has changed', async () => {
    const chain = createChain();
    const phone = await start({ chain });
    const added = find(phone, ({ accounts }) => accounts[2]?.balance !== undefined);
    await phone.run({ type: 'add-account' });
    const address = (await added).accounts[2]?.address ?? '';
    const changed = find(phone, ({ accounts }) => accounts[2]?.balance === 9n);
    await phone.run({ type: 'airdrop', address, lamports: 9n });
    await changed;
  });

  it('says that a chain without a faucet gives nothing', async () => {
    const { airdrop: _, reset: __, ...chain } = createChain();
    const phone = await start({ chain, airdrop: 5n });
    expect((await getState(phone)).chain).toEqual({ name: 'Counter', hasFaucet: false, canReset: false });
    await expect(phone.run({ type: 'airdrop', address: SEED_ADDRESS, lamports: 1n })).rejects.toThrow(
      'This chain gives away nothing.',
    );
  });

  it('has the same accounts and settings after a restart', async () => {
    const store = createPhoneStore();
    const phone = await start({ store });
    await phone.run({ type: 'add-account', label: 'Imported', seed: SEED });
    await phone.run({ type: 'grant-account', address: SEED_ADDRESS, isGranted: true });
    await phone.run({ type: 'change-settings', changes: { delayMs: 7, decide: 'decline' } });
    const restarted = await start({ store });
    expect(await getAccounts(restarted)).toEqual(await getAccounts(phone));
    expect((await getState(restarted)).settings).toMatchObject({ delayMs: 7, decide: 'decline' });
    await restarted.run({ type: 'reset-settings' });
    expect((await getState(await start({ store }))).settings).toMatchObject({ delayMs: 0, decide: 'ask' });
  });

  it('keeps the accounts that another phone of the same store has added, when only its settings change', async () => {
    const store = createPhoneStore();
    const [phone, other] = [await start({ store }), await start({ store })];
    await phone.run({ type: 'add-account', label: 'Imported', seed: SEED });
    await other.run({ type: 'change-settings', changes: { delayMs: 7 } });
    const restarted = await start({ store });
    expect(await getAccounts(restarted)).toEqual(await getAccounts(phone));
    expect((await getState(restarted)).settings.delayMs).toBe(7);
  });

  it('follows options that have changed since, with the same keys', async () => {
    const store = createPhoneStore();
    const phone = await start({ store });
    const [main] = await getAccounts(phone);
    await phone.run({ type: 'add-account' });
    await phone.run({ type: 'change-settings', changes: { decide: 'decline' } });
    const accounts = [{ label: 'Only' }];
    const other = await start({ store, accounts, wallet: { settings: { delayMs: 3 } } });
    expect(await getAccounts(other)).toEqual([{ ...main, label: 'Only' }]);
    expect((await getState(other)).settings).toMatchObject({ decide: 'ask', delayMs: 3 });
  });

  it('starts although what is stored was written by another version', async () => {
    const store = createPhoneStore();
    const phone = await start({ store });
    const { settings } = await getState(phone);
    const values = { ...settings, delayMs: -1, other: 1 };
    await store.save({ settings: { from: JSON.stringify(settings), values } });
    expect((await getState(await start({ store }))).settings).toEqual(settings);
  });

  const account = { seed: SEED, label: 'Stored', isGranted: true };
  it.each([
    ['an account twice', [account, account]],
    ['a seed that is too short', [{ ...account, seed: new Uint8Array(3) }]],
    ['a label that is too long', [{ ...account, label: 'x'.repeat(101) }]],
    ['no list', 1],
    ['no accounts', [null]],
  ])('starts with new accounts although %s is stored, and has it set aside', async (_, list) => {
    let isAside = false;
    const setAside = async (): Promise<void> => {
      isAside = true;
    };
    const store = { ...createPhoneStore(), setAside };
    const phone = await start({ store });
    await phone.run({
      type: 'grant-account',
      address: phone.wallet.accounts[0]?.address ?? '',
      isGranted: true,
    });
    const { accounts } = await store.load();
    await store.save({ accounts: { from: accounts?.from ?? '', list: list as (typeof account)[] } });
    expect(await getAccounts(await start({ store }))).toEqual(await getAccounts(phone));
    expect(isAside).toBe(true);
  });

  it('follows an `approve` of the options rather than what the user has set without one', async () => {
    const store = createPhoneStore();
    const phone = await start({ store });
    await phone.run({ type: 'change-settings', changes: { decide: 'approve' } });
    const restarted = await start({ store, wallet: { approve: declineAll } });
    expect((await getState(restarted)).settings.decide).toBe('ask');
    expect((await getState(await start({ store }))).settings.decide).toBe('approve');
  });

  it('is reset twice at once as it is reset once', async () => {
    const phone = await start();
    await Promise.all([phone.run({ type: 'reset' }), phone.run({ type: 'reset' })]);
    expect((await getAccounts(phone)).map(({ label }) => label)).toEqual(['Main', 'Savings']);
  });

  it('is as new after a reset: other accounts, an empty chain, the settings as they were', async () => {
    const store = createPhoneStore();
    const chain = createChain();
    const accounts = [{ label: 'Main' }, { label: 'Given', seed: SEED }];
    const phone = await start({ store, chain, accounts, airdrop: 5n });
    const [before] = await getAccounts(phone);
    await phone.run({ type: 'add-account' });
    await phone.run({ type: 'change-settings', changes: { delayMs: 7 } });
    await phone.run({ type: 'reset' });
    const after = await getAccounts(phone);
    expect(after).toMatchObject([
      { label: 'Main', isGranted: true },
      // The developer has asked for this account.
      { label: 'Given', address: SEED_ADDRESS, isGranted: false },
    ]);
    expect(after[0]?.address).not.toBe(before?.address);
    expect([...chain.balances]).toEqual([[after[0]?.address, 5n]]);
    expect((await getState(phone)).settings.delayMs).toBe(7);
    expect(await getAccounts(await start({ store, chain: createChain(), accounts }))).toEqual(after);
  });

  it('has the settings of the options', async () => {
    const phone = await start({ wallet: { settings: { decide: 'approve' }, approve: declineAll } });
    expect((await getState(phone)).settings.decide).toBe('approve');
  });

  it('shows no seed', async () => {
    const phone = await start();
    await phone.run({ type: 'add-account', seed: SEED });
    const secret = (value: unknown): boolean =>
      value instanceof Uint8Array
        ? value.every((byte) => byte === 1)
        : typeof value === 'object' && value !== null && Object.values(value).some(secret);
    expect(secret(await getState(phone))).toBe(false);
  });
});
