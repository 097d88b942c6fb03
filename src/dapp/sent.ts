import { abortable, createAbortScope } from '../abort.js';
import { isOwnError, MobileWalletError, type MobileWalletErrorContext } from '../errors.js';
import { findMobileWalletError } from '../find-error.js';
import { REFUSALS } from '../protocol/json-rpc.js';
import { createSessionClosedError } from '../session/channel.js';
import type { MobileWallet } from './mobile-wallet.js';

/**
 * Runs a callback with the wallet that `createWallet` makes, until it settles or `signal` aborts. Then the signal of that wallet
 * aborts, with which all its calls must end.
 *
 * @throws what the callback threw, or the signal's reason. But if the callback has sent a transaction, or may have, only its own
 * errors pass: those of the library and the signal's reason become `NOT_SUBMITTED`, because they say nothing of that send.
 */
export async function runCallback<TWallet, TReturn>(
  callback: (wallet: TWallet) => TReturn | Promise<TReturn>,
  createWallet: (signal: AbortSignal, track: TrackSend) => TWallet,
  signal: AbortSignal | undefined,
  sent = createSent(),
): Promise<TReturn> {
  const ending = createAbortScope([signal]);
  const end = (): void => ending.abort(createSessionClosedError('The callback has ended'));
  try {
    const wallet = createWallet(ending.signal, sent.track);
    return await abortable((async () => callback(wallet))(), signal);
  } catch (error) {
    end();
    throw await sent.explain(error, signal);
  } finally {
    end();
  }
}

/** Makes a send by `send`, and remembers what becomes of `transactions`: those that the callback passed. */
export type TrackSend = (transactions: unknown, send: () => Promise<Uint8Array[]>) => Promise<Uint8Array[]>;

type Send = Readonly<{ signatures: SendSignatures; error?: unknown }>;

/** What the callback of one `transact` has sent. */
export type Sent = Readonly<{
  track: TrackSend;
  /** Notes a send whose caller may be the callback, and which is not made with the callback's wallet. */
  noteOther(sending: Promise<unknown>): void;
  /**
   * Returns what `transact` rejects with if its callback rejected with `error`: `NOT_SUBMITTED` with an entry for each
   * transaction that the callback passed to a send, in the order of the calls; `error` itself if it is the callback's own, if
   * nothing was sent, or if it says so already. Without entries after a send that was noted, because they would be mistaken for
   * those of other transactions. Call it after all tracked sends in flight were ended.
   *
   * @param signal the one that ends `transact`
   */
  explain(error: unknown, signal: AbortSignal | undefined): Promise<unknown>;
}>;

/** Creates the {@link Sent} of a callback. */
export function createSent(): Sent {
  const sends: Promise<Send>[] = [];
  let others = 0;
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

    noteOther(sending) {
      others++;
      sending.catch((error: unknown) => {
        if (getSignatures(error, 1).every((signature) => signature === null)) others--;
      });
    },

    async explain(error, signal) {
      const isAbort = signal?.aborted && error === signal.reason;
      const found = findMobileWalletError(error);
      if (!isAbort && !found && !abortReasons.has(Object(error))) return error;
      const all = await Promise.all(sends);
      if (others > 0) return createNotSubmittedError(error, undefined);
      const signatures = all.flatMap((send) => send.signatures);
      const isOfSend = found !== undefined && all.some((send) => send.error === found);
      if (isOfSend && all.length === 1) return error;
      const isUnsent = signatures.every((signature) => signature === null);
      if (isUnsent && !(isOfSend && isOwnError(found, 'NOT_SUBMITTED'))) return error;
      // Another `NOT_SUBMITTED`, such as one of a transact in the callback, is the cause as a whole: it tells of other sends.
      if (isAbort || !isOfSend || !isOwnError(found, 'NOT_SUBMITTED')) {
        return createNotSubmittedError(error, signatures);
      }
      return createNotSubmittedError(error === found ? found.cause : error, signatures, found.context);
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

/** What became of each transaction: its signature if it was submitted, `null` if it was not, `undefined` if unknown. */
export type SendSignatures = readonly (Uint8Array | null | undefined)[];

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
