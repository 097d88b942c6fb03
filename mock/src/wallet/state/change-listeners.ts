/** Those who listen to the changes of a wallet. */
export type ChangeListeners = Readonly<{
  /** Calls all listeners once in the next microtask, however often this is called until then. */
  notify(): void;
  /** Adds a listener until the returned function is called. */
  watch(listener: () => void): () => void;
}>;

/** Creates the listeners of a wallet, none at first. */
export function createChangeListeners(): ChangeListeners {
  const listeners = new Map<symbol, () => void>();
  let isDue = false;
  return {
    notify() {
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        for (const [key, listener] of [...listeners]) {
          // A listener that was called before may have removed this one.
          if (listeners.has(key)) listener();
        }
      });
    },
    watch(listener) {
      const key = Symbol();
      listeners.set(key, listener);
      return () => void listeners.delete(key);
    },
  };
}
