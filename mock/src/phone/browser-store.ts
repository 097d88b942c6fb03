import { isJsonObject } from 'mobile-wallet-standard/endpoint';
import { parseTagged, stringifyTagged, type Taggable } from '../approval-page/state.js';
import { createSeed, type PhoneMemory, type PhoneStore } from './phone-store.js';

type Stored = Readonly<{ seeds: readonly Uint8Array[]; memory: PhoneMemory }>;

/** Creates a store in a page's `localStorage`, under a key. */
export function createBrowserStore(key: string): PhoneStore {
  let stored = read(key) ?? { seeds: [], memory: {} };
  const write = (next: Stored): void => {
    stored = next;
    try {
      localStorage.setItem(key, stringifyTagged(next as unknown as Taggable));
    } catch {
      // The browser may forbid the storage, or it is full.
    }
  };
  return {
    async getSeeds(count) {
      const missing = count - stored.seeds.length;
      if (missing > 0) {
        write({ ...stored, seeds: [...stored.seeds, ...Array.from({ length: missing }, createSeed)] });
      }
      return stored.seeds.slice(0, count);
    },
    load: async () => stored.memory,
    async save(changes) {
      // Another tab may have stored something since.
      const latest = read(key) ?? stored;
      write({ ...latest, memory: { ...latest.memory, ...changes } });
    },
    clear: async () => write({ seeds: [], memory: {} }),
  };
}

/** Reads what was stored; `undefined` if it is missing or malformed. */
function read(key: string): Stored | undefined {
  try {
    const value = parseTagged(localStorage.getItem(key) ?? '{}');
    return isStored(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is what this module wrote. The members of the memory are checked when they are used. */
function isStored(value: unknown): value is Stored {
  if (!isJsonObject(value)) return false;
  const { seeds, memory } = value;
  return Array.isArray(seeds) && seeds.every((seed) => seed instanceof Uint8Array) && isJsonObject(memory);
}
