import { isBytes, isJsonObject } from 'mobile-wallet-standard/endpoint';
import * as v from 'valibot';
import { getErrorMessage } from '../explain/foreign.js';
import type { MockWalletSettings } from '../wallet/settings.js';
import { parseTagged, stringifyTagged } from './tagged-json.js';
import { appState } from './wallet-apps.js';

const SEED_LENGTH = 32;
const seed = v.custom<Uint8Array>((value) => isBytes(value) && value.length === SEED_LENGTH);
const account = v.object({ seed, label: v.string(), isGranted: v.boolean() });
const list = v.pipe(v.array(account), v.readonly());
// The wallet checks the settings when it takes them.
const values = v.custom<MockWalletSettings>(isJsonObject);
/**
 * All that is stored of a phone. It is one text, because a kill between two writes would leave parts that do
 * not fit.
 */
const phone = v.object({
  /** The seeds of the accounts that a new phone begins with. */
  seeds: v.pipe(v.array(seed), v.readonly()),
  /**
   * What the user has changed. It is forgotten when the developer has other options than those that `from`
   * describes.
   */
  memory: v.object({
    accounts: v.exactOptional(v.object({ from: v.string(), list })),
    settings: v.exactOptional(v.object({ from: v.string(), values })),
    apps: v.exactOptional(
      v.object({
        from: v.string(),
        defaultApp: v.optional(v.string()),
        states: v.record(v.string(), appState),
      }),
    ),
  }),
});

type StoredPhone = v.InferOutput<typeof phone>;
/** What the user has changed: of the wallet, and of the phone's wallet apps. */
export type PhoneMemory = StoredPhone['memory'];
/** An account with its private key's seed, 32 bytes. */
export type StoredAccount = v.InferOutput<typeof account>;

/**
 * Where a phone keeps its accounts and settings. It never throws: what cannot be stored lasts as long as the
 * phone.
 */
export type PhoneStore = Readonly<{
  /** Returns random seeds of 32 bytes, the same at every start. Creates and stores those that are missing. */
  loadSeeds(count: number): readonly Uint8Array[];
  /** Returns what the user has changed. */
  load(): PhoneMemory;
  /**
   * Stores the members that are given. The others stay: another server of the project may have changed them.
   */
  save(changes: PhoneMemory): void;
  /** Forgets the accounts and all seeds. */
  clear(): void;
  /** Puts aside what is stored, because no wallet can have these accounts, and says so. All else stays. */
  setAside(): void;
}>;

/** Where one text is kept. The functions throw if it cannot be read or written. */
export type TextPlace = Readonly<{
  /** What has the phone, such as "server". */
  holder: string;
  read(): string | undefined;
  /** Replaces the text as a whole; returns `false` if it is no longer `before`. */
  replace(before: string | undefined, text: string): boolean;
  /** Moves the text to where nothing overwrites it, and returns the name of that place. */
  setAside(): string;
}>;

/** Returns a random seed. */
export function createSeed(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(SEED_LENGTH));
}

/** Parses a phone that was stored by `stringifyTagged`; returns `undefined` for any other text. */
function tryParseStoredPhone(text: string): StoredPhone | undefined {
  try {
    const value = parseTagged(text);
    // Not the parsed copy, because what another version has stored beside this stays, too.
    return v.is(phone, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Creates a store in one text. It overwrites no other phone's changes, and warns of them, of damage, and of
 * the first failure.
 */
export function createTextStore(place: TextPlace, warn: (message: string) => void): PhoneStore {
  let stored: StoredPhone = { seeds: [], memory: {} };
  /** The parts of the memory as this phone has last read or written them. */
  const seen = new Map<keyof PhoneMemory, string>();
  let isOutdated = false;
  let hasFailed = false;

  /** Returns whether the task has succeeded. */
  const attempt = (task: () => void): boolean => {
    try {
      task();
      return true;
    } catch (error) {
      const reason = getErrorMessage(error);
      const message = `its accounts and settings last only as long as this ${place.holder} (${reason}).`;
      if (!hasFailed) warn(`Mock wallet: ${message}`);
      hasFailed = true;
      return false;
    }
  };

  const setAside = (): void => {
    warn(`Mock wallet: its accounts and settings are damaged. They are kept in ${place.setAside()}.`);
  };

  /**
   * Returns what is stored; `latest` is missing if there is nothing, or if it is damaged, which sets it
   * aside.
   */
  const read = (): Readonly<{ text?: string; latest?: StoredPhone }> => {
    const text = place.read();
    if (text === undefined) return {};
    const latest = tryParseStoredPhone(text);
    if (latest) return { text, latest };
    setAside();
    return {};
  };

  /** Changes the seeds, or `parts` of the memory. */
  const change = (
    parts: readonly (keyof PhoneMemory)[],
    next: (latest: StoredPhone) => StoredPhone,
  ): void => {
    let changed: StoredPhone | undefined;
    attempt(() => {
      for (let isDone = isOutdated; !isDone; ) {
        const { text, latest } = read();
        if (latest && parts.some((part) => seen.get(part) !== getText(latest, part))) {
          isOutdated = true;
          return warn(
            `Mock wallet: another ${place.holder} has changed its accounts or settings. What you change here lasts only as long as this ${place.holder}.`,
          );
        }
        changed = next(latest ?? stored);
        isDone = place.replace(text, stringifyTagged(changed));
        if (isDone) for (const part of parts) seen.set(part, getText(changed, part));
      }
    });
    stored = changed ?? next(stored);
  };

  attempt(() => {
    stored = read().latest ?? stored;
  });
  for (const part of ['accounts', 'settings', 'apps'] as const) seen.set(part, getText(stored, part));

  return {
    loadSeeds(count) {
      if (count > stored.seeds.length) {
        change([], ({ seeds, memory }) => {
          const missing = Math.max(count - seeds.length, 0);
          return { seeds: [...seeds, ...Array.from({ length: missing }, createSeed)], memory };
        });
      }
      return stored.seeds.slice(0, count);
    },
    load: () => stored.memory,
    save: (changes) =>
      change(Object.keys(changes) as (keyof PhoneMemory)[], ({ seeds, memory }) => ({
        seeds,
        memory: { ...memory, ...changes },
      })),
    clear: () => change(['accounts'], ({ memory: { accounts: _, ...memory } }) => ({ seeds: [], memory })),
    setAside() {
      const { accounts: _, ...memory } = stored.memory;
      // If that fails, the text is still there, and a change would overwrite it.
      isOutdated ||= !attempt(setAside);
      change(['accounts'], ({ seeds }) => ({ seeds, memory }));
    },
  };
}

/** Creates a store that lasts as long as this process. */
export function createMemoryStore(): PhoneStore {
  let stored: string | undefined;
  const place: TextPlace = {
    holder: 'server',
    read: () => stored,
    replace(_before, text) {
      stored = text;
      return true;
    },
    setAside() {
      stored = undefined;
      return 'memory';
    },
  };
  return createTextStore(place, () => {});
}

function getText({ memory }: StoredPhone, part: keyof PhoneMemory): string {
  return stringifyTagged(memory[part] ?? null);
}
