import { createSessionClosedError } from '../connection/channel.js';
import { createAbortScope } from '../util/abort.js';
import { abortable } from '../util/abortable.js';
import { findMobileWalletError, isSendError } from '../util/find-error.js';
import type { MobileWallet } from './mobile-wallet.js';
import { abortReasons, createSendError, getStates, type States } from './sent.js';

/**
 * Runs a callback with the wallet that `createWallet` makes, until it settles or `signal` aborts. Then the
 * signal of that wallet aborts, with which all its calls must end.
 *
 * @throws what the callback threw, or the signal's reason. But if the callback has sent a transaction, or may
 * have, only its own errors pass: those of the library and the signal's reason become the error of a send,
 * because they say nothing of that send.
 */
export async function runCallback<TWallet, TReturn>(
  callback: (wallet: TWallet) => TReturn | Promise<TReturn>,
  createWallet: (signal: AbortSignal, track: TrackSend) => TWallet,
  signal: AbortSignal | undefined,
  sent = createSent(),
): Promise<TReturn> {
  const ending = createAbortScope([signal]);
  const run = async () => callback(createWallet(ending.signal, sent.track));
  const end = (): void => ending.abort(createSessionClosedError('The callback has ended'));
  try {
    return await abortable(run(), signal).finally(end);
  } catch (error) {
    throw await sent.explain(error, signal);
  }
}

/** Makes a send by `send`, and remembers what becomes of `transactions`: those that the callback passed. */
export type TrackSend = (transactions: unknown, send: () => Promise<Uint8Array[]>) => Promise<Uint8Array[]>;

/** What the callback of one `transact` has sent. */
export type Sent = Readonly<{
  track: TrackSend;
  /** Notes a send whose caller may be the callback, and which is not made with the callback's wallet. */
  noteOther(sending: Promise<readonly unknown[]>): void;
  /**
   * Returns what `transact` rejects with if its callback rejected with `error`. Call it after all tracked
   * sends in flight were ended. `signal` is the one that ends `transact`. The first row that fits decides:
   *
   * | `error` | what was sent | `transact` rejects with |
   * | --- | --- | --- |
   * | the callback's own | | `error` |
   * | any | something by another wallet, perhaps | `SUBMISSION_UNKNOWN`, without states |
   * | that of the only send | | `error`, which says what became of it |
   * | that of one of several sends, if it has states | | the error of a send, with all states |
   * | any | nothing was submitted | `error` |
   * | another wallet's `SUBMISSION_UNKNOWN` | | `SUBMISSION_UNKNOWN`, without states |
   * | any | | the error of a send, with all states |
   *
   * The states are those of the transactions that the callback passed to sends, in the order of the calls.
   * They are left out where they would be mistaken for those of another wallet's transactions.
   */
  explain(error: unknown, signal: AbortSignal | undefined): Promise<unknown>;
}>;

/** Creates the {@link Sent} of a callback. */
export function createSent(): Sent {
  const sends: Promise<Readonly<{ states: States; error?: unknown }>>[] = [];
  let others = 0;
  return {
    track(transactions, send) {
      const count = Array.isArray(transactions) ? transactions.length : 0;
      const sending = send();
      sends.push(
        sending.then(
          (signatures) => ({ states: signatures.map((signature) => ({ status: 'submitted', signature })) }),
          (error: unknown) => ({ states: getStates(error, count), error }),
        ),
      );
      return sending;
    },
    noteOther(sending) {
      others++;
      const isUnsent = (error: unknown): boolean => getStates(error, 1).every(isNotSubmitted);
      // `signAndSendAllTransactions` resolves with what became of each.
      const isRefused = (output: unknown): boolean => {
        const { status, reason } = output as Partial<PromiseRejectedResult>;
        return status === 'rejected' && isUnsent(reason);
      };
      void sending
        .then((outputs) => outputs.every(isRefused), isUnsent)
        .then((isNothing) => {
          if (isNothing) others--;
        });
    },
    async explain(error, signal) {
      const isAbort = signal?.aborted && error === signal.reason;
      const found = findMobileWalletError(error);
      const isOwn = !isAbort && !found && !abortReasons.has(Object(error));
      if (isOwn) return error;
      const all = await Promise.all(sends);
      if (others > 0) return createSendError(error, undefined);
      const isOfSend = found !== undefined && all.some((send) => send.error === found);
      if (isOfSend && all.length === 1) return error;
      const states = all.flatMap((send) => send.states);
      if (isOfSend && isSendError(found)) {
        if (isAbort) return createSendError(error, states);
        return createSendError(error === found ? found.cause : error, states, found.context);
      }
      if (states.every(isNotSubmitted)) return error;
      const isOfOther = !isAbort && found?.code === 'SUBMISSION_UNKNOWN';
      // The error of another wallet's send is the cause as a whole, because it tells of other transactions.
      return createSendError(error, isOfOther ? undefined : states);
    },
  };
}

/** Returns a wallet whose sends are tracked. */
export function trackSends(wallet: MobileWallet, track: TrackSend): MobileWallet {
  return {
    ...wallet,
    signAndSendTransactions: async (params) =>
      track(params?.transactions, () => wallet.signAndSendTransactions(params)),
  };
}

function isNotSubmitted({ status }: States[number]): boolean {
  return status === 'not-submitted';
}
