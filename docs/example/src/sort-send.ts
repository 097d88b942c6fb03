import { findMobileWalletError, findSendError } from 'mobile-wallet-standard';

/**
 * Sorts the transactions of a send that failed with `error`. Those that are `unsent` may be sent again at
 * once, those that are `unknown` only after you have looked for them on the chain.
 */
export function sortSend<T>(transactions: readonly T[], error: unknown) {
  const found = findMobileWalletError(error);
  const failure = findSendError(error);
  const rpcCode = found && 'rpcCode' in found.context ? found.context.rpcCode : undefined;
  const getStatus = (index: number) => {
    const status = failure?.context.transactions?.[index]?.status;
    if (status === 'submitted') return status;
    // What only the wallet says is not known: by -4, or by a refusal, which has its code.
    const isUnsent = failure ? status === 'not-submitted' && rpcCode !== -4 : found && rpcCode === undefined;
    return isUnsent ? 'not-submitted' : 'unknown';
  };
  const pick = (wanted: 'submitted' | 'not-submitted' | 'unknown') =>
    transactions.filter((_, index) => getStatus(index) === wanted);
  return { sent: pick('submitted'), unsent: pick('not-submitted'), unknown: pick('unknown') };
}
