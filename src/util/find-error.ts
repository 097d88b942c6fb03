import { attempt, type MobileWalletError, type MobileWalletErrorCode, type SendErrorCode } from './errors.js';

/**
 * Whether `error` itself, and not one that it wraps, is a {@link MobileWalletError} and, if `code` is given,
 * has that code. Narrows `error.context` to the type for the code.
 */
export function hasErrorCode<TCode extends MobileWalletErrorCode = MobileWalletErrorCode>(
  error: unknown,
  code?: TCode,
): error is MobileWalletError<TCode> {
  if (!(error instanceof Error) || error.name !== 'MobileWalletError') return false;
  const errorCode = (error as MobileWalletError).code;
  return code === undefined ? typeof errorCode === 'string' : errorCode === code;
}

/**
 * The members in which libraries keep the error that they wrap: wallet-adapter, the language, and
 * ConnectorKit and Reown.
 */
const WRAPPED = ['error', 'cause', 'originalError'] as const;

/** The most objects to look at, because a hostile getter may return a new object each time. */
const MAX_CANDIDATES = 10_000;

/**
 * Returns the {@link MobileWalletError} that `error` is, or that it wraps: libraries such as wallet-adapter
 * throw errors of their own, with the original one as `error`, `cause` or `originalError`. Looks into
 * wrappers of wrappers, too. Never throws. Each code is a type of its own, so that comparing the result's
 * `code` narrows its `context`.
 *
 * If `code` is given, returns the error only if it has that code. The outermost `MobileWalletError` counts,
 * and not its own `cause`: a `SUBMISSION_UNKNOWN` because the session closed is `SUBMISSION_UNKNOWN`, and not
 * `SESSION_CLOSED`. The errors of an `AggregateError` do not count, because none of them speaks for the
 * others.
 *
 * `code` narrows `context`, here and wherever the result's `code` is compared.
 *
 * @example
 * ```ts
 * import { findMobileWalletError } from 'mobile-wallet-standard';
 *
 * export function getMessage(error: unknown): string | undefined {
 *   if (findMobileWalletError(error, 'USER_REJECTED')) return undefined; // nothing to tell: it was the user
 *   return error instanceof Error ? error.message : 'Something went wrong.';
 * }
 * ```
 */
export function findMobileWalletError<TCode extends MobileWalletErrorCode = MobileWalletErrorCode>(
  error: unknown,
  code?: TCode,
): (TCode extends MobileWalletErrorCode ? MobileWalletError<TCode> : never) | undefined {
  // A set, so that a circle of causes ends. Iterating it also visits what is added meanwhile.
  const candidates = new Set([error]);
  for (const candidate of candidates) {
    if (attempt(() => hasErrorCode(candidate))) {
      return attempt(() => hasErrorCode(candidate, code)) ? (candidate as never) : undefined;
    }
    if (candidates.size > MAX_CANDIDATES) return undefined;
    for (const key of WRAPPED) candidates.add(attempt(() => (candidate as { [key]?: unknown })?.[key]));
  }
  return undefined;
}

/**
 * Returns the error of a send that `error` is, or that it wraps: `NOT_SUBMITTED`, `ALREADY_SUBMITTED` or
 * `SUBMISSION_UNKNOWN`. Finds the same error as {@link findMobileWalletError}. Any other {@link
 * MobileWalletError} of a send means that nothing was submitted: as this library itself knows, or, if it has
 * an `rpcCode`, as the wallet says, so look on the chain before you send again.
 *
 * @example
 * ```ts
 * import { findSendError } from 'mobile-wallet-standard';
 *
 * // The signatures of what was submitted before a call failed.
 * export function getSubmitted(error: unknown): string[] {
 *   const states = findSendError(error)?.context.transactions ?? [];
 *   return states.flatMap((state) => (state.status === 'submitted' ? [state.signature] : []));
 * }
 * ```
 */
export function findSendError(error: unknown): ReturnType<typeof findMobileWalletError<SendErrorCode>> {
  const found = findMobileWalletError(error);
  return isSendError(found) ? found : undefined;
}

const SEND_ERROR_CODES: readonly string[] = [
  'NOT_SUBMITTED',
  'ALREADY_SUBMITTED',
  'SUBMISSION_UNKNOWN',
] satisfies SendErrorCode[];

/** Whether `error` itself, and not one that it wraps, says what became of the transactions of a send. */
export function isSendError(error: unknown): error is MobileWalletError<SendErrorCode> {
  return hasErrorCode(error) && SEND_ERROR_CODES.includes(error.code);
}
