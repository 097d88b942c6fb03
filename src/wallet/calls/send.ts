import type { SolanaSignAndSendTransactionOutput } from '@solana/wallet-standard-features';
import { assertFits } from '../../connection/message-size.js';
import { createSendError, getStates, NOT_SUBMITTED, type States, UNKNOWN } from '../../dapp/sent.js';
import { toSubmitted } from '../../dapp/signature-list.js';
import { WALLET_RPC_CODES } from '../../protocol/json-rpc.js';
import { SEND } from '../../protocol/methods.js';
import { decodeBase58 } from '../../util/base58.js';
import {
  attempt,
  type MobileWalletError,
  type MobileWalletErrorCode,
  type SendErrorCode,
} from '../../util/errors.js';
import { hasErrorCode, isSendError } from '../../util/find-error.js';
import type { CopiedInput } from '../features.js';
import type { Grants } from '../grant/grant.js';
import type { WalletSession } from './authorization.js';
import { getOutputs, type Outcome, runInBatches, toCallError } from './batches.js';
import { parseTransactionInputs, type TransactionInput } from './inputs.js';
import type { RunInTurn } from './running-calls.js';

type Output = SolanaSignAndSendTransactionOutput;

/** Whether each transaction is sent only after the one before it has been (`serial`), or each for itself. */
type SendMode = 'parallel' | 'serial';

/**
 * What the wallet sends in sessions, in as few requests as possible. No transaction overtakes one before it,
 * because it may depend on that. Outputs are in the order of the inputs.
 */
export type Sending = Readonly<{
  /**
   * If any transaction was submitted, or may have been, rejects with the error of a send, which has the state
   * of each, because a retry of all of them would send some twice.
   */
  signAndSendTransactions(passed: readonly CopiedInput[]): Promise<readonly Output[]>;
  /** Resolves with what became of each. In mode `serial`, sends nothing after a transaction that failed. */
  signAndSendAllTransactions(
    passed: readonly CopiedInput[],
    mode: SendMode,
  ): Promise<readonly PromiseSettledResult<Output>[]>;
}>;

/** Errors about the payloads of a request: other payloads may succeed. */
const ABOUT_PAYLOADS: readonly MobileWalletErrorCode[] = [
  'ACCOUNT_NOT_AUTHORIZED',
  'CHAIN_NOT_SUPPORTED',
  'INVALID_PAYLOADS',
  'PAYLOAD_TOO_LARGE',
  'TOO_MANY_PAYLOADS',
];

/** The wallet's error codes that are about the payloads, too, although something may have been submitted. */
const ABOUT_SENT_PAYLOADS: readonly (number | undefined)[] = [
  WALLET_RPC_CODES.INVALID_PAYLOADS,
  WALLET_RPC_CODES.NOT_SUBMITTED,
];

/** Creates the {@link Sending} of a wallet. */
export function createSending(runInTurn: RunInTurn, { getAccounts }: Pick<Grants, 'getAccounts'>): Sending {
  return {
    async signAndSendTransactions(passed) {
      const inputs = parseTransactionInputs(passed, getAccounts(), SEND);
      return runInTurn('send', inputs, async (session) => {
        const outcomes = await sendInBatches(session, inputs);
        return getOutputs(outcomes, toSendCallError);
      });
    },

    async signAndSendAllTransactions(passed, mode) {
      const isSerial = mode === 'serial';
      const inputs = parseTransactionInputs(passed, getAccounts(), SEND, isSerial);
      const mayContinueAfter = isSerial ? undefined : isAboutPayloads;
      // With one that fits, a request can be made. In mode `serial`, nothing may overtake the first.
      const [smallest] = isSerial ? inputs : [...inputs].sort((a, b) => a.alone.bytes - b.alone.bytes);
      try {
        return await runInTurn('send', smallest ? [smallest] : [], async (session) => {
          const outcomes = await sendInBatches(session, inputs, mayContinueAfter);
          return outcomes.map(toSettled);
        });
      } catch (reason) {
        // The session could not be opened, it ended before its first request, or it can carry none.
        return inputs.map((input) => toUnsent(reason, input));
      }
    },
  };
}

