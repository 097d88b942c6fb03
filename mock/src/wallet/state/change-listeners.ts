/** Creates the listeners that a wallet tells of its changes, none at first. */
export function createChangeListeners() {
  const listeners = new Map<symbol, () => void>();
  let isDue = false;
  return {
    /** Calls all listeners once in the next microtask, however often this is called until then. */
    notify(): void {
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
    /** Adds a listener until the returned function is called. */
    watch(listener: () => void): () => void {
      const key = Symbol();
      listeners.set(key, listener);
      return () => void listeners.delete(key);
    },
  };
}
