import { describe, expect, it } from 'vitest';
import { declineAll } from '../wallet/approval.js';
import { createPhone, type PhoneOptions } from './phone.js';
import type { PhoneChain } from './phone-chain.js';
import { createMemoryStore, type PhoneStore } from './phone-store.js';
import { MOCK_WALLET_APPS, type MockWalletApp } from './wallet-apps.js';
import type { WalletState } from './wallet-state.js';

const SEED = new Uint8Array(32).fill(1);
const SEED_ADDRESS = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';

const URI = 'solana-wallet:/v1/associate/local?port=50000';
const ONE = 'com.example.one';
const TWO = 'com.example.two';
const APPS: readonly [MockWalletApp, MockWalletApp] = [
  { name: 'One', androidPackage: ONE },
  { name: 'Two', androidPackage: TWO, accounts: [{ label: 'Only' }] },
];

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
    store: createMemoryStore(),
    openStore: createMemoryStore,
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
    const store = createMemoryStore();
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
    const store = createMemoryStore();
    const [phone, other] = [await start({ store }), await start({ store })];
    await phone.run({ type: 'add-account', label: 'Imported', seed: SEED });
    await other.run({ type: 'change-settings', changes: { delayMs: 7 } });
    const restarted = await start({ store });
    expect(await getAccounts(restarted)).toEqual(await getAccounts(phone));
    expect((await getState(restarted)).settings.delayMs).toBe(7);
  });

  it('follows options that have changed since, with the same keys', async () => {
    const store = createMemoryStore();
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
    const store = createMemoryStore();
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
    const store = { ...createMemoryStore(), setAside };
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
    const store = createMemoryStore();
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
    const store = createMemoryStore();
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

  it('has one wallet app by default, and several by a setting', async () => {
    const phone = await start();
    expect((await getState(phone)).walletApps).toBeUndefined();
    expect(await phone.findApp(URI)).toMatchObject({ type: 'app', app: { name: 'Mock wallet' } });
    await phone.run({ type: 'change-settings', changes: { phone: 'android-apps' } });
    expect((await getState(phone)).walletApps).toMatchObject({
      apps: MOCK_WALLET_APPS,
      shown: MOCK_WALLET_APPS[0].androidPackage,
    });
    expect(await phone.findApp(URI)).toMatchObject({ type: 'chooser' });
  });

  it('shows another wallet app with accounts and settings of its own, and changes those', async () => {
    const phone = await start({ walletApps: APPS, airdrop: 5n });
    const [first] = await getAccounts(phone);
    await phone.run({ type: 'show-app', androidPackage: TWO });
    const { accounts } = await find(phone, (state) => state.accounts[0]?.balance !== undefined);
    expect(accounts).toMatchObject([{ label: 'Only', balance: 5n }]);
    expect(accounts[0]?.address).not.toBe(first?.address);
    await phone.run({ type: 'rename-account', address: accounts[0]?.address ?? '', label: 'Renamed' });
    await phone.run({ type: 'change-settings', changes: { delayMs: 7 } });
    expect((await getState(phone)).settings).toMatchObject({ delayMs: 7, phone: 'android-apps' });
    await phone.run({ type: 'show-app', androidPackage: ONE });
    expect(await getAccounts(phone)).toMatchObject([{ label: 'Main' }, { label: 'Savings' }]);
    expect((await getState(phone)).settings.delayMs).toBe(0);
  });

  it('changes the kind of the phone, whichever app it shows', async () => {
    const phone = await start({ walletApps: APPS });
    await phone.run({ type: 'show-app', androidPackage: TWO });
    const changed = find(phone, ({ settings }) => settings.phone === 'android');
    await phone.run({ type: 'change-settings', changes: { phone: 'android' } });
    expect(await changed).not.toHaveProperty('walletApps');
    expect(await getAccounts(phone)).toMatchObject([{ label: 'Main' }, { label: 'Savings' }]);
  });

  it('keeps what opens always, how its apps are, and their accounts, until the apps are others', async () => {
    const store = createMemoryStore();
    const stores = new Map<string, PhoneStore>();
    const openStore = (androidPackage: string): PhoneStore => {
      const known = stores.get(androidPackage) ?? createMemoryStore();
      stores.set(androidPackage, known);
      return known;
    };
    const options = { store, openStore, walletApps: APPS };
    const phone = await start(options);
    await phone.findApp(URI, { androidPackage: TWO, isAlways: true });
    await phone.run({ type: 'change-app', androidPackage: ONE, state: 'silent' });
    await phone.run({ type: 'show-app', androidPackage: TWO });
    const restarted = await start(options);
    expect((await getState(restarted)).walletApps).toMatchObject({
      defaultApp: TWO,
      apps: [{ state: 'silent' }, { state: 'works' }],
    });
    await restarted.run({ type: 'show-app', androidPackage: TWO });
    expect(await getAccounts(restarted)).toEqual(await getAccounts(phone));
    const [one, two] = APPS;
    const other = await start({ ...options, walletApps: [two, one] });
    expect(await other.findApp(URI)).toMatchObject({ type: 'chooser' });

    await restarted.run({ type: 'clear-default-app' });
    expect(await (await start(options)).findApp(URI)).toMatchObject({ type: 'chooser' });
  });

  it('is reset with all of its apps', async () => {
    const phone = await start({ walletApps: APPS });
    await phone.findApp(URI, { androidPackage: TWO, isAlways: true });
    await phone.run({ type: 'show-app', androidPackage: TWO });
    const before = await getAccounts(phone);
    await phone.run({ type: 'reset' });
    expect((await getState(phone)).walletApps).toMatchObject({ shown: ONE, defaultApp: undefined });
    await phone.run({ type: 'show-app', androidPackage: TWO });
    expect(await getAccounts(phone)).not.toEqual(before);
    expect(await getAccounts(phone)).toMatchObject([{ label: 'Only' }]);
  });

  it('launches no app that is silent or missing, and shows the one that it has launched', async () => {
    const opened: string[] = [];
    const phone = await start({
      walletApps: APPS,
      async openAssociation({ accounts }) {
        opened.push(accounts[0]?.label ?? '');
        return { ended: new Promise(() => {}), close: async () => {} };
      },
    });
    await phone.launch('page', URI, TWO);
    expect(opened).toEqual(['Only']);
    expect((await getState(phone)).walletApps?.shown).toBe(TWO);
    await phone.run({ type: 'change-app', androidPackage: TWO, state: 'silent' });
    expect((await getState(phone)).walletApps?.shown).toBe(ONE);
    await expect(phone.launch('page', `${URI}1`, TWO)).rejects.toThrow('Two does not answer.');
    await phone.run({ type: 'change-app', androidPackage: TWO, state: 'missing' });
    await expect(phone.launch('page', `${URI}1`, TWO)).rejects.toThrow(RangeError);
    await expect(phone.launch('page', `${URI}1`, 'app.other')).rejects.toThrow(RangeError);
    expect(opened).toEqual(['Only']);
  });

  it('launches no app that is about to finish, with the quirk `ignoresLaunchMs`', async () => {
    const phone = await start({
      wallet: { quirks: { ignoresLaunchMs: 60_000 } },
      openAssociation: async () => ({ ended: Promise.resolve(), close: async () => {} }),
    });
    await phone.launch('page', URI);
    await expect(phone.launch('page', `${URI}1`)).rejects.toThrow('The app is about to finish.');
    phone.wallet.changeSettings({ quirks: { ignoresLaunchMs: 0 } });
    await phone.launch('page', `${URI}2`);
  });

  it('refuses what cannot be a list of apps', async () => {
    await expect(start({ walletApps: [] })).rejects.toThrow('`walletApps` must have an app.');
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
