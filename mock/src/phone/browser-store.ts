import { createTextStore, type PhoneStore } from './phone-store.js';

/** Creates a store in a page's `localStorage`, under a key. */
export function createBrowserStore(key: string): PhoneStore {
  const read = (): string | undefined => localStorage.getItem(key) ?? undefined;
  return createTextStore(
    {
      holder: 'page',
      // The browser may forbid the storage, or it is full.
      read: () => tryOr(read, undefined),
      replace: (before, text) =>
        tryOr(() => {
          if (read() !== before) return false;
          localStorage.setItem(key, text);
          return true;
        }, true),
      setAside() {
        const aside = `${key}:damaged-${Date.now()}`;
        localStorage.setItem(aside, read() ?? '');
        localStorage.removeItem(key);
        return `localStorage (${aside})`;
      },
    },
    (message) => reportError(new Error(message)),
  );
}

function tryOr<T>(task: () => T, otherwise: T): T {
  try {
    return task();
  } catch {
    return otherwise;
  }
}
