import type { Wallet } from '@wallet-standard/base';
import { registerWallet } from '@wallet-standard/wallet';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { registerMobileWallet } from '../../src/wallet/register.js';
import { setUp } from '../support/wallet.js';
import { closePage, createOtherWallet, loadRegistry, openPage, register, setUpAuthorized } from './page.js';

const identity = { name: 'Example', uri: 'https://example.com' };
const isMobile = ({ name }: Wallet): boolean => name === 'Mobile Wallet Adapter';

afterEach(closePage);

describe('registration', () => {
  it('rule 1: registries that existed before and those that come later all receive the same wallet', async () => {
    openPage();
    const early = [await loadRegistry(), await loadRegistry()].map((getWallets) => getWallets());
    const wallet = register({ identity });
    const late = [await loadRegistry(), await loadRegistry()].map((getWallets) => getWallets());
    for (const registry of [...early, ...late]) {
      expect(registry.get()).toEqual([wallet]);
      expect(registry.get()[0]).toBe(wallet);
    }
    expect(new Set([...early, ...late]).size).toBe(4);
  });

  it('rule 1: every app that listens to a registry receives the changes', async () => {
    openPage();
    const { settings } = await setUp();
    const wallet = register(settings);
    const notified: number[] = [];
    for (const index of Array.from({ length: 20 }).keys()) {
      wallet.features['standard:events'].on('change', () => notified.push(index));
    }
    await wallet.features['standard:connect'].connect();
    expect(notified).toEqual([...Array.from({ length: 20 }).keys()]);
  });

  it('rule 2: a registry has the wallet before the call returns, and calls its listeners', async () => {
    const { events } = openPage();
    const registry = (await loadRegistry())();
    const registered: Wallet[] = [];
    registry.on('register', (...wallets) => registered.push(...wallets));
    const wallet = register({ identity });
    expect(registry.get()).toEqual([wallet]);
    expect(registered).toEqual([wallet]);
    expect(events).toContain('register-wallet');
  });

  it('rule 3: later calls return the same wallet and register nothing', async () => {
    const { events } = openPage();
    const registry = (await loadRegistry())();
    const first = registerMobileWallet({ identity });
    events.length = 0;
    const again = registerMobileWallet({ identity });
    const other = registerMobileWallet({
      identity: { ...identity, name: 'Other' },
      chains: ['solana:devnet'],
    });
    expect(again).toBe(first);
    expect(other).toBe(first);
    expect(events).toEqual([]);
    expect(registry.get().filter(isMobile)).toHaveLength(1);
  });

  it('rule 3: later calls return the same wallet even if only the first one set `local`', () => {
    openPage('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36');
    const wallet = register({ identity, local: 'always' });
    expect(registerMobileWallet({ identity })).toHaveProperty('wallet', wallet);
  });

  it('rule 3: a second copy of the package on the page returns the same wallet, too', async () => {
    openPage();
    const registry = (await loadRegistry())();
    const wallet = register({ identity });
    const url = new URL('../../src/wallet/register.ts?second-copy', import.meta.url).href;
    const copy = (await import(/* @vite-ignore */ url)) as typeof import('../../src/wallet/register.js');
    expect(copy.registerMobileWallet).not.toBe(registerMobileWallet);
    expect(copy.registerMobileWallet({ identity })).toEqual({ registered: true, wallet });
    expect(registry.get()).toEqual([wallet]);
  });

  it('rule 4: `navigator.wallets` is neither read nor written', async () => {
    const { deprecatedUses } = openPage();
    const { settings } = await setUp();
    const wallet = register(settings);
    await wallet.features['standard:connect'].connect();
    await wallet.features['standard:disconnect'].disconnect();
    expect(deprecatedUses).toEqual([]);
  });

  it('rule 5: nothing that a dapp does unregisters the wallet', async () => {
    openPage();
    const registry = (await loadRegistry())();
    const unregistered: Wallet[] = [];
    registry.on('unregister', (...wallets) => unregistered.push(...wallets));
    const { settings, phone } = await setUpAuthorized();
    const wallet = register(settings);
    await wallet.features['standard:disconnect'].disconnect();
    await wallet.features['standard:connect'].connect();
    await wallet.features['mobile-wallet-standard:transact'].revoke();
    registerMobileWallet(settings);
    expect(phone.getMethods()).toContain('deauthorize');
    expect(unregistered).toEqual([]);
    expect(registry.get()).toEqual([wallet]);
  });

  it('rule 6: without a window, neither loading nor registering nor creating a wallet throws', async () => {
    expect(globalThis).not.toHaveProperty('window');
    vi.stubGlobal('addEventListener', undefined);
    const library = await import('../../src/index.js');
    const options = { identity: { name: 'Example', icon: 'https://example.com/icon.png' } };
    expect(library.registerMobileWallet(options)).toEqual({ registered: false, reason: 'server' });
    const wallet = library.createMobileWallet(options);
    expect(wallet.accounts).toEqual([]);
    expect(await wallet.features['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] });
    await wallet.features['standard:disconnect'].disconnect();
    vi.unstubAllGlobals();
  });
});

describe('a name that is taken', () => {
  it.each(['before', 'after'])(
    'rule 8: does not register if another wallet was registered %s the registry',
    async (order) => {
      openPage();
      const other = createOtherWallet('Mobile Wallet Adapter');
      if (order === 'before') registerWallet(other);
      const registry = (await loadRegistry())();
      if (order === 'after') registerWallet(other);
      expect(registerMobileWallet({ identity })).toEqual({ registered: false, reason: 'name-taken' });
      expect(registry.get()).toEqual([other]);
    },
  );

  it('rules 5 and 8: a wallet that is registered stays if another of its name comes later', async () => {
    openPage();
    const registry = (await loadRegistry())();
    const unregistered: Wallet[] = [];
    registry.on('unregister', (...wallets) => unregistered.push(...wallets));
    const wallet = register({ identity });
    const other = createOtherWallet(wallet.name);
    registerWallet(other);
    expect(registry.get()).toEqual([wallet, other]);
    expect(unregistered).toEqual([]);
  });

  it('rule 8: a wallet of another name has no effect, and the check changes nothing that apps see', async () => {
    openPage();
    const other = createOtherWallet('Other');
    registerWallet(other);
    const registry = (await loadRegistry())();
    const wallet = register({ identity });
    expect(registry.get()).toEqual([other, wallet]);
  });
});
