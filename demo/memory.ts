/** A payment is remembered by the tab that made it; everything else also by the next visit. */
const STORAGES = {
  wallet: 'localStorage',
  recipient: 'localStorage',
  mint: 'localStorage',
  sent: 'sessionStorage',
} as const;

type Name = keyof typeof STORAGES;

/** Returns what this page remembers by this name; `undefined` if the browser blocks the storage. */
export function recall(name: Name): string | undefined {
  try {
    return window[STORAGES[name]].getItem(`demo:${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers `value`, or forgets what was remembered if it is `undefined`. */
export function remember(name: Name, value: string | undefined): void {
  try {
    const storage = window[STORAGES[name]];
    if (value === undefined) storage.removeItem(`demo:${name}`);
    else storage.setItem(`demo:${name}`, value);
  } catch {
    // The browser blocks the storage. The page works without it, but forgets everything between visits.
  }
}
