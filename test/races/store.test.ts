import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { encodeBase64 } from '../../src/util/bytes.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { localAuthorizationStore } from '../../src/wallet/store.js';
import { setUpLiar } from '../hostile/lying-wallet.js';
import { createTabs } from '../support/tabs.js';
import { createMemoryStore, editStored, setUpConnected } from '../support/wallet.js';

const fail = () => {
  throw new DOMException('no room', 'QuotaExceededError');
};

/** A connected wallet in one of several tabs. */
async function setUpTabs() {
  const tabs = createTabs();
  const setup = await setUpConnected({}, { store: localAuthorizationStore });
  const [entry] = tabs.entries;
  if (!entry) throw new Error('nothing was kept');
  const [key, text] = entry;
  return { ...setup, tabs, key, text };
}

describe('a store', () => {
  it.each([
    ['is full', { set: fail }, 0],
    ['cannot delete', { delete: fail }, 1],
    ['is full, and cannot delete', { set: fail, delete: fail }, 0],
    ['cannot be read', { get: fail }, 0],
    ['fails in everything', { get: fail, set: fail, delete: fail }, 0],
  ])('that %s has an effect only on the next page load', async (_, failing, accounts) => {
    const store = { ...createMemoryStore(), ...failing };
    const setup = await setUpConnected({}, { store });
    expect(await setup.signText('a')).toHaveLength(1);
    await setup.disconnect();
    expect(setup.wallet.accounts).toEqual([]);
    expect(setup.countAccounts()).toEqual([0]);
    expect(createMobileWallet(setup.settings).accounts).toHaveLength(accounts);
  });

  it('that is full now does not keep an earlier token that the wallet has replaced', async () => {
    const memory = createMemoryStore();
    let isFull = false;
    const store = {
      ...memory,
      set: (key: string, value: string) => (isFull ? fail() : memory.set(key, value)),
    };
    const setup = await setUpConnected({}, { store });
    expect(memory.entries.size).toBe(1);
    isFull = true;
    await setup.signText('a');
    expect(memory.entries.size).toBe(0);
    expect(setup.wallet.accounts).toEqual([setup.account]);
  });

  it('that is full is cleared by its own events, not by those of sessionStorage', async () => {
    const tabs = createTabs();
    vi.spyOn(localStorage, 'setItem').mockImplementation(fail);
    const setup = await setUpConnected({}, { store: localAuthorizationStore });
    tabs.clearSession();
    expect(setup.wallet.accounts).toEqual([setup.account]);
    tabs.clear();
    expect(setup.wallet.accounts).toEqual([]);
  });

  it('that cannot be read for a moment does not disconnect the wallet', async () => {
    const setup = await setUpTabs();
    const getItem = vi.spyOn(localStorage, 'getItem').mockImplementationOnce(fail);
    expect(await setup.signText('a')).toHaveLength(1);
    expect(getItem.mock.results[0]?.type).toBe('throw');
    expect(setup.wallet.accounts).toEqual([setup.account]);
  });

  it('never holds more than a million characters of one wallet', async () => {
    const features = Array.from({ length: 32 }, (_, index) => `${index}:`.padEnd(64, 'x'));
    const account = { address: '', chains: features, features };
    const accounts = Array.from({ length: 100 }, (_, index) => ({
      ...account,
      address: encodeBase64(new Uint8Array(32).fill(index)),
    }));
    const chains = ['solana:devnet', 'solana:testnet', 'solana:mainnet'] as const;
    const { wallet, settings } = setUpLiar(
      { authorize: () => ({ auth_token: 'token', accounts }) },
      { chains },
    );
    const { transact } = wallet.features['mobile-wallet-standard:transact'];
    for (const chain of chains) {
      await transact((mobile) => mobile.authorize({ chain }));
      expect([...settings.store.entries.values()].join().length).toBeLessThanOrEqual(1_048_576);
    }
    expect(wallet.accounts).toHaveLength(100);
    expect(settings.store.entries.size).toBe(0);
  });

  it('that has an invalid icon or base URI of an earlier version uses neither', async () => {
    const { settings, store, account, phone } = await setUpConnected({
      walletUriBase: 'https://wallet.example',
    });
    editStored(store, ({ accounts, ...grant }) => ({
      ...grant,
      baseUri: 'https:good',
      accounts: accounts.map((shown) => ({ ...shown, icon: 'data:image/png;base64,"onerror="x' })),
    }));
    const reloaded = createMobileWallet(settings);
    expect(reloaded.accounts).toMatchObject([{ address: account.address }]);
    expect(reloaded.accounts[0]).not.toHaveProperty('icon');
    const [again] = reloaded.accounts;
    if (!again) throw new Error('no account');
    await reloaded.features['solana:signMessage'].signMessage({ account: again, message: new Uint8Array(1) });
    expect(phone.launches.at(-1)).toMatch(/^solana-wallet:/);
  });

  it('that is blocked is treated as if there were none', async () => {
    vi.stubGlobal('localStorage', undefined);
    const setup = await setUpConnected({}, { store: localAuthorizationStore });
    expect(await setup.signText('a')).toHaveLength(1);
    await setup.disconnect();
    expect(setup.wallet.accounts).toEqual([]);
  });

  it('is not read again after the start, even if other code writes into it', async () => {
    const setup = await setUpConnected();
    for (const key of setup.store.entries.keys()) setup.store.entries.set(key, 'corrupted');
    expect(await setup.signText('a')).toHaveLength(1);
    await setup.phone.whenIdle();
    expect([...setup.store.entries.values()].join()).toContain(setup.account.address);
  });
});

