import { useState } from 'preact/hooks';

const PREFIX = 'mobile-wallet-standard:mock:';

/** Returns what {@link remember} has kept in this tab, also over a reload, or `undefined`. */
export function recall(name: string): string | undefined {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? undefined;
  } catch {
    // The browser may forbid the storage.
    return undefined;
  }
}

/** Keeps a choice of the user for as long as the tab is open. Nothing secret may be kept. */
export function remember(name: string, value: string): void {
  try {
    sessionStorage.setItem(PREFIX + name, value);
  } catch {
    // The choice then lasts until the page is reloaded.
  }
}

/** A choice of the user that survives a reload, and the function that changes it. */
export function useRemembered(name: string, first = ''): readonly [string, (value: string) => void] {
  const [value, setValue] = useState(() => recall(name) ?? first);
  const change = (next: string): void => {
    remember(name, next);
    setValue(next);
  };
  return [value, change];
}
