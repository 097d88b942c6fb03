import { getRecentBlockhash, type RecentBlockhash } from './chain.js';

/** A blockhash is valid for about a minute, and the user needs part of that to review and approve. */
const LONGEST_AGE_MS = 20_000;

/** Returns a blockhash that is fresh enough to sign with, immediately if one is stored. */
export type BlockhashSource = Readonly<{ get(): Promise<RecentBlockhash> }>;

/**
 * Creates a source that keeps a fresh blockhash while the page is visible. A browser opens another app only
 * within a few seconds of a tap, so there is no time to wait for the network then.
 */
export function createBlockhashSource(): BlockhashSource {
  let pending: Promise<RecentBlockhash> | undefined;
  let fetchedAt = 0;

  const renew = () => {
    fetchedAt = Date.now();
    const request = getRecentBlockhash();
    pending = request;
    request.catch(() => {
      if (pending === request) pending = undefined;
    });
    return request;
  };
  const keepFresh = () => {
    if (document.visibilityState === 'visible' && Date.now() - fetchedAt >= LONGEST_AGE_MS) renew();
  };

  renew();
  setInterval(keepFresh, LONGEST_AGE_MS / 4);
  document.addEventListener('visibilitychange', keepFresh);
  return { get: () => (pending && Date.now() - fetchedAt < 2 * LONGEST_AGE_MS ? pending : renew()) };
}
