import { describe, expect, it } from 'vitest';
import { createTurns } from '../../src/util/turns.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { localAuthorizationStore } from '../../src/wallet/store.js';
import { isCollected } from '../support/collected.js';
import { createTabs } from '../support/tabs.js';
import { setUpConnected } from '../support/wallet.js';

describe('an open session', () => {
  it('keeps no result of its calls', async () => {
    const setup = await setUpConnected({}, { idleMs: 600_000 });
    const sign = async (text: string) => new WeakRef((await setup.signText(text))[0] ?? {});
    const sent = async () =>
      new WeakRef(await setup.transact((wallet) => wallet.authorize({ chain: 'solana:devnet' })));
    const results = [await sign('a'), await sent(), await sign('b')];
    for (const result of results) expect(await isCollected(result)).toBe(true);
    expect(setup.phone.launches).toHaveLength(1);
    await setup.disconnect();
  });

  it('keeps neither results nor errors of the turns in it', async () => {
    const takeTurn = createTurns(new AbortController().signal);
    const turns = [async () => ({}), async () => Promise.reject(new Error('b')), async () => ({})];
    const settle = async (turn: () => Promise<object>) =>
      new WeakRef(await takeTurn(turn).catch((error: Error) => error));
    for (const result of await Promise.all(turns.map(settle))) expect(await isCollected(result)).toBe(true);
    expect(await takeTurn(async () => 'next')).toBe('next');
  });
});

describe('a wallet', () => {
  it('follows the store, also after a garbage collection', async () => {
    const { entries, clear } = createTabs();
    const setup = await setUpConnected({}, { store: localAuthorizationStore });
    const { changes, account, ...held } = setup;
    const other = createMobileWallet({ ...setup.settings, store: localAuthorizationStore });
    expect(other.accounts).toHaveLength(1);
    expect(await isCollected(new WeakRef({}))).toBe(true);
    clear();
    expect([entries.size, other.accounts, held.wallet.accounts]).toEqual([0, [], []]);
  });
});
