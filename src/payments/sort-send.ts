import type { TransactionState } from '../util/errors.js';
import { findMobileWalletError, isSendError } from '../util/find-error.js';

/**
 * Sorts the transactions of a send that failed with `error`, of this library or another wallet. Those that
 * are `unsent` may be sent again at once, those that are `unknown` only after you have looked for them on the
 * chain. What only a wallet says is `unknown`.
 *
 * @example
 * ```ts
 * import { sortSend } from 'mobile-wallet-standard';
 *
 * // What may be sent again at once.
 * export const getUnsent = (transactions: readonly Uint8Array[], error: unknown) =>
 *   sortSend(transactions, error).unsent;
 * ```
 */
export function sortSend<T>(
  transactions: readonly T[],
  error: unknown,
): Readonly<{
  /** Those that were submitted. */
  sent: readonly T[];
  /** Those that may be sent again at once. */
  unsent: readonly T[];
  /** Those of which nobody can tell. */
  unknown: readonly T[];
}> {
  const found = findMobileWalletError(error);
  const rpcCode = found && 'rpcCode' in found.context ? found.context.rpcCode : undefined;
  const getStatus = (index: number): TransactionState['status'] => {
    if (!found) return 'unknown';
    // What only the wallet says is not known: by -4, or by a refusal, which has its code.
    if (!isSendError(found)) return rpcCode === undefined ? 'not-submitted' : 'unknown';
    const { status = 'unknown' } = found.context.transactions?.[index] ?? {};
    return status === 'not-submitted' && rpcCode === -4 ? 'unknown' : status;
  };
  const pick = (wanted: TransactionState['status']): readonly T[] =>
    transactions.filter((_, index) => getStatus(index) === wanted);
  return { sent: pick('submitted'), unsent: pick('not-submitted'), unknown: pick('unknown') };
}
