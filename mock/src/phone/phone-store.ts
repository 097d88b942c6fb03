import type { MockWalletSettings } from '../wallet/settings.js';

/** An account with its private key's seed, 32 bytes. */
export type StoredAccount = Readonly<{ seed: Uint8Array; label: string; isGranted: boolean }>;

/**
 * What the user has changed. `from` describes the options that were valid then: what was changed is forgotten when the
 * developer writes other ones.
 */
export type PhoneMemory = Readonly<{
  accounts?: Readonly<{ from: string; list: readonly StoredAccount[] }>;
  settings?: Readonly<{ from: string; values: MockWalletSettings }>;
}>;

/** Where a phone keeps its accounts and settings. It never rejects: what cannot be stored lasts as long as the phone. */
export type PhoneStore = Readonly<{
  /** Returns random seeds of 32 bytes, the same at every start. Creates those that are missing. */
  getSeeds(count: number): Promise<readonly Uint8Array[]>;
  load(): Promise<PhoneMemory>;
  /** Stores the members that are given. The others stay: another server of the project may have changed them. */
  save(changes: PhoneMemory): Promise<void>;
  /** Forgets the accounts and all seeds. */
  clear(): Promise<void>;
  /** Puts aside what is stored, because no wallet can have these accounts, and says so. All else stays. */
  setAside(): Promise<void>;
}>;

/** The bytes of a seed. */
export const SEED_LENGTH = 32;

/** Returns a random seed. */
export function createSeed(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(SEED_LENGTH));
}
