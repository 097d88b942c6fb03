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
export type Sent = ReturnType<typeof createSent>;

/** Creates the {@link Sent} of a callback. */
export function createSent() {
  const sends: Promise<Readonly<{ states: States; error?: unknown }>>[] = [];
  let others = 0;
  const track: TrackSend = (transactions, send) => {
    const count = Array.isArray(transactions) ? transactions.length : 0;
    const sending = send();
    sends.push(
      sending.then(
        (signatures) => ({ states: signatures.map((signature) => ({ status: 'submitted', signature })) }),
        (error: unknown) => ({ states: getStates(error, count), error }),
      ),
    );
    return sending;
  };
  return {
    track,
    /** Notes a send whose caller may be the callback, and which is not made with the callback's wallet. */
    noteOther(sending: Promise<readonly unknown[]>): void {
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
    /**
     * Returns what `transact` rejects with if its callback rejected with `error`: the error of a send, with
     * the state of each transaction that the callback passed to a send, in the order of the calls; `error`
     * itself if it is the callback's own, if nothing was sent, or if it says so already. Without states after
     * a send that was noted, because they would be mistaken for those of other transactions. Call it after
     * all tracked sends in flight were ended. `signal` is the one that ends `transact`.
     */
    async explain(error: unknown, signal: AbortSignal | undefined): Promise<unknown> {
      const isAbort = signal?.aborted && error === signal.reason;
      const found = findMobileWalletError(error);
      if (!isAbort && !found && !abortReasons.has(Object(error))) return error;
      const all = await Promise.all(sends);
      if (others > 0) return createSendError(error, undefined);
      const isOfSend = found !== undefined && all.some((send) => send.error === found);
      if (isOfSend && all.length === 1) return error;
      const states = all.flatMap((send) => send.states);
      const failure = isOfSend && isSendError(found) ? found : undefined;
      if (!failure && states.every(isNotSubmitted)) return error;
      // A send of another wallet, such as one of a transact in the callback, may have submitted other
      // transactions.
      if (!isAbort && !failure && found?.code === 'SUBMISSION_UNKNOWN')
        return createSendError(error, undefined);
      // The error of another wallet's send is the cause as a whole, because it tells of other transactions.
      if (isAbort || !failure) return createSendError(error, states);
      return createSendError(error === failure ? failure.cause : error, states, failure.context);
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
