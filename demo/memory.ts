/** A payment is the business of the tab that made it; the rest is for the next visit as well. */
const STORAGES = { wallet: 'localStorage', recipient: 'localStorage', sent: 'sessionStorage' } as const;

type Name = keyof typeof STORAGES;

/** Returns what this page remembers by this name. Where storage is blocked, it remembers nothing. */
export function recall(name: Name): string | undefined {
  try {
    return window[STORAGES[name]].getItem(`demo:${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers `value`, or forgets what was remembered where it is `undefined`. */
export function remember(name: Name, value: string | undefined): void {
  try {
    const storage = window[STORAGES[name]];
    if (value === undefined) storage.removeItem(`demo:${name}`);
    else storage.setItem(`demo:${name}`, value);
  } catch {
    // Without storage the page works as well; it only starts afresh at each visit.
  }
}
