import { describe, expect, it, vi } from 'vitest';
import { createTabs } from '../../../test/support/tabs.js';
import { createMemoryStore } from '../../../test/support/wallet.js';
import type { FirstSettings } from '../options.js';
import { localAuthorizationStore } from '../store.js';
import { createWalletState } from './state.js';
import { formatGrant, type Grant, parseGrant, type ShownAccount } from './stored-grant.js';

const chain = 'solana:devnet';
const createStored = (address: string): ShownAccount => ({
  address,
  key: btoa(address.padEnd(32, '.')),
  chains: [chain],
  features: ['solana:signMessage'],
});
const createGrant = (...addresses: readonly string[]): Grant => ({
  chain,
  byChain: { [chain]: { accounts: [] } },
  accounts: addresses.map(createStored),
});
/** One that is a grant, but has an account that cannot be shown. */
const unreadable: Grant = { ...createGrant(), accounts: [{ ...createStored('a'), key: '!' }] };

/** The state of a wallet in a page, and what its listener `see` has seen. */
function create(store: FirstSettings['store'] = createMemoryStore()) {
  const tabs = createTabs();
  /** The accounts that were shown when the grant was forgotten. */
  const forgotten: string[] = [];
  const settings = { store, uri: 'https://dapp.example', chains: [chain] } as unknown as FirstSettings;
  const state = createWalletState(settings, () => forgotten.push(getAddresses().join()));
  const getAddresses = () => state.getAccounts().map(({ address }) => address);
  const seen: string[] = [];
  const see = () => void seen.push(getAddresses().join());
  return { state, settings, tabs, forgotten, getAddresses, seen, see };
}

describe('the state of a wallet', () => {
  it('shows and saves a grant, and tells each listener once', () => {
    const store = createMemoryStore();
    const { state, seen, see, getAddresses } = create(store);
    expect(getAddresses()).toEqual([]);
    state.subscribe(see);
    state.subscribe(() => seen.push('second'));
    state.setGrant(createGrant('a'));
    expect(seen).toEqual(['a', 'second']);
    expect(state.readGrant()).toEqual(createGrant('a'));
    expect([...store.entries.values()].map(parseGrant)).toEqual([createGrant('a')]);
    // What is shown is the same.
    state.setGrant({ ...createGrant('a'), formerTokens: ['x'] });
    expect(seen).toHaveLength(2);
    expect(state.readGrant()).toHaveProperty('formerTokens', ['x']);
    state.setGrant(undefined);
    expect(seen).toEqual(['a', 'second', '', 'second']);
    expect(store.entries.size).toBe(0);
  });

  it('stores no grant of more than a mebibyte, and none that was there before', () => {
    const store = createMemoryStore();
    const { state, getAddresses } = create(store);
    state.setGrant({ ...createGrant('a'), formerTokens: ['x'.repeat(1_000_000)] });
    expect(store.entries.size).toBe(1);
    state.setGrant({ ...createGrant('b'), formerTokens: ['x'.repeat(1_048_576)] });
    expect(store.entries.size).toBe(0);
    expect(getAddresses()).toEqual(['b']);
  });

  it('begins with the stored grant, which it reads when it is first asked', () => {
    const { state: earlier, settings } = create();
    earlier.setGrant(createGrant('a'));
    for (const isFirst of ['getAccounts', 'getShown', 'readGrant', 'subscribe', 'setGrant'] as const) {
      const get = vi.fn(settings.store.get);
      const next = createWalletState({ ...settings, store: { ...settings.store, get } }, () => {});
      expect(get).not.toHaveBeenCalled();
      const grant = createGrant('a');
      const returned = {
        getAccounts: () => next.getAccounts(),
        getShown: () => next.getShown().accounts,
        readGrant: () => next.readGrant()?.accounts,
        subscribe: () => next.subscribe(() => {}) && next.getAccounts(),
        setGrant: () => next.setGrant(grant) ?? next.getAccounts(),
      }[isFirst]();
      expect(returned).toMatchObject([{ address: 'a' }]);
      expect(get).toHaveBeenCalled();
    }
  });

  it('holds no grant that cannot be shown', () => {
    const { state, getAddresses, seen, see } = create();
    state.setGrant(createGrant('a'));
    state.subscribe(see);
    state.setGrant(unreadable);
    expect(getAddresses()).toEqual([]);
    expect(state.readGrant()).toBeUndefined();
    expect(seen).toEqual(['']);
  });
});