/** Returns what became of a transaction of a call that has made no request. */
function toUnsent(reason: unknown, { alone }: TransactionInput): PromiseSettledResult<Output> {
  if (!hasErrorCode(reason, 'PAYLOAD_TOO_LARGE')) return { status: 'rejected', reason };
  const { maxBytes } = reason.context;
  const own = attempt<unknown, unknown>(
    () => assertFits(alone, maxBytes),
    (error) => error,
  );
  return own ? { status: 'rejected', reason: own } : toSettled({ status: 'skipped', error: reason });
}

/** Sends transactions in as few requests as possible, and returns what became of each. Never rejects. */
function sendInBatches(
  session: WalletSession,
  inputs: readonly TransactionInput[],
  mayContinueAfter?: (error: unknown) => boolean,
): Promise<readonly Outcome<Output>[]> {
  session.renewAfterIdle();
  const splitting = { limit: 'max_transactions_per_request', isOrdered: true, mayContinueAfter } as const;
  return runInBatches(session, inputs, splitting, async (batch, requests, signal) => {
    const transactions = batch.map(({ transaction }) => transaction);
    const signatures = await requests.signAndSendTransactions(transactions, batch[0].options, signal);
    return signatures.map((signature) => ({ signature }));
  });
}

/**
 * Whether other transactions can still be sent after an error: not if the user refused or the session ended.
 */
function isAboutPayloads(error: unknown): boolean {
  if (isSendError(error)) return ABOUT_SENT_PAYLOADS.includes(error.context.rpcCode);
  return hasErrorCode(error) && ABOUT_PAYLOADS.includes(error.code);
}

/** Creates the caller's error for a request that failed. */
function toSendCallError(error: unknown, outcomes: readonly Outcome<Output>[]): unknown {
  const isAnySent = outcomes.some(({ status }) => status === 'done');
  if (!isAnySent && !isSendError(error)) return toCallError(error, outcomes);
  return withStates(error, outcomes);
}

/**
 * Returns what became of one transaction, as `Promise.allSettled` would: whatever else failed, it was sent if
 * its signature is known. An error is about this transaction alone.
 */
function toSettled(outcome: Outcome<Output>): PromiseSettledResult<Output> {
  const state = getState(outcome);
  if (state.status === 'submitted')
    return { status: 'fulfilled', value: { signature: decodeBase58(state.signature) } };
  const { error } = outcome as Exclude<typeof outcome, { status: 'done' }>;
  const isOfSend = outcome.status === 'skipped' || isSendError(error);
  return {
    status: 'rejected',
    reason: isOfSend ? withStates(error, [outcome]) : toCallError(error, [outcome]),
  };
}

/** Returns what became of a transaction. One for which no request was made was not submitted. */
function getState(outcome: Outcome<Output>): States[number] {
  if (outcome.status === 'done') return toSubmitted(outcome.output.signature);
  if (outcome.status === 'skipped') return NOT_SUBMITTED;
  return getStates(outcome.error, outcome.index + 1)[outcome.index] ?? UNKNOWN;
}

/**
 * Creates the error of a send for the error of a request; for one that is such an error itself, with the same
 * cause. It has the code of the wallet's error response only if that was about one of these transactions.
 */
function withStates(error: unknown, outcomes: readonly Outcome<Output>[]): MobileWalletError<SendErrorCode> {
  const [cause, context] = isSendError(error) ? [error.cause, error.context] : [error];
  const isAsked = outcomes.some(({ status }) => status === 'failed');
  const states = outcomes.map(getState);
  return createSendError(toCallError(cause, outcomes), states, isAsked ? context : {});
}
