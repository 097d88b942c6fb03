import { createSigner, getDefaultLabel, type NewAccount } from '../wallet/accounts.js';
import { createMockWallet, type MockWallet, type MockWalletOptions } from '../wallet/mock-wallet.js';
import { createSeed, type PhoneMemory, type PhoneStore, type StoredAccount } from './phone-store.js';

/** A wallet whose accounts and settings are stored. */
export type KeptWallet = Readonly<{
  wallet: MockWallet;
  /** Adds an account; without a seed, one with a random key. */
  addAccount(account: NewAccount): Promise<void>;
  /** Replaces the accounts by those of a new phone, with new keys, and forgets those that are stored. */
  replaceAccounts(): Promise<void>;
  /** Restores the settings of the options. */
  resetSettings(): void;
  /** Stores the accounts or the settings, or both, as they are. */
  save(parts: readonly (keyof PhoneMemory)[]): void;
}>;

/** Creates a wallet with the accounts and settings that are stored, unless the options have changed since. */
export async function createKeptWallet(
  options: MockWalletOptions,
  accounts: readonly NewAccount[],
  store: PhoneStore,
): Promise<KeptWallet> {
  const from = JSON.stringify(await Promise.all(accounts.map(describeAccount)));
  const memory = store.load();
  const stored = memory.accounts?.from === from ? memory.accounts.list : undefined;
  const restoring = stored && createMockWallet({ ...options, accounts: stored });
  // Another version or program may have written what no wallet can have.
  const restored = await restoring?.catch(() => undefined);
  // Otherwise the next save would overwrite these accounts.
  if (stored && !restored) store.setAside();
  const list = stored && restored ? stored : createAccounts(accounts, store);
  const wallet = restored ?? (await createMockWallet({ ...options, accounts: list }));
  const seeds = new Map(list.map(({ seed }, index) => [wallet.accounts[index]?.address, seed]));
  grant(wallet, list);
  const initialSettings = wallet.getSettings();
  // Also differs for a developer who decides instead of the user.
  const settingsFrom = JSON.stringify({
    ...initialSettings,
    approve: options.approve && 'by the options',
  });
  if (memory.settings?.from === settingsFrom) {
    try {
      wallet.changeSettings(memory.settings.values);
    } catch {
      // Settings of another version may be unknown.
    }
  }

  const getAccounts = (): readonly StoredAccount[] =>
    wallet.accounts.flatMap(({ address, label }) => {
      const seed = seeds.get(address);
      // An account that was not added here has an unknown seed.
      return seed ? [{ seed, label, isGranted: wallet.isGranted(address) }] : [];
    });

  const addAccount = async ({ seed = createSeed(), ...named }: NewAccount): Promise<void> => {
    const { address } = await wallet.addAccount({ ...named, seed });
    seeds.set(address, seed);
  };

  return {
    wallet,
    addAccount,
    async replaceAccounts() {
      for (const { address } of wallet.accounts) wallet.removeAccount(address);
      seeds.clear();
      store.clear();
      const fresh = createAccounts(accounts, store);
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

function createAccounts(accounts: readonly NewAccount[], store: PhoneStore): readonly StoredAccount[] {
  const seeds = store.loadSeeds(accounts.length);
  return accounts.map(({ label, seed }, index) => ({
    seed: seed ?? seeds[index] ?? createSeed(),
    label: label ?? getDefaultLabel(index + 1),
    isGranted: index === 0,
  }));
}

/** Returns what differs for another account. It contains no seed. */
async function describeAccount({ label, seed }: NewAccount) {
  return { label, address: seed && (await createSigner(seed, '')).account.address };
}

function grant(wallet: MockWallet, list: readonly StoredAccount[]): void {
  for (const [index, { address }] of wallet.accounts.entries()) {
    wallet.setGranted(address, list[index]?.isGranted ?? false);
  }
}
