import { createSessionClosedError } from '../connection/channel.js';
import { WALLET_RPC_CODES } from '../protocol/json-rpc.js';
import { createAbortScope } from '../util/abort.js';
import { abortable } from '../util/abortable.js';
import type { MobileWalletError, SendErrorCode } from '../util/errors.js';
import { findMobileWalletError, isSendError } from '../util/find-error.js';
import type { MobileWallet } from './mobile-wallet.js';
import { abortReasons, createSendError, getStates, isDoubtful, type States } from './sent.js';
import { toSubmitted } from './signature-list.js';

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
   * sends in flight were ended; it does not wait for those of other wallets, of which any may have sent.
   * `signal` is the one that ends `transact`. The first row that fits decides:
   *
   * | | `error` | what was sent | `transact` rejects with |
   * | --- | --- | --- | --- |
   * | 1 | the callback's own, and an object | | `error` |
   * | 2 | the wallet's, not of a send | at most what it says it has refused | `error`, with its `rpcCode` |
   * | 3 | any | something by another wallet, perhaps | `SUBMISSION_UNKNOWN`, without states |
   * | 4 | that of the only send | | `error`, which says what became of it |
   * | 5 | that of one of several sends, if it has states | | the error of a send, with all states |
   * | 6 | any | nothing was submitted, and not only by a wallet's -4 | `error` |
   * | 7 | another wallet's `SUBMISSION_UNKNOWN` | | `SUBMISSION_UNKNOWN`, without states |
   * | 8 | any | | the error of a send, with all states |
   *
   * What a wallet says that it has refused may have been sent all the same (`isDoubtful`), and so may what it
   * says by -4 that it did not submit. A dapp knows by the `rpcCode` that an error is the wallet's word.
   *
   * The states are those of the transactions that the callback passed to sends, in the order of the calls.
   * They are left out where they would be mistaken for those of another wallet's transactions.
   */
  explain(error: unknown, signal: AbortSignal | undefined): Promise<unknown>;
}>;

/** Creates the {@link Sent} of a callback. */
export function createSent(): Sent {
  const sends: Promise<Readonly<{ states: States; error?: unknown }>>[] = [];
  let [others, refusedOthers] = [0, 0];
  return {
    track(transactions, send) {
      const count = Array.isArray(transactions) ? transactions.length : 0;
      const sending = send();
      sends.push(
        sending.then(
          (signatures) => ({ states: signatures.map(toSubmitted) }),
          (error: unknown) => ({ states: getStates(error, count), error }),
        ),
      );
      return sending;
    },
    noteOther(sending) {
      others++;
      // `signAndSendAllTransactions` resolves with what became of each.
      const getReason = (output: unknown): unknown => {
        const { status, reason } = output as Partial<PromiseRejectedResult>;
        return status === 'rejected' ? reason : SENT;
      };
      void sending
        .then(
          (outputs) => outputs.map(getReason),
          (error: unknown) => [error],
        )
        .then((reasons) => {
          if (!reasons.every((reason) => reason !== SENT && isRefusedOrUnsent(reason))) return;
          others--;
          if (reasons.some((reason) => isDoubtful(reason) || getListContext(reason))) refusedOthers++;
        });
    },
    async explain(error, signal) {
      const isAbort = signal?.aborted && error === signal.reason;
      const found = findMobileWalletError(error);
      // Row 1. What is no object may be the reason of a call's signal, which cannot be remembered.
      const isReason = Object(error) !== error || abortReasons.has(error as object);
      if (!isAbort && !found && !isReason) return error;
      const all = await Promise.all(sends);
      const isOfWallet = !isAbort && found && !isSendError(found) && 'rpcCode' in found.context;
      const isAllRefused = all.every((send) => isDoubtful(send.error) || send.states.every(isNotSubmitted));
      // Rows 2 and 3.
      if (isOfWallet && isAllRefused && others === 0) return error;
      if (others + refusedOthers > 0) return createSendError(error, undefined);
      // Rows 4 and 5. A signal's reason that is itself the error of a send is passed on as the cause.
      const isOfSend = found !== undefined && all.some((send) => send.error === found);
      if (isOfSend && all.length === 1) return error;
      const states = all.flatMap((send) => send.states);
      const listed = all.map((send) => getListContext(send.error)).find(Boolean);
      if (isOfSend && isSendError(found)) {
        if (isAbort) return createSendError(error, states, listed);
        return createSendError(error === found ? found.cause : error, states, listed ?? found.context);
      }
      // Row 6.
      if (!listed && states.every(isNotSubmitted)) return error;
      const isOfOther = !isAbort && found?.code === 'SUBMISSION_UNKNOWN';
      // Rows 7 and 8. The error of another wallet's send is the cause as a whole, because it tells of other
      // transactions.
      return createSendError(error, isOfOther ? undefined : states, listed);
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

/** Returns the context of an error by which a wallet has said which transactions it did not submit (-4). */
function getListContext(error: unknown): MobileWalletError<SendErrorCode>['context'] | undefined {
  return isSendError(error) && error.context.rpcCode === WALLET_RPC_CODES.NOT_SUBMITTED
    ? error.context
    : undefined;
}

/** Takes the place of an error where a transaction was sent. */
const SENT = Symbol('sent');

/** Whether nothing was submitted, at least by the wallet's word, if a send failed with `error`. */
function isRefusedOrUnsent(error: unknown): boolean {
  return isDoubtful(error) || getStates(error, 1).every(isNotSubmitted);
}

function isNotSubmitted({ status }: States[number]): boolean {
  return status === 'not-submitted';
}
