type Name = 'wallet' | 'recipient' | 'mint' | `sent:${string}`;

/** Returns what this page remembers by this name; `undefined` if the browser blocks the storage. */
export function recall(name: Name): string | undefined {
  try {
    return localStorage.getItem(`demo:${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns what follows `start` in the names that begin with it, in no order. */
export function recallNames(start: 'sent:'): readonly string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`demo:${start}`));
    return keys.map((key) => key.slice(`demo:${start}`.length));
  } catch {
    return [];
  }
}

/** Remembers `value`, or forgets what was remembered if it is `undefined`. */
export function remember(name: Name, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`demo:${name}`);
    else localStorage.setItem(`demo:${name}`, value);
  } catch {
    // The browser blocks the storage. The page works without it, but forgets everything between visits.
  }
}
