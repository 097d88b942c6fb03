import { isJsonObject } from 'mobile-wallet-standard/endpoint';
import * as v from 'valibot';
import type { MockWalletSettings } from '../wallet/settings.js';
import { parseTagged } from './tagged-json.js';

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

/** All that is stored of a phone. It is one text, because a kill between two writes would leave parts that do not fit. */
export type StoredPhone = Readonly<{
  /** The seeds of the accounts that a new phone begins with. */
  seeds: readonly Uint8Array[];
  memory: PhoneMemory;
}>;

/** Where a phone keeps its accounts and settings. It never throws: what cannot be stored lasts as long as the phone. */
export type PhoneStore = Readonly<{
  /** Returns random seeds of 32 bytes, the same at every start. Creates those that are missing. */
  getSeeds(count: number): readonly Uint8Array[];
  load(): PhoneMemory;
  /** Stores the members that are given. The others stay: another server of the project may have changed them. */
  save(changes: PhoneMemory): void;
  /** Forgets the accounts and all seeds. */
  clear(): void;
  /** Puts aside what is stored, because no wallet can have these accounts, and says so. All else stays. */
  setAside(): void;
}>;

const SEED_LENGTH = 32;

const seed = v.pipe(v.instance(Uint8Array), v.length(SEED_LENGTH));
const list = v.array(v.object({ seed, label: v.string(), isGranted: v.boolean() }));
// The wallet checks the settings when it takes them.
const values = v.custom<MockWalletSettings>(isJsonObject);
const phone: v.GenericSchema<StoredPhone> = v.object({
  seeds: v.array(seed),
  memory: v.object({
    accounts: v.exactOptional(v.object({ from: v.string(), list })),
    settings: v.exactOptional(v.object({ from: v.string(), values })),
  }),
});

/** Returns a random seed. */
export function createSeed(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(SEED_LENGTH));
}

/** Parses a phone that was stored by `stringifyTagged`; returns `undefined` for any other text. */
export function parseStoredPhone(text: string): StoredPhone | undefined {
  try {
    const value = parseTagged(text);
    // Not the parsed copy, because what another version has stored beside this stays, too.
    return v.is(phone, value) ? value : undefined;
  } catch {
    return undefined;
  }
}
