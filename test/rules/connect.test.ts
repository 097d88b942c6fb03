import type { WalletAccount } from '@wallet-standard/base';
import { afterEach, describe, expect, it } from 'vitest';
import { createMobileWallet } from '../../src/wallet/register.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { setUp, setUpConnected } from '../support/wallet.js';
import { closePage, loadRegistry, openPage, register, setUpAuthorized } from './page.js';
import { createThinker } from './person.js';

const UPDATED = { supportedTransactionVersions: ['legacy', 0, 1] as const };

afterEach(closePage);

describe('connect', () => {
  it.each(['connect', 'signIn'])('rule 20: accounts and features are set when %s resolves', async (name) => {
    const { wallet, changes, phone } = await setUp({ capabilities: UPDATED });
    const before = wallet.features;
    const { 'standard:connect': connecting, 'solana:signIn': signingIn } = wallet.features;
    const seen = await (name === 'connect' ? connecting.connect() : signingIn.signIn({})).then(() => ({
      accounts: wallet.accounts,
      features: wallet.features,
    }));
    expect(seen.accounts).toHaveLength(1);
    expect(getSignTransaction(seen.features).supportedTransactionVersions).toEqual(['legacy', 0, 1]);
    expect(seen.features).not.toBe(before);
    await phone.whenIdle();
    expect(changes).toEqual([seen]);
    expect(wallet).toMatchObject(seen);
  });

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

  it('rule 27: calls at the same time ask the user once, and share the result', async () => {
    const { approve, asked, decide } = createThinker();
    const { wallet, connect, phone } = await setUp({ approve });
    const early = [connect(), connect({ silent: false }), connect({})];
    await asked;
    const late = connect();
    decide(true);
    for (const { accounts } of await Promise.all([...early, late])) {
      expect(accounts).toHaveLength(1);
      expect(accounts).toBe(wallet.accounts);
    }
    await phone.whenIdle();
    expect(phone.launches).toHaveLength(1);
    expect(phone.getMethods().filter((method) => method === 'authorize')).toHaveLength(1);
  });

  it('rule 27: a refusal rejects all calls at the same time, and the next call asks again', async () => {
    const { approve, asked, decide } = createThinker();
    const { connect, phone } = await setUp({ approve });
    const calls = [connect(), connect()];
    await asked;
    decide(false);
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'USER_REJECTED' } });
    }
    expect(phone.getMethods().filter((method) => method === 'authorize')).toHaveLength(1);
    await expect(connect()).toRejectWith('USER_REJECTED');
    expect(phone.getMethods().filter((method) => method === 'authorize')).toHaveLength(2);
    await phone.whenIdle();
  });

  it('rule 27: a silent call during another call does not resolve without accounts', async () => {
    const { approve, asked, decide } = createThinker();
    const { connect, phone } = await setUp({ approve });
    const first = connect();
    await asked;
    const second = connect({ silent: true });
    decide(true);
    await first;
    expect((await second).accounts).toHaveLength(1);
    await phone.whenIdle();
  });
});

function createBrokenStore() {
  const fail = () => {
    throw new Error('blocked');
  };
  return { get: fail, set: fail, delete: fail };
}
