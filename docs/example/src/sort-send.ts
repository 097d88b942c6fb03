import { findSendError, isMobileWalletError } from 'mobile-wallet-standard';

/** Sorts the transactions of a send that failed with `error`. */
export function sortSend<T>(transactions: readonly T[], error: unknown) {
  const failure = findSendError(error);
  // Another library's error, or one of your own code after the send, says nothing about it.
  const isRefused = !failure && isMobileWalletError(error);
  const pick = (wanted: 'submitted' | 'not-submitted' | 'unknown') =>
    transactions.filter((_, index) => {
      const state = failure?.context.transactions?.[index];
      return (state?.status ?? (isRefused ? 'not-submitted' : 'unknown')) === wanted;
    });
  return { sent: pick('submitted'), unsent: pick('not-submitted'), unknown: pick('unknown') };
}
