import { isOwnError } from '../errors.js';
import { findMobileWalletError } from '../find-error.js';
import type { MobileWallet } from './mobile-wallet.js';
import { createNotSubmittedError, type SendSignatures } from './send-errors.js';

/** Makes a send by `send`, and remembers what becomes of `transactions`: those that the callback passed. */
export type TrackSend = (transactions: unknown, send: () => Promise<Uint8Array[]>) => Promise<Uint8Array[]>;

type Send = Readonly<{ signatures: SendSignatures; error?: unknown }>;

/** What the callback of one `transact` has sent. */
export type Sent = Readonly<{
  track: TrackSend;
  /**
   * Returns what `transact` rejects with if its callback rejected with `error`: `NOT_SUBMITTED` with an entry for each
   * transaction that the callback passed to a send, in the order of the calls; `error` itself if it is the callback's own, if
   * nothing was sent, or if it says so already. Call it after all sends in flight were ended.
   *
   * @param signal the one that ends `transact`
   */
  explain(error: unknown, signal: AbortSignal | undefined): Promise<unknown>;
}>;

/** Creates the {@link Sent} of a callback. */
export function createSent(): Sent {
  const sends: Promise<Send>[] = [];
  return {
    track(transactions, send) {
      const count = Array.isArray(transactions) ? transactions.length : 0;
      const sending = send();
      sends.push(
        sending.then(
          (signatures) => ({ signatures }),
          (error: unknown) => ({ signatures: getSignatures(error, count), error }),
        ),
      );
      return sending;
    },

    async explain(error, signal) {
      const isAbort = signal?.aborted && error === signal.reason;
      const found = findMobileWalletError(error);
      if (!isAbort && !found && !abortReasons.has(Object(error))) return error;
      const all = await Promise.all(sends);
      const signatures = all.flatMap((send) => send.signatures);
      const isToldAlready = all.length === 1 && found !== undefined && all[0]?.error === found;
      if (isToldAlready || signatures.every((signature) => signature === null)) return error;
      if (isAbort || !isOwnError(found, 'NOT_SUBMITTED')) return createNotSubmittedError(error, signatures);
      const cause = error === found ? found.cause : error;
      return createNotSubmittedError(cause, signatures, found.context);
    },
  };
}

/** Reasons of signals that ended calls of a session, but not the session. Callbacks pass them on. */
const abortReasons = new WeakSet<object>();

/** Remembers a signal's reason with which a call of the session rejects, so that it does not count as an error of the callback. */
export function markAbortReason(reason: unknown): void {
  if (Object(reason) === reason) abortReasons.add(reason as object);
}

/** Returns a wallet whose sends are tracked. */
export function trackSends(wallet: MobileWallet, track: TrackSend): MobileWallet {
  return {
    ...wallet,
    signAndSendTransactions: async (params) =>
      track(params?.transactions, () => wallet.signAndSendTransactions(params)),
  };
}

/** Returns what became of the transactions of a send that failed: only `NOT_SUBMITTED` leaves open whether one was sent. */
function getSignatures(error: unknown, count: number): SendSignatures {
  if (!isOwnError(error, 'NOT_SUBMITTED')) return Array<null>(count).fill(null);
  return error.context.data?.signatures ?? Array<undefined>(count).fill(undefined);
}
