/**
 * Returns a function to call at each read of the accounts from outside. It calls `renewAccounts` once, if the
 * first to read them was wallet-adapter's `connect`: the adapter has subscribed before (`hasListeners`), and
 * reads them twice in a row. If a component calls that in an effect, the adapter emits `connect` before its
 * provider listens, and then does so again only for a new account. The accounts are renewed in a microtask,
 * so that React renders both as one.
 */
export function watchFirstReads(hasListeners: () => boolean, renewAccounts: () => void): () => void {
  let reads = 0;
  return () => {
    if (reads++ > 0 || !hasListeners()) return;
    queueMicrotask(() => {
      if (reads > 1) renewAccounts();
    });
  };
}
