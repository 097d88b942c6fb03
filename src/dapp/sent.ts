import { isOwnError, MobileWalletError, type MobileWalletErrorContext } from '../errors.js';

/** What became of each transaction: its signature if it was submitted, `null` if it was not, `undefined` if unknown. */
export type SendSignatures = readonly (Uint8Array | null | undefined)[];

/** The error codes with which a wallet refuses a whole request, so that nothing was submitted. */
export const REFUSALS: readonly number[] = [-1, -2, -3, -6, -7, -100, -32700, -32600, -32601, -32602];

/**
 * Returns the error for a wallet's error response to `sign_and_send_transactions`, by whether anything may have been sent:
 * `error` itself if the wallet refused the request, otherwise `NOT_SUBMITTED` with an entry for each of the `count` transactions.
 */
export function toSendError(error: MobileWalletError, rpcCode: number, count: number): MobileWalletError {
  if (REFUSALS.includes(rpcCode)) return error;
  const isKnown = isOwnError(error, 'NOT_SUBMITTED');
  const known = isKnown ? error.context.data?.signatures : undefined;
  const signatures = Array.from({ length: count }, (_, index) => known?.[index]);
  return createNotSubmittedError(isKnown ? error.cause : error, signatures, { ...error.context, rpcCode });
}

/**
 * Creates a `NOT_SUBMITTED` error, without entries if nobody can tell whose they would be. `rpcCode` and `walletMessage` are those
 * of the wallet's error response, if it sent one.
 */
export function createNotSubmittedError(
  cause: unknown,
  signatures: SendSignatures | undefined,
  { rpcCode, walletMessage }: Omit<MobileWalletErrorContext['NOT_SUBMITTED'], 'data'> = {},
): MobileWalletError<'NOT_SUBMITTED'> {
  const texts: readonly unknown[] = [Object(cause).message, cause];
  const text = texts.find((candidate) => candidate && typeof candidate === 'string');
  return new MobileWalletError(
    'NOT_SUBMITTED',
    `${text ?? 'The wallet gave no reason'} (${signatures ? describeSends(signatures) : 'transactions may have been submitted before'})`,
    {
      ...(rpcCode !== undefined && { rpcCode }),
      ...(walletMessage !== undefined && { walletMessage }),
      ...(signatures && { data: { signatures } }),
    },
    { cause },
  );
}

function describeSends(signatures: SendSignatures): string {
  const submitted = signatures.filter((signature) => signature instanceof Uint8Array).length;
  const unknown = signatures.filter((signature) => signature === undefined).length;
  return `${submitted} of ${signatures.length} submitted, ${unknown} unknown`;
}

/** Reasons of signals that ended calls of a session, but not the session. Callbacks pass them on. */
export const abortReasons = new WeakSet<object>();

/** Remembers a signal's reason with which a call of the session rejects, so that it does not count as an error of the callback. */
export function markAbortReason(reason: unknown): void {
  if (Object(reason) === reason) abortReasons.add(reason as object);
}
