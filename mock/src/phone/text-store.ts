import { getErrorMessage } from '../explain/foreign.js';
import {
  createSeed,
  type PhoneMemory,
  type PhoneStore,
  parseStoredPhone,
  type StoredPhone,
} from './phone-store.js';
import { stringifyTagged } from './tagged-json.js';

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

/**
 * Creates a store that keeps all in one text, and reads it. It does not overwrite what another phone at this place has
 * changed since: from then on, what its own phone changes lasts as long as the phone. Calls `warn` then, when the text is
 * damaged, and the first time that it cannot be read or written.
 */
export function createTextStore(place: TextPlace, warn: (message: string) => void): PhoneStore {
  let stored: StoredPhone = { seeds: [], memory: {} };
  /** The parts of the memory as this phone has last read or written them. */
  const seen = new Map<keyof PhoneMemory, string>();
  let isOutdated = false;
  let hasFailed = false;

  const attempt = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      if (hasFailed) return;
      hasFailed = true;
      const reason = getErrorMessage(error);
      warn(`Mock wallet: its accounts and settings last only as long as this ${place.holder} (${reason}).`);
    }
  };

  const setAside = (): void => {
    warn(`Mock wallet: its accounts and settings are damaged. They are kept in ${place.setAside()}.`);
  };

  /** Returns what is stored; `latest` is missing if there is nothing, or if it is damaged, which sets it aside. */
  const read = (): Readonly<{ text?: string; latest?: StoredPhone }> => {
    const text = place.read();
    if (text === undefined) return {};
    const latest = parseStoredPhone(text);
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
  for (const part of ['accounts', 'settings'] as const) seen.set(part, getText(stored, part));

  return {
    getSeeds(count) {
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
      let isAside = false;
      attempt(() => {
        setAside();
        isAside = true;
      });
      // Otherwise the text is still there, and a change would overwrite it.
      isOutdated ||= !isAside;
      change(['accounts'], ({ seeds }) => ({ seeds, memory }));
    },
  };
}

function getText({ memory }: StoredPhone, part: keyof PhoneMemory): string {
  return stringifyTagged(memory[part] ?? null);
}
