import { describe, expect, it, vi } from 'vitest';
import { createMobileWallet } from '../../src/wallet/register.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTabs } from '../support/tabs.js';
import { setUpConnected } from '../support/wallet.js';

const KEY = 'mobile-wallet-standard:3:https://example.com:solana:devnet';

describe('the store', () => {
  it('has one entry of text, whose key names format version, identity and chains', async () => {
    const { store } = await setUpConnected({}, { chains: ['solana:testnet', 'solana:devnet'] });
    const [[key, text] = ['', '']] = [...store.entries];
    expect(key).toBe('mobile-wallet-standard:3:https://example.com:solana:devnet,solana:testnet');
    const { byChain } = JSON.parse(text.replace(/^-?\d+/, ''));
    expect(byChain['solana:testnet']).toMatchObject({
      token: expect.any(String),
      accounts: [{ address: expect.any(String) }],
    });
  });

  it('has an entry that another identity or other chains neither read nor change', async () => {
    const { settings, store, wallet } = await setUpConnected();
    const others = [
      { identity: { name: 'B', uri: 'https://b.example' } },
      { chains: ['solana:mainnet'] as const },
    ];
    for (const other of others) {
      const stranger = createMobileWallet({ ...settings, ...other });
      expect(stranger.accounts).toEqual([]);
      await stranger.features['standard:disconnect'].disconnect();
    }
    expect(store.entries.size).toBe(1);
    expect(createMobileWallet(settings).accounts).toEqual(wallet.accounts);
  });
});

describe('the text of an entry', () => {
  it.each<[what: string, change: (text: string) => string, key?: string]>([
    ['of an earlier version, under its own key', (text) => text, KEY.replace(/:\d+:/, ':2:')],
    ['without a checksum', (text) => text.slice(text.indexOf('{'))],
    ['that has nothing but a checksum', (text) => text.slice(0, text.indexOf('{'))],
    ['that was cut off', (text) => text.slice(0, -1)],
    ['with another address', (text) => text.replace(/"address":"./, '"address":"0')],
    ['with another chain', (text) => text.replaceAll('solana:devnet', 'solana:testnet')],
    ['of another library', () => 'connected'],
    ['that is empty', () => ''],
  ])('%s counts as none, and a connect needs one launch', async (_, change, key = KEY) => {
    const { settings, store, phone } = await setUpConnected();
    const foreign = [[key, change(store.entries.get(KEY) ?? '')]] as const;
    store.entries.clear();
    store.set(...foreign[0]);
    const { accounts, features } = createMobileWallet(settings);
    expect(accounts).toEqual([]);
    expect([...store.entries]).toEqual(foreign);
    expect((await features['standard:connect'].connect()).accounts).toHaveLength(1);
    expect(phone.launches).toHaveLength(2);
  });
});

describe('a reload', () => {
  it('reads a store once to check it, and once when the accounts are first needed', async () => {
    const { settings, store, wallet } = await setUpConnected();
    const keys: string[] = [];
    const get = (key: string) => {
      keys.push(key);
      return store.get(key);
    };
    const reloaded = createMobileWallet({ ...settings, store: { ...store, get } });
    expect(keys.splice(0)).toEqual(['mobile-wallet-standard']);
    expect(reloaded.accounts).toEqual(wallet.accounts);
    expect(reloaded.features).toBe(reloaded.features);
    expect(keys).toHaveLength(1);
  });

  it('reads `localStorage` only when the accounts are first needed', () => {
    createTabs();
    const getItem = vi.spyOn(localStorage, 'getItem');
    const wallet = createMobileWallet({ identity: { name: 'Example', uri: 'https://example.com' } });
    expect(getItem).not.toHaveBeenCalled();
    expect(wallet.accounts).toEqual([]);
    expect(getItem).toHaveBeenCalledTimes(1);
  });

  it('keeps the wallet’s capabilities, so that the features are correct at once', async () => {
    const capabilities = { supportedTransactionVersions: ['legacy', 0, 1] as const };
    const { settings, phone } = await setUpConnected({ capabilities });
    const { features } = createMobileWallet(settings);
    expect(getSignTransaction(features).supportedTransactionVersions).toEqual(['legacy', 0, 1]);
    expect(phone.launches).toHaveLength(1);
  });
});
