import { findMobileWalletError, isMobileWalletError } from 'mobile-wallet-standard';

/** Sorts the transactions of a send that failed with `error`. */
export function sortSend<T>(transactions: readonly T[], error: unknown) {
  // Another library's error, or one of your own code after the send, says nothing about it.
  if (!isMobileWalletError(error)) return { sent: [], unsent: [], unknown: [...transactions] };
  const failure = findMobileWalletError(error, 'NOT_SUBMITTED');
  if (!failure) return { sent: [], unsent: [...transactions], unknown: [] };
  const signatures = failure.context.data?.signatures ?? [];
  return {
    sent: transactions.filter((_, index) => signatures[index] instanceof Uint8Array),
    unsent: transactions.filter((_, index) => signatures[index] === null),
    unknown: transactions.filter((_, index) => signatures[index] === undefined),
  };
}
