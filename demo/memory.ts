/** What this page remembers between visits, by name. Where storage is blocked, it remembers nothing. */
export function recall(name: 'wallet' | 'recipient'): string | undefined {
  try {
    return localStorage.getItem(`demo:${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers `value`, or forgets what was remembered where it is `undefined`. */
export function remember(name: 'wallet' | 'recipient', value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`demo:${name}`);
    else localStorage.setItem(`demo:${name}`, value);
  } catch {
    // Without storage the page works as well; it only starts afresh at each visit.
  }
}
