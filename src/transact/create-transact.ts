import { createCallbackWallet } from '../dapp/callback-wallet.js';
import type { MobileWallet, SignAndSendParams } from '../dapp/mobile-wallet.js';
import { createPreparations } from '../dapp/open/local.js';
import { openSession } from '../dapp/open/open-session.js';
import { createProgressReporter } from '../dapp/open/progress.js';
import { assertConfig, type SessionConfig } from '../dapp/open/session-config.js';
import type { ShowQrCode } from '../dapp/open/session-ui.js';
import { runCallback, type TrackSend, trackSends } from '../dapp/run-callback.js';
import { parseObject } from '../protocol/arguments.js';
import { createInvalidResponseError } from '../protocol/check.js';
import { parseItems } from '../protocol/payloads.js';
import { createAbortScope } from '../util/abort.js';
import { assertArgument, createInvalidArgumentError, loadCode } from '../util/errors.js';
import { createLoader } from '../util/lazy.js';
import type { Transact } from './entry.js';
import { setEndWallet } from './kit/abortable-wallets.js';

/**
 * Converts a flavour's transactions to wire bytes, and what the wallet returns to the flavour's types. Each
 * may throw.
 */
type Codec<TTransaction, TSendable, TSignature> = Readonly<{
  /**
   * Returns a transaction's bytes at the call, and what decodes signed ones to its type, with the data that
   * it has besides the bytes. The caller may change its own object afterwards.
   */
  encode(transaction: TTransaction): Readonly<{
    wire: Uint8Array;
    decode(signed: Uint8Array): TTransaction | Promise<TTransaction>;
  }>;
  encodeSendable(transaction: TSendable): Uint8Array;
  decodeSignature(signature: Uint8Array): TSignature;
  /** Returns the end of the error message for a value that cannot be encoded: `must be …`. */
  getExpectation(transaction: unknown): string;
}>;

/**
 * A session's wallet, with transactions and signatures of a flavour's types.
 *
 * @inline
 */
export type FlavouredWallet<TTransaction, TSendable, TSignature> = Omit<
  MobileWallet,
  'signAndSendTransactions' | 'signTransactions'
> &
  Readonly<{
    /**
     * Signs transactions and submits them. Returns a signature for each transaction.
     * @throws `NOT_AUTHORIZED`, `USER_REJECTED`, `INVALID_PAYLOADS`, `TOO_MANY_PAYLOADS`, `NOT_SUBMITTED`,
     * `ALREADY_SUBMITTED`, `SUBMISSION_UNKNOWN`
     */
    signAndSendTransactions(params: SignAndSendParams<TSendable>): Promise<TSignature[]>;
    /**
     * Signs transactions, also unsigned and partly signed ones. Returns them in the same order, each with the
     * type that it had.
     * @throws `NOT_AUTHORIZED`, `USER_REJECTED`, `INVALID_PAYLOADS`, `TOO_MANY_PAYLOADS`
     */
    signTransactions<T extends TTransaction>(params: Readonly<{ transactions: readonly T[] }>): Promise<T[]>;
  }>;

/** Creates a flavour's `transact` from its codec. */
export function createTransact<TTransaction, TSendable, TSignature>({
  encode,
  encodeSendable,
  decodeSignature,
  getExpectation,
}: Codec<TTransaction, TSendable, TSignature>): Transact<
  FlavouredWallet<TTransaction, TSendable, TSignature>
> {
  const encodeAll = <T, TEncoded>(
    transactions: readonly T[],
    encodeOne: (transaction: T) => TEncoded,
  ): TEncoded[] =>
    parseItems(transactions, 'transactions').map((transaction, index) => {
      try {
        return encodeOne(transaction);
      } catch (cause) {
        throw createInvalidArgumentError(`transactions[${index}]`, getExpectation(transaction), cause);
      }
    });

  return createTransactWith((wallet, track) => ({
    ...wallet,
    async signAndSendTransactions(params) {
      const { transactions, ...options } = parseObject<SignAndSendParams<TSendable>>(params, 'params');
      const signatures = await track(transactions, async () =>
        wallet.signAndSendTransactions({ transactions: encodeAll(transactions, encodeSendable), ...options }),
      );
      return signatures.map((signature) => decodeSignature(signature));
    },
    async signTransactions<T extends TTransaction>(params: Readonly<{ transactions: readonly T[] }>) {
      const { transactions } = parseObject<typeof params>(params, 'params');
      const encoded = encodeAll(transactions, encode);
      const signed = await wallet.signTransactions({ transactions: encoded.map(({ wire }) => wire) });
      const decoded = encoded.map(async ({ decode }, index) => {
        try {
          return await decode(signed[index] as Uint8Array);
        } catch (cause) {
          throw createInvalidResponseError(`signed_payloads[${index}]`, 'must be a transaction', cause);
        }
      });
      // Each codec decodes to the type of what it has encoded.
      return (await Promise.all(decoded)) as T[];
    },
  }));
}

/** Creates the `transact` whose callback gets the wallet of the session. */
export function createByteTransact(): Transact<MobileWallet> {
  return createTransactWith(trackSends);
}

/**
 * Creates a `transact` whose callback gets the wallet that `createWallet` makes, whose sends must go through
 * `track`. In a browser, what a session needs before the wallet app can be opened is ready before each call.
 */
function createTransactWith<TWallet extends object>(
  createWallet: (wallet: MobileWallet, track: TrackSend) => TWallet,
): Transact<TWallet> {
  const preparations = createPreparations();
  const prepare = (): void => {
    if (typeof document !== 'undefined') preparations.prepare();
  };
  prepare();
  return async (callback, config) => {
    const options = parseObject<SessionConfig>(config, 'config');
    assertArgument(typeof callback === 'function', 'callback', 'must be a function');
    assertConfig(options);
    const { scan = createShowQrCode(), signal } = options;
    try {
      const report = createProgressReporter(options.onProgress);
      const session = await openSession({ ...options, scan }, { preparations, report });
      return await runCallback(
        callback,
        (callbackSignal, track) =>
          createEndableWallet(
            (ending) => createWallet(createCallbackWallet(session.requests, ending), track),
            callbackSignal,
          ),
        signal,
      ).finally(() => session.close());
    } finally {
      prepare();
    }
  };
}

/**
 * Creates a callback's wallet, which ends with `signal`. A call with a signal of its own is made by a wallet
 * of the same requests that ends with either.
 */
function createEndableWallet<TWallet extends object>(
  create: (ending: AbortSignal) => TWallet,
  signal: AbortSignal,
): TWallet {
  const wallet = create(signal);
  setEndWallet(wallet, (callSignal) => {
    const scope = createAbortScope([signal, callSignal]);
    return { wallet: create(scope.signal), release: scope.release };
  });
  return wallet;
}

/**
 * Creates what shows this library's dialog with a QR code. Each session has its own, so that no QR code takes
 * the place of another session's.
 */
function createShowQrCode(): ShowQrCode {
  const { load } = createLoader(async () => {
    const createDialogs = await loadCode(async () => (await import('../dialogs/index.js')).createDialogs);
    return createDialogs().scan;
  });
  return async (options) => (await load())(options);
}
