/** What follows a signal, as the one listener that this package has on it. */
type Followers = Set<() => void> & EventListenerObject;

const followers = new WeakMap<AbortSignal, Followers>();

/**
 * Calls `follow` when a signal aborts. All that follow a signal share one listener, because Node warns of
 * more than ten. Returns a function that ends this.
 */
export function followSignal(signal: AbortSignal, follow: () => void): () => void {
  let all = followers.get(signal);
  if (!all) {
    all = Object.assign(new Set<() => void>(), {
      handleEvent(this: Set<() => void>) {
        for (const each of this) each();
      },
    });
    followers.set(signal, all);
  }
  const listener = all;
  listener.add(follow);
  // Not with a signal that ends it, because Node 20 may then keep the listener after a garbage collection.
  signal.addEventListener('abort', listener);
  return () => {
    listener.delete(follow);
    if (!listener.size) signal.removeEventListener('abort', listener);
  };
}

/**
 * Settles as `promise` does, or rejects with the signal's reason as soon as it aborts. The promise itself
 * goes on; a later rejection of it is not reported as unhandled.
 */
export function abortable<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  let release: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal?.reason);
    if (signal?.aborted) stop();
    release = signal && followSignal(signal, stop);
  });
  return Promise.race([aborted, promise]).finally(release);
}
