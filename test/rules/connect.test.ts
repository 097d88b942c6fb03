import type { WalletAccount } from '@wallet-standard/base';
import { afterEach, describe, expect, it } from 'vitest';
import { createMobileWallet } from '../../src/wallet/register.js';
import { getError } from '../support/rejections.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { setUp, setUpConnected } from '../support/wallet.js';
import { closePage, loadRegistry, openPage, register, setUpAuthorized } from './page.js';

const UPDATED = { supportedTransactionVersions: ['legacy', 0, 1] as const };

afterEach(closePage);

describe('connect', () => {
  it.each(['connect', 'signIn'] as const)(
    'rule 20: accounts, features and the store are set when listeners hear of a %s, and when it resolves',
    async (name) => {
      const setup = await setUp({ capabilities: UPDATED });
      const { wallet, store, changes } = setup;
      const before = wallet.features;
      const see = () => ({ accounts: wallet.accounts, features: wallet.features, kept: store.entries.size });
      const seen: ReturnType<typeof see>[] = [];
      setup.on('change', () => seen.push(see()));
      await (name === 'connect' ? setup.connect() : setup.signIn({})).then(() => seen.push(see()));
      const { accounts, features } = wallet;
      expect(accounts).toHaveLength(1);
      expect(getSignTransaction(features).supportedTransactionVersions).toEqual(['legacy', 0, 1]);
      expect(features).not.toBe(before);
      await setup.phone.whenIdle();
      for (const moment of [...seen, see()]) {
        expect(moment.accounts).toBe(accounts);
        expect(moment.features).toBe(features);
        expect(moment.kept).toBe(1);
      }
      expect(seen).toHaveLength(2);
      expect(changes).toEqual([{ accounts, features }]);
      expect(changes[0]?.accounts).toBe(accounts);
    },
  );

  it('rule 21: a silent connect neither loads code nor opens the wallet app, with accounts or without', async () => {
    const { settings } = await setUpConnected();
    for (const store of [settings.store, { get: () => null, set() {}, delete() {} }, createBrokenStore()]) {
      const states: string[] = [];
      const launches: string[] = [];
      const wallet = createMobileWallet({
        ...settings,
        store,
        launch: (uri) => void launches.push(uri),
        onProgress: ({ state }) => states.push(state),
      });
      const { accounts } = await wallet.features['standard:connect'].connect({ silent: true });
      expect(accounts).toBe(wallet.accounts);
      expect(accounts).toHaveLength(store === settings.store ? 1 : 0);
      expect([states, launches]).toEqual([[], []]);
    }
  });

  it('rule 21: a silent connect needs no more than a microtask', async () => {
    const { connect } = await setUpConnected();
    const order: string[] = [];
    const timer = new Promise<void>((resolve) => {
      setTimeout(() => {
        order.push('macrotask');
        resolve();
      });
    });
    await connect({ silent: true }).then(() => order.push('connected'));
    await timer;
    expect(order).toEqual(['connected', 'macrotask']);
  });

  it('rule 22: a connect with stored accounts does not open the wallet app, even if the app has forgotten them', async () => {
    const { settings, phone, wallet } = await setUpConnected();
    phone.wallet.revokeTokens();
    const reloaded = createMobileWallet(settings);
    expect(await reloaded.features['standard:connect'].connect({ silent: false })).toEqual({
      accounts: wallet.accounts,
    });
    expect(phone.launches).toHaveLength(1);
  });

  it('rule 23: accounts are set when a registry receives the wallet', async () => {
    openPage();
    const { settings, earlier } = await setUpAuthorized();
    const registry = (await loadRegistry())();
    const seen: (readonly WalletAccount[])[] = [];
    registry.on('register', (wallet) => seen.push(wallet?.accounts ?? []));
    register(settings);
    expect(earlier.accounts).toHaveLength(1);
    expect(seen).toEqual([earlier.accounts]);
  });

  it.each([
    ['twice in a row, as the connect of wallet-adapter does, announces equal ones', 2, true, 1],
    ['once announces nothing', 1, true, 0],
    ['before subscribing, as React does, announces nothing', 2, false, 0],
  ])('rule 48: after a reload, reading the accounts for the first time %s', async (...row) => {
    const [, reads, isSubscribed, announced] = row;
    const { settings } = await setUpConnected();
    const wallet = createMobileWallet(settings);
    const changes: unknown[] = [];
    const subscribe = () => wallet.features['standard:events'].on('change', (change) => changes.push(change));
    if (isSubscribed) subscribe();
    const seen = Array.from({ length: reads }, () => wallet.accounts);
    if (!isSubscribed) subscribe();
    expect(new Set(seen).size).toBe(1);
    await Promise.resolve();
    expect(changes).toEqual(Array.from({ length: announced }, () => ({ accounts: seen[0] })));
    const { accounts } = wallet;
    expect(accounts[0] === seen[0]?.[0]).toBe(announced === 0);
    await Promise.resolve();
    expect([wallet.accounts, wallet.accounts]).toEqual([accounts, accounts]);
    await Promise.resolve();
    expect(wallet.accounts).toBe(accounts);
    expect(changes).toHaveLength(announced);
  });

  it('rule 27: calls at the same time, silent ones too, ask the user once, and share the result', async () => {
    const setup = await setUp({ approve: 'manually' });
    const calls = [setup.connect(), setup.connect({ silent: false }), setup.connect({})];
    const { decide } = await setup.person.next();
    calls.push(setup.connect(), setup.connect({ silent: true }));
    decide({ approved: true });
    for (const call of calls) expect((await call).accounts).toBe(setup.wallet.accounts);
    expect(setup.countAccounts()).toEqual([1]);
    expect(setup.phone.launches).toHaveLength(1);
    expect(setup.phone.getMethods()).toEqual(['get_capabilities', 'authorize']);
    await setup.expectQuiet();
  });

  it('rule 27: a refusal rejects all calls at the same time but silent ones, and the next call asks again', async () => {
    const setup = await setUp({ approve: 'manually' });
    const calls = [setup.connect(), setup.connect()].map(getError);
    const silently = setup.connect({ silent: true });
    await setup.declineNext();
    expect(await Promise.all(calls)).toMatchObject(Array(2).fill({ code: 'USER_REJECTED' }));
    expect(await silently).toEqual({ accounts: [] });
    expect(setup.getQuestions()).toEqual(['authorize']);
    const again = getError(setup.connect());
    await setup.declineNext();
    expect(await again).toMatchObject({ code: 'USER_REJECTED' });
    expect(setup.getQuestions()).toEqual(['authorize', 'authorize']);
    await setup.expectQuiet();
  });
});

function createBrokenStore() {
  const fail = () => {
    throw new Error('blocked');
  };
  return { get: fail, set: fail, delete: fail };
}