describe('listeners', () => {
  it('that come after one which changed the wallet again are called once, for the later change', () => {
    const { state, seen, see, getAddresses } = create();
    state.subscribe(() => {
      if (getAddresses().length > 0) state.setGrant(undefined);
    });
    state.subscribe(see);
    state.setGrant(createGrant('a'));
    expect(seen).toEqual(['']);
  });

  it('are called once if another wallet of the page has changed the grant in response', () => {
    const store = createMemoryStore();
    const { state, settings, seen, see } = create(store);
    const other = createWalletState(settings, () => {});
    other.subscribe(() => {
      if (other.getAccounts()[0]?.address === 'a') other.setGrant(createGrant('b'));
    });
    state.subscribe(see);
    state.setGrant(createGrant('a'));
    expect(seen).toEqual(['b']);
    expect(other.getAccounts()).toMatchObject([{ address: 'b' }]);
    expect([...store.entries.values()].map(parseGrant)).toEqual([createGrant('b')]);
  });

  it('are all called if one throws, which is reported', () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const { state, seen, see } = create();
    state.subscribe(() => {
      throw new Error('of the dapp');
    });
    state.subscribe(see);
    state.setGrant(createGrant('a'));
    expect(seen).toEqual(['a']);
    expect(reported).toEqual([new Error('of the dapp')]);
  });

  it('are not called after they were removed, also by a listener before them', () => {
    const { state, seen, see } = create();
    expect(state.hasListeners()).toBe(false);
    const removeFirst = state.subscribe(() => removeSecond());
    const removeSecond = state.subscribe(see);
    expect(state.hasListeners()).toBe(true);
    state.setGrant(createGrant('a'));
    expect(seen).toEqual([]);
    expect(state.hasListeners()).toBe(true);
    removeFirst();
    removeFirst();
    expect(state.hasListeners()).toBe(false);
  });

  it('that are added during a change wait for the next', () => {
    const { state, seen, see } = create();
    const remove = state.subscribe(() => {
      remove();
      state.subscribe(see);
    });
    state.setGrant(createGrant('a'));
    expect(seen).toEqual([]);
    state.setGrant(undefined);
    expect(seen).toEqual(['']);
  });
});

describe('what another tab has written', () => {
  /** A state whose grant is in `localStorage`, where another tab writes, and its event is still to come. */
  function createInTab() {
    const setup = create(localAuthorizationStore);
    setup.state.setGrant(createGrant('a'));
    setup.state.subscribe(setup.see);
    const [key = ''] = setup.tabs.entries.keys();
    return { ...setup, write: (grant: Grant) => void setup.tabs.entries.set(key, formatGrant(grant)) };
  }

  it('counts when the grant is read', () => {
    const { state, write, seen, forgotten } = createInTab();
    write(createGrant('b'));
    expect(seen).toEqual([]);
    expect(state.readGrant()).toEqual(createGrant('b'));
    expect(seen).toEqual(['b']);
    state.readGrant();
    expect(seen).toEqual(['b']);
    expect(forgotten).toEqual([]);
  });

  it('counts on `catchUp`, also in a store of the dapp’s own, which sends no events', () => {
    const store = createMemoryStore();
    const { state, seen, see } = create(store);
    state.setGrant(createGrant('a'));
    state.subscribe(see);
    const [key = ''] = store.entries.keys();
    store.set(key, formatGrant(createGrant('b')));
    // A store of the dapp's own may be slow, so it is not asked each time.
    expect(state.readGrant()).toEqual(createGrant('a'));
    state.catchUp();
    expect(seen).toEqual(['b']);
  });

  it('ends the session before the grant is dropped if it was removed, and once', () => {
    const { state, tabs, seen, forgotten } = createInTab();
    tabs.clear();
    expect(forgotten).toEqual(['a']);
    expect(seen).toEqual(['']);
    expect(state.readGrant()).toBeUndefined();
    tabs.clear();
    expect(forgotten).toEqual(['a']);
    expect(seen).toEqual(['']);
  });

  it('is not a disconnect of this wallet’s own', () => {
    const { state, forgotten } = createInTab();
    state.setGrant(undefined);
    expect(forgotten).toEqual([]);
  });
});

describe('accounts that are renewed', () => {
  it('are equal, but others, and the change is told', () => {
    const { state, seen, see } = create();
    state.setGrant(createGrant('a', 'b'));
    const before = state.getShown();
    state.subscribe(see);
    state.renewAccounts();
    expect(seen).toEqual(['a,b']);
    const after = state.getShown();
    expect(after.accounts).toEqual(before.accounts);
    for (const [index, account] of after.accounts.entries()) expect(account).not.toBe(before.accounts[index]);
    expect(after.transactions).toBe(before.transactions);
  });

  it('are none without a grant, and nothing is told', () => {
    const { state, seen, see } = create();
    state.subscribe(see);
    state.renewAccounts();
    expect(seen).toEqual([]);
    expect(state.getAccounts()).toEqual([]);
  });
});
