import { getRecentBlockhash, type RecentBlockhash } from './chain.js';

/** The chain takes a blockhash for about a minute; the person needs some of it to look and approve. */
const LONGEST_AGE = 20_000;

/** Gives a blockhash that is fresh enough to sign with; at once, where one is at hand. */
export type BlockhashSource = Readonly<{
  get(): Promise<RecentBlockhash>;
  /** Fetches another one: a transaction with the same content as the last would otherwise be a replay. */
  renew(): void;
}>;

/**
 * Keeps a fresh blockhash at hand while the page is in view: a browser opens another app only within some
 * seconds of a tap, which is no time to wait for the network.
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
    if (document.visibilityState === 'visible' && Date.now() - fetchedAt >= LONGEST_AGE) renew();
  };

  renew();
  setInterval(keepFresh, LONGEST_AGE / 4);
  document.addEventListener('visibilitychange', keepFresh);
  return {
    get: () => (pending && Date.now() - fetchedAt < 2 * LONGEST_AGE ? pending : renew()),
    renew,
  };
}
