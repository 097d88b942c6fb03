import { createSigner } from '../wallet/accounts.js';
import { createMockWallet, type MockWallet, type MockWalletOptions } from '../wallet/mock-wallet.js';
import type { MockWalletSettings } from '../wallet/settings.js';
import { createSeed, type PhoneMemory, type PhoneStore, type StoredAccount } from './phone-store.js';

/** The accounts of a new phone. One without a `seed` (32 bytes, Ed25519) gets a random one, which the phone keeps. */
export type PhoneAccounts = readonly Readonly<{ label?: string; seed?: Uint8Array }>[];

/** A wallet whose accounts and settings are stored. */
export type KeptWallet = Readonly<{
  wallet: MockWallet;
  /** Adds an account; without a seed, one with a random key. */
  addAccount(account: Readonly<{ label?: string; seed?: Uint8Array }>): Promise<void>;
  /** Replaces the accounts by those of a new phone, with new keys, and forgets those that are stored. */
  replaceAccounts(): Promise<void>;
  /** Restores the settings of the options. */
  resetSettings(): void;
  /** Stores the accounts or the settings, or both, as they are. */
  save(parts: readonly (keyof PhoneMemory)[]): Promise<void>;
}>;

/** Creates a wallet with the accounts and settings that are stored, unless the options have changed since. */
export async function createKeptWallet(
  options: MockWalletOptions,
  accounts: PhoneAccounts,
  store: PhoneStore,
): Promise<KeptWallet> {
  const from = await describeAccounts(accounts);
  const memory = await store.load();
  const stored = memory.accounts?.from === from ? memory.accounts.list : undefined;
  const restored = stored && (await restoreWallet(options, stored));
  // Otherwise the next save would overwrite these accounts.
  if (stored && !restored) await store.setAside();
  const list = stored && restored ? stored : await createAccounts(accounts, store);
  const wallet = restored ?? (await createMockWallet({ ...options, accounts: list }));
  const seeds = new Map(list.map(({ seed }, index) => [wallet.accounts[index]?.address, seed]));
  grant(wallet, list);
  const initialSettings = wallet.getSettings();
  const settingsFrom = describeSettings(initialSettings, options);
  if (memory.settings?.from === settingsFrom) restoreSettings(wallet, memory.settings.values);

  const getAccounts = (): readonly StoredAccount[] =>
    wallet.accounts.flatMap(({ address, label }) => {
      const seed = seeds.get(address);
      // An account that was not added here has an unknown seed.
      return seed ? [{ seed, label, isGranted: wallet.isGranted(address) }] : [];
    });

  const addAccount: KeptWallet['addAccount'] = async ({ seed = createSeed(), label }) => {
    const { address } = await wallet.addAccount({ seed, ...(label !== undefined && { label }) });
    seeds.set(address, seed);
  };

  return {
    wallet,
    addAccount,
    async replaceAccounts() {
      for (const { address } of wallet.accounts) wallet.removeAccount(address);
      seeds.clear();
      await store.clear();
      const fresh = await createAccounts(accounts, store);
      for (const account of fresh) await addAccount(account);
      grant(wallet, fresh);
    },
    resetSettings: () => wallet.changeSettings(initialSettings),
    save: (parts) =>
      store.save({
        ...(parts.includes('accounts') && { accounts: { from, list: getAccounts() } }),
        ...(parts.includes('settings') && { settings: { from: settingsFrom, values: wallet.getSettings() } }),
      }),
  };
}

async function createAccounts(accounts: PhoneAccounts, store: PhoneStore): Promise<readonly StoredAccount[]> {
  const seeds = await store.getSeeds(accounts.length);
  return accounts.map(({ label, seed }, index) => ({
    seed: seed ?? seeds[index] ?? createSeed(),
    label: label ?? `Account ${index + 1}`,
    isGranted: index === 0,
  }));
}

/** Returns a text that differs for other accounts. It contains no seed. */
async function describeAccounts(accounts: PhoneAccounts): Promise<string> {
  const described = accounts.map(async ({ label, seed }) => {
    const address = seed && (await createSigner(seed, '')).account.address;
    return { label, address };
  });
  return JSON.stringify(await Promise.all(described));
}

function grant(wallet: MockWallet, list: readonly StoredAccount[]): void {
  for (const [index, { address }] of wallet.accounts.entries()) {
    wallet.setGranted(address, list[index]?.isGranted ?? false);
  }
}

/** Returns a text that differs for other settings, and for a developer who decides instead of the user. */
function describeSettings(settings: MockWalletSettings, { approve }: MockWalletOptions): string {
  return JSON.stringify({ ...settings, ...(approve && { approve: 'by the options' }) });
}

/** Returns a wallet with the stored accounts, unless another version or program has written what no wallet can have. */
async function restoreWallet(
  options: MockWalletOptions,
  accounts: readonly StoredAccount[],
): Promise<MockWallet | undefined> {
  try {
    return await createMockWallet({ ...options, accounts });
  } catch {
    return undefined;
  }
}

function restoreSettings(wallet: MockWallet, values: MockWalletSettings): void {
  try {
    wallet.changeSettings(values);
  } catch {
    // Settings of another version may be unknown.
  }
}