type Tabs = Awaited<ReturnType<typeof setUpTabs>>;

describe('another tab', () => {
  it.each<[what: string, end: (setup: Tabs) => void]>([
    ['takes the entry away', ({ tabs, key }) => tabs.write(key, undefined)],
    ['clears everything', ({ tabs }) => tabs.clear()],
    [
      'writes what is no grant',
      ({ tabs, key }) => tabs.write(key, '{"byChain":{"solana:devnet":{"accounts":[{}]}}}'),
    ],
    [
      'disconnects while this page is in the back-forward cache',
      ({ tabs }) => {
        tabs.entries.clear();
        tabs.showPage(true);
      },
    ],
  ])('that %s disconnects this one, with one change, and one connect makes it good', async (_, end) => {
    const setup = await setUpTabs();
    end(setup);
    expect(setup.wallet.accounts).toEqual([]);
    end(setup);
    expect(setup.changes).toEqual([{ accounts: [] }]);
    expect(setup.phone.launches).toHaveLength(1);
    expect((await setup.connect()).accounts).toHaveLength(1);
    await setup.expectQuiet();
  });

  it.each<[what: string, connect: (setup: Tabs) => void]>([
    ['connects', ({ tabs, key, text }) => tabs.write(key, text)],
    [
      'connects while this page is in the back-forward cache',
      ({ tabs, key, text }) => {
        tabs.entries.set(key, text);
        tabs.showPage(true);
      },
    ],
  ])('that %s does so here: a connect then needs no launch', async (_, connect) => {
    const setup = await setUpTabs();
    await setup.disconnect();
    connect(setup);
    expect(setup.wallet.accounts).toEqual([setup.account]);
    expect((await setup.connect()).accounts).toBe(setup.wallet.accounts);
    expect(setup.phone.launches).toHaveLength(1);
    expect(setup.countAccounts()).toEqual([0, 1]);
  });

  it.each<[what: string, change: (setup: Tabs) => void]>([
    ['writes the same', ({ tabs, key, text }) => tabs.write(key, text)],
    ['writes an entry of another library', ({ tabs }) => tabs.write('of another library', 'x')],
    ['does nothing while this page is in the back-forward cache', ({ tabs }) => tabs.showPage(true)],
  ])('that %s changes nothing', async (_, change) => {
    const setup = await setUpTabs();
    change(setup);
    expect(setup.changes).toEqual([]);
    expect(setup.wallet.accounts).toEqual([setup.account]);
    expect(setup.wallet.accounts[0]).toBe(setup.account);
  });

  it('whose connect is reported late does not undo a disconnect', async () => {
    const setup = await setUpTabs();
    await setup.disconnect();
    setup.tabs.report(setup.key, setup.text);
    expect(setup.wallet.accounts).toEqual([]);
    expect(setup.countAccounts()).toEqual([0]);
  });

  it('whose disconnect is reported late does not undo a connect, also if the store refused it', async () => {
    const setup = await setUpTabs();
    setup.tabs.report(setup.key, null);
    expect(setup.wallet.accounts).toEqual([setup.account]);
    localStorage.setItem = fail;
    await setup.signText('a');
    expect(setup.tabs.entries.size).toBe(0);
    setup.tabs.report(setup.key, setup.text);
    setup.tabs.report(setup.key, null);
    expect(setup.wallet.accounts).toEqual([setup.account]);
    expect(setup.changes).toEqual([]);
    setup.tabs.clear();
    expect(setup.countAccounts()).toEqual([0]);
  });

  it('whose disconnect has not been reported yet is not undone by an answer of the wallet', async () => {
    const setup = await setUpTabs();
    const call = setup.transact(async (wallet) => {
      await wallet.authorize();
      setup.tabs.entries.clear();
      await wallet.authorize();
    });
    await expect(call).toRejectWith('SESSION_CLOSED');
    expect(setup.tabs.entries.size).toBe(0);
    expect(setup.countAccounts()).toEqual([0]);
  });
});

describe('a page that is shown', () => {
  it('from the back-forward cache reads a store of the dapp again', async () => {
    const tabs = createTabs();
    const setup = await setUpConnected();
    setup.store.entries.clear();
    tabs.showPage(true);
    expect(setup.changes).toEqual([{ accounts: [] }]);
  });

  it('after it has just loaded does not read the store again', async () => {
    const setup = await setUpTabs();
    const getItem = vi.spyOn(localStorage, 'getItem');
    setup.tabs.showPage(false);
    expect(getItem).not.toHaveBeenCalled();
    expect(setup.changes).toEqual([]);
  });

  it('after the browser has rendered it in advance reads a store of the dapp again', async () => {
    const { store, settings } = await setUpConnected();
    const page = Object.assign(new EventTarget(), { prerendering: true });
    vi.stubGlobal('document', page);
    const next = createMobileWallet(settings);
    expect(next.accounts).toHaveLength(1);
    await expect.poll(() => getEventListeners(page, 'prerenderingchange')).not.toEqual([]);
    store.entries.clear();
    page.dispatchEvent(new Event('prerenderingchange'));
    await expect.poll(() => next.accounts).toEqual([]);
  });
});
