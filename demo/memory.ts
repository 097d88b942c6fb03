type Name = 'wallet' | 'recipient' | 'mint' | 'phone:wallet' | `sent:${string}`;

const PREFIX = 'demo:';

/**
 * What the browser did not keep, because it blocks the storage, or the storage is full. Without it, this page
 * would pay again for what it has just paid, and forget that. A reload forgets it.
 */
const unkept = new Map<string, string>();

/** Returns what this page remembers by this name; `undefined` if nothing. */
export function recall(name: Name): string | undefined {
  const key = PREFIX + name;
  return unkept.get(key) ?? attempt(() => localStorage.getItem(key)) ?? undefined;
}

/** Returns what follows `start` in the names that begin with it, in no order. */
export function recallNames(start: 'sent:'): readonly string[] {
  const keys = new Set([...unkept.keys(), ...(attempt(() => Object.keys(localStorage)) ?? [])]);
  const beginning = PREFIX + start;
  return [...keys].filter((key) => key.startsWith(beginning)).map((key) => key.slice(beginning.length));
}

/** Remembers `value`, or forgets what was remembered if it is `undefined`. */
export function remember(name: Name, value: string | undefined): void {
  const key = PREFIX + name;
  unkept.delete(key);
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== undefined) unkept.set(key, value);
  }
}

/** Returns `undefined` if the browser blocks the storage. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
