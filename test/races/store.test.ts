import { afterEach, describe, expect, it, vi } from 'vitest';
import { encodeBase64 } from '../../src/bytes.js';
import { localAuthorizationStore } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { setUpLiar } from '../hostile/lying-wallet.js';
import { createTabs } from '../support/tabs.js';
import { createMemoryStore, editStored, setUpConnected } from '../support/wallet.js';
import { createConnectedRig, createMessageInput, createRig, expectNoUnhandledRejections } from './races.js';

afterEach(expectNoUnhandledRejections);
afterEach(() => {
  vi.unstubAllGlobals();
});

const approve = () => ({ approved: true });
const fail = () => {
  throw new DOMException('no room', 'QuotaExceededError');
};

/** A connected wallet in one of several tabs. */
async function setUpTabs() {
  const tabs = createTabs();
  const rig = await createConnectedRig({ approve }, { store: localAuthorizationStore });
  const [entry] = tabs.entries;
  if (!entry) throw new Error('nothing was kept');
  const [key, text] = entry;
  return { ...rig, tabs, key, text };
}

describe('a store', () => {
  it('that is full has an effect only on the next page load', async () => {
    const store = { ...createMemoryStore(), set: fail };
    const rig = await createConnectedRig({ approve }, { store });
    expect(await rig.signMessage(createMessageInput(rig.account, 'a'))).toHaveLength(1);
    await rig.disconnect();
    expect(rig.wallet.accounts).toEqual([]);
    expect((await createRig({}, { store })).wallet.accounts).toEqual([]);
  });

  it('that is full now does not keep an earlier token that the wallet has replaced', async () => {
    const memory = createMemoryStore();
    let isFull = false;
    const store = {
      ...memory,
      set: (key: string, value: string) => (isFull ? fail() : memory.set(key, value)),
    };
    const rig = await createConnectedRig({ approve }, { store });
    expect(memory.entries.size).toBe(1);
    isFull = true;
    await rig.signMessage(createMessageInput(rig.account, 'a'));
    expect(memory.entries.size).toBe(0);
    expect(rig.wallet.accounts).toEqual([rig.account]);
  });

  it('that is full and cannot delete either does not stop a request', async () => {
    const store = { ...createMemoryStore(), set: fail, delete: fail };
    const rig = await createConnectedRig({ approve }, { store });
    expect(await rig.signMessage(createMessageInput(rig.account, 'a'))).toHaveLength(1);
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

  it('that cannot delete does not stop a disconnect', async () => {
    const store = { ...createMemoryStore(), delete: fail };
    const rig = await createConnectedRig({ approve }, { store });
    await rig.disconnect();
    expect(rig.wallet.accounts).toEqual([]);
    expect(rig.countAccounts()).toEqual([0]);
  });

  it('that is blocked is treated as if there were none', async () => {
    vi.stubGlobal('localStorage', undefined);
    const rig = await createConnectedRig({ approve }, { store: localAuthorizationStore });
    expect(await rig.signMessage(createMessageInput(rig.account, 'a'))).toHaveLength(1);
    await rig.disconnect();
    expect(rig.wallet.accounts).toEqual([]);
  });

  it('is not read again after the start, even if other code writes into it', async () => {
    const rig = await createConnectedRig({ approve });
    for (const key of rig.store.entries.keys()) rig.store.entries.set(key, 'corrupted');
    expect(await rig.signMessage(createMessageInput(rig.account, 'a'))).toHaveLength(1);
    await rig.phone.whenIdle();
    expect([...rig.store.entries.values()].join()).toContain(rig.account.address);
  });

  it('that was corrupted is repaired by one connect', async () => {
    const rig = await createConnectedRig({ approve });
    for (const [key, text] of rig.store.entries) rig.store.entries.set(key, text.slice(0, -1));
    const reloaded = await createRig({ approve }, { store: rig.store });
    expect(reloaded.wallet.accounts).toEqual([]);
    const { accounts } = await reloaded.connect();
    expect((await createRig({}, { store: rig.store })).wallet.accounts).toEqual(accounts);
    await reloaded.expectQuiet();
  });
});

describe('another tab', () => {
  it('that disconnects also disconnects this one, with one change', async () => {
    const rig = await setUpTabs();
    rig.tabs.write(rig.key, undefined);
    rig.tabs.write(rig.key, undefined);
    expect(rig.wallet.accounts).toEqual([]);
    expect(rig.changes).toEqual([{ accounts: [] }]);
    expect(rig.phone.launches).toHaveLength(1);
  });

  it('that clears everything does so here', async () => {
    const rig = await setUpTabs();
    rig.tabs.clear();
    expect(rig.changes).toEqual([{ accounts: [] }]);
  });

  it('that connects does so here: a connect then needs no launch', async () => {
    const rig = await setUpTabs();
    await rig.disconnect();
    rig.tabs.write(rig.key, rig.text);
    expect(rig.wallet.accounts).toEqual([rig.account]);
    expect((await rig.connect()).accounts).toBe(rig.wallet.accounts);
    expect(rig.phone.launches).toHaveLength(1);
    expect(rig.countAccounts()).toEqual([0, 1]);
  });

  it('that writes the same changes nothing', async () => {
    const rig = await setUpTabs();
    rig.tabs.write(rig.key, rig.text);
    rig.tabs.write('of another library', 'x');
    expect(rig.changes).toEqual([]);
    expect(rig.wallet.accounts[0]).toBe(rig.account);
  });

  it('that writes what is no grant counts as a disconnect, and is made good by one connect', async () => {
    const rig = await setUpTabs();
    rig.tabs.write(rig.key, '{"byChain":{"solana:devnet":{"accounts":[{}]}}}');
    expect(rig.wallet.accounts).toEqual([]);
    expect((await rig.connect()).accounts).toHaveLength(1);
    await rig.expectQuiet();
  });

  it('that disconnects while a listener here does, too, tells one change', async () => {
    const rig = await setUpTabs();
    const again: Promise<void>[] = [];
    rig.on('change', () => again.push(rig.disconnect()));
    rig.tabs.write(rig.key, undefined);
    await Promise.all(again);
    expect(rig.countAccounts()).toEqual([0]);
  });
});
