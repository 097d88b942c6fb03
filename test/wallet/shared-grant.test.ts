import { beforeEach, describe, expect, it, vi } from 'vitest';
import { localAuthorizationStore } from '../../src/wallet/store.js';
import { createEvent } from '../support/event.js';
import { hangAfter, nextTurn } from '../support/rejections.js';
import { createTabs } from '../support/tabs.js';
import { createMemoryStore, setUp, setUpConnected } from '../support/wallet.js';

/** The key of the store's entry, which is the name of the event, too. */
const KEY = 'mobile-wallet-standard:3:https://example.com:solana:devnet';
const refuse = () => {
  throw new DOMException('no room', 'QuotaExceededError');
};

describe.each(['default', 'custom'])('two wallets of one page with the same key and the %s store', (kind) => {
  let store = localAuthorizationStore;
  beforeEach(() => {
    createTabs();
    store = kind === 'default' ? localAuthorizationStore : createMemoryStore();
  });

  it('share a connect: each emits one change, and the other needs no launch', async () => {
    const [a, b] = [await setUp({}, { store }), await setUp({}, { store })];
    const { accounts } = await a.connect();
    expect(b.wallet.accounts).toEqual(accounts);
    expect([a.countAccounts(), b.countAccounts()]).toEqual([[1], [1]]);
    expect((await b.connect()).accounts).toHaveLength(1);
    expect(b.phone.launches).toEqual([]);
  });

  it('share a disconnect, which ends calls in flight of the other', async () => {
    const { happen: isAsked, happened: asked } = createEvent();
    const a = await setUpConnected({}, { store });
    const b = await setUp({ approve: hangAfter(() => isAsked()) }, { store });
    const signing = b.signText('a');
    const ended = expect(signing).toRejectWith('SESSION_CLOSED');
    await asked;
    await a.disconnect();
    await ended;
    expect([a.countAccounts(), b.countAccounts()]).toEqual([[0], [0]]);
  });

  it('share a new authorization: the other signs with it', async () => {
    const a = await setUpConnected({}, { store });
    const b = await setUp({}, { store, launch: a.phone.launch, dial: a.phone.dial });
    await a.disconnect();
    await a.signIn({ domain: 'example.com' });
    expect(await b.signText('a')).toHaveLength(1);
  });

  it('are both disconnected if a listener of one disconnects while the other connects', async () => {
    const setups = [];
    for (let count = 0; count < 3; count++) setups.push(await setUp({}, { store }));
    const [a, b, c] = setups;
    const ends: Promise<void>[] = [];
    b?.on('change', ({ accounts }) => {
      if (accounts?.length) ends.push(b.disconnect());
    });
    await a?.connect().catch(() => {});
    await Promise.all(ends);
    await nextTurn();
    expect(ends).toHaveLength(1);
    expect([a, b, c].map((setup) => setup?.wallet.accounts)).toEqual([[], [], []]);
    for (const setup of setups) expect(setup.countAccounts().at(-1) ?? 0).toBe(0);
  });

  it('do not share a grant that has left the store before they hear of it', async () => {
    const setups = [];
    for (let count = 0; count < 3; count++) setups.push(await setUp({}, { store }));
    const [a, b, c] = setups;
    // As another tab's disconnect does, whose event is still to come.
    b?.on('change', () => store.delete(KEY));
    await a?.connect();
    expect([b, c].map((setup) => setup?.countAccounts())).toEqual([[1], []]);
  });

  it('do not share a grant that the store refuses: it stays with the wallet that got it', async () => {
    const full = { ...store, set: refuse };
    const [a, b] = [await setUp({}, { store: full }), await setUp({ approve: 'manually' }, { store: full })];
    await a.connect();
    expect([a.wallet.accounts, b.wallet.accounts]).toMatchObject([[{}], []]);
  });

  it('share a grant without showing tokens or the store to other scripts of the page', async () => {
    const events: Event[] = [];
    addEventListener(KEY, (event) => events.push(event));
    const a = await setUpConnected({}, { store });
    await a.signText('a');
    await a.disconnect();
    expect(events.length).toBeGreaterThan(2);
    for (const event of events) {
      expect(event.constructor).toBe(Event);
      expect(Object.keys(event)).toEqual(Object.keys(new Event(KEY)));
    }
  });

  it('ignore the content of an event that another script of the page dispatches', async () => {
    const a = await setUpConnected({}, { store });
    for (const detail of [undefined, '', { key: KEY, store, text: undefined }]) {
      dispatchEvent(new CustomEvent(KEY, { detail }));
    }
    expect(a.wallet.accounts).toEqual([a.account]);
    expect(a.changes).toEqual([]);
  });

  it('share a grant across copies of this package, if the store is the same', async () => {
    const a = await setUpConnected({}, { store });
    vi.resetModules();
    const { setUp: createOtherSetup } = await import('../support/wallet.js');
    const other = await import('../../src/wallet/store.js');
    expect(other.localAuthorizationStore).not.toBe(localAuthorizationStore);
    const otherStore = kind === 'default' ? other.localAuthorizationStore : store;
    const b = await createOtherSetup({}, { store: otherStore });
    expect(b.wallet.accounts).toHaveLength(1);
    await b.disconnect();
    expect(a.countAccounts()).toEqual([0]);
  });

  it('keep a grant that the store refused when a copy of this package with another store connects', async () => {
    const a = await setUpConnected({}, { store: { ...store, set: refuse } });
    vi.resetModules();
    const { setUpConnected: createOtherSetup } = await import('../support/wallet.js');
    await createOtherSetup({}, { store: createMemoryStore() });
    expect(a.wallet.accounts).toEqual([a.account]);
    expect(a.changes).toEqual([]);
  });

  it('show no accounts that another copy of this package replaced, if the store refused the new ones', async () => {
    let isFull = false;
    const filling = {
      ...store,
      set: (key: string, text: string) => (isFull ? refuse() : store.set(key, text)),
    };
    const a = await setUpConnected({}, { store: filling });
    vi.resetModules();
    const { setUp: createOtherSetup } = await import('../support/wallet.js');
    const b = await createOtherSetup({}, { store: filling });
    expect(b.wallet.accounts).toHaveLength(1);
    isFull = true;
    await a.signText('a');
    expect(a.wallet.accounts).toEqual([a.account]);
    expect(b.wallet.accounts).toEqual([]);
  });

  it.each([
    ['chains', { chains: ['solana:mainnet' as const] }],
    ['identity', { identity: { name: 'Other', uri: 'https://other.example' } }],
    ['store', { store: createMemoryStore() }],
  ])('share nothing with one of another %s', async (_, options) => {
    const a = await setUpConnected({}, { store });
    const b = await setUp({ approve: 'manually' }, { store, ...options });
    await b.disconnect();
    expect(b.wallet.accounts).toEqual([]);
    expect(a.changes).toEqual([]);
  });
});
