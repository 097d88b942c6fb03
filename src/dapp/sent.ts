import type { RpcErrorCode } from '../protocol/rpc-errors.js';
import {
  MobileWalletError,
  type MobileWalletErrorContext,
  type SendErrorCode,
  type TransactionState,
} from '../util/errors.js';
import { isSendError } from '../util/find-error.js';

/** The states of the transactions of a send, in the caller's order. */
export type States = readonly TransactionState[];

/** Nobody can tell whether the transaction was submitted. */
export const UNKNOWN: TransactionState = Object.freeze({ status: 'unknown' });
/** It is known that the transaction was not submitted. */
export const NOT_SUBMITTED: TransactionState = Object.freeze({ status: 'not-submitted' });

/** Returns the states of `count` transactions that have left without a clear answer. */
export function getUnknown(count: number): States {
  return Array<TransactionState>(count).fill(UNKNOWN);
}

/** Refusals that are no more than the wallet's word: it may have submitted the transaction all the same. */
const doubtful = new WeakSet<object>();

/**
 * Remembers the refusal of a send that keeps its own code, but proves nothing. A copy of the error is not
 * remembered, and would say that nothing was submitted: pass on the error itself.
 */
export function markDoubtful(refusal: MobileWalletError): MobileWalletError {
  doubtful.add(refusal);
  return refusal;
}

/** Whether an error is the refusal of a send that proves nothing. */
export function isDoubtful(error: unknown): error is MobileWalletError<RpcErrorCode> {
  return doubtful.has(Object(error));
}

/**
 * Returns what became of `count` transactions whose send failed: only an error of a send, and a refusal that
 * proves nothing, leave open whether one was submitted.
 */
export function getStates(error: unknown, count: number): States {
  if (isSendError(error)) return error.context.transactions ?? getUnknown(count);
  return isDoubtful(error) ? getUnknown(count) : Array<TransactionState>(count).fill(NOT_SUBMITTED);
}

/**
 * Creates the error of a send, whose code says what became of the money. Without `states`, nobody can tell
 * whose they would be. `rpcCode` and `walletMessage` are those of the wallet's error response, if it sent
 * one; by default those of a `cause` that proves nothing.
 */
export function createSendError(
  cause: unknown,
  states: States | undefined,
  { rpcCode, walletMessage }: Partial<MobileWalletErrorContext['WALLET_ERROR']> = isDoubtful(cause)
    ? cause.context
    : {},
): MobileWalletError<SendErrorCode> {
  const [code, message] = describeSend(states, cause);
  return new MobileWalletError<SendErrorCode>(
    code,
    message,
    {
      ...(states && { transactions: states }),
      ...(rpcCode !== undefined && { rpcCode }),
      ...(walletMessage !== undefined && { walletMessage }),
    },
    { cause },
  );
}

/**
 * Returns the code and the message for what became of a send. The message begins with the money, because
 * wallet pickers show nothing else. If something was submitted, or may have been, it has nothing of the
 * cause, whose text may say that the user rejected it.
 */
function describeSend(states: States | undefined, cause: unknown): readonly [SendErrorCode, string] {
  if (!states)
    return ['SUBMISSION_UNKNOWN', 'Transactions may have been submitted, and nobody can tell which'];
  const count = (status: TransactionState['status']) =>
    states.filter((state) => state.status === status).length;
  const [submitted, unknown] = [count('submitted'), count('unknown')];
  const ofAll = (some: number): string =>
    states.length === 1 ? 'The transaction' : `${some} of ${states.length} transactions`;
  const were = submitted === 1 ? 'was' : 'were';
  if (unknown > 0) {
    const known = submitted > 0 ? `, and ${submitted} ${were}` : '';
    const advice = 'look on the chain before you send anything again';
    return ['SUBMISSION_UNKNOWN', `${ofAll(unknown)} may have been submitted${known}: ${advice}`];
  }
  if (submitted > 0) {
    const advice = 'do not send that again';
    return ['ALREADY_SUBMITTED', `${ofAll(submitted)} ${were} submitted before this failed: ${advice}`];
  }
  const texts: readonly unknown[] = [Object(cause).message, cause];
  const text = texts.find((candidate) => candidate && typeof candidate === 'string');
  return [
    'NOT_SUBMITTED',
    `${ofAll(0)} ${states.length === 1 ? 'was not' : 'were'} submitted: ${text ?? 'the wallet gave no reason'}`,
  ];
}

/** Reasons of signals that ended calls of a session, but not the session. Callbacks pass them on. */
export const abortReasons = new WeakSet<object>();

/**
 * Remembers a signal's reason with which a call of the session rejects, so that it does not count as an error
 * of the callback.
 */
export function markAbortReason(reason: unknown): void {
  if (Object(reason) === reason) abortReasons.add(reason as object);
}
