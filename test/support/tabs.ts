import { getEventListeners, setMaxListeners } from 'node:events';
import { vi } from 'vitest';

/** The page's `localStorage` in memory, and the other tabs of its origin. They end with the test. */
export function createTabs() {
  const entries = new Map<string, string>();
  const page = new EventTarget();
  // One page may have many wallets in a test.
  setMaxListeners(0, page);
  const types = new Set<string>();
  vi.stubGlobal('addEventListener', (...[type, ...rest]: Parameters<typeof page.addEventListener>) => {
    types.add(type);
    page.addEventListener(type, ...rest);
  });
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });

  const dispatch = (key: string | null, newValue: string | null, storageArea: unknown): void => {
    page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea }));
  };
  return {
    entries,
    /** How many listeners the page has. */
    countListeners: () => [...types].flatMap((type) => getEventListeners(page, type)).length,
    /** Another tab writes an entry, or takes it away. */
    write(key: string, value: string | undefined): void {
      if (value === undefined) entries.delete(key);
      else entries.set(key, value);
      dispatch(key, value ?? null, localStorage);
    },
    /** An event arrives late: the entry that it carries may be another one than the store's. */
    report: (key: string, value: string | null) => dispatch(key, value, localStorage),
    /** Another tab clears all of it. */
    clear(): void {
      entries.clear();
      dispatch(null, null, localStorage);
    },
    /**
     * The browser shows the page: after it has loaded, or from its back-forward cache, where no event reaches
     * it.
     */
    showPage: (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })),
    /** A frame of this tab clears the `sessionStorage` that it shares with the page. */
    clearSession: () => dispatch(null, null, {}),
  };
}
