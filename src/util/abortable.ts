/**
 * Settles as `promise` does, or rejects with the signal's reason as soon as it aborts. The promise itself
 * goes on; a later rejection of it is not reported as unhandled.
 */
export function abortable<T>(promise: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  let stop!: () => void;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal?.reason);
    if (signal?.aborted) stop();
    // Not by a signal, because Node 20 may then keep the listener after a garbage collection.
    signal?.addEventListener('abort', stop);
  });
  return Promise.race([aborted, promise]).finally(() => signal?.removeEventListener('abort', stop));
}
