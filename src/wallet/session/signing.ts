import type {
  SolanaSignAndSendTransactionOutput,
  SolanaSignMessageOutput,
  SolanaSignTransactionOutput,
} from '@solana/wallet-standard-features';
import type { MessageInput, TransactionInput } from '../inputs.js';
import type { WalletSession } from './authorization.js';
import { placeData } from './batch-errors.js';
import { sendTransactionBatch, signMessageBatch, signTransactionBatch } from './batch-requests.js';
import { type Batch, createAdjacentBatches, createBatches } from './batches.js';
import type { GrantKeeper } from './grant-keeper.js';
import { type BatchRun, getBatchLimit, runBatches } from './run-batches.js';
import { createSendError, createSkippedResult, getSendResults, isAboutPayloads } from './send-errors.js';
import type { SharedSession } from './shared-session.js';
import { assertSigners } from './signatures.js';

type SendResult = PromiseSettledResult<SolanaSignAndSendTransactionOutput>;

/** What the wallet signs in sessions; inputs have been checked. Outputs stand in the order of inputs. */
export type Signing = Readonly<{
  signMessages(inputs: readonly MessageInput[]): Promise<readonly SolanaSignMessageOutput[]>;
  signTransactions(inputs: readonly TransactionInput[]): Promise<readonly SolanaSignTransactionOutput[]>;
  signAndSendTransactions(
    inputs: readonly TransactionInput[],
  ): Promise<readonly SolanaSignAndSendTransactionOutput[]>;
  /** Tells of each input what became of it. In mode `serial` nothing is sent after one that failed. */
  signAndSendAllTransactions(
    inputs: readonly TransactionInput[],
    mode: 'parallel' | 'serial',
  ): Promise<readonly SendResult[]>;
}>;

/** Makes the signing requests of a wallet: any number of inputs is one session, and as few requests as may be. */
export function createSigning(shared: SharedSession<WalletSession>, state: GrantKeeper): Signing {
  const runInSession = <TInput, TOutput>(
    inputs: readonly TInput[],
    {
      send,
      ...rest
    }: Omit<BatchRun<TInput, TOutput>, 'refreshLimits' | 'send'> &
      Readonly<{
        send(session: WalletSession, batch: Batch<TInput>['inputs']): Promise<readonly TOutput[]>;
      }>,
  ): Promise<readonly (TOutput | undefined)[]> =>
    shared.run((session) =>
      session.exclusively(() =>
        runBatches(inputs, {
          ...rest,
          send: (batch) => send(session, batch),
          refreshLimits: session.refreshCapabilities,
        }),
      ),
    );

  const getTransactionLimit = (refused: number | undefined): number | undefined =>
    getBatchLimit(state.getGrant()?.capabilities?.max_transactions_per_request, refused);

  /** Transactions may build on those before them, so none is sent ahead of another. */
  const cutSends = (
    inputs: readonly TransactionInput[],
    refused?: number,
  ): readonly Batch<TransactionInput>[] =>
    createAdjacentBatches(inputs, getTransactionKey, getTransactionLimit(refused));

  return {
    async signMessages(inputs) {
      const outputs = await runInSession(inputs, {
        cut: (all, refused) =>
          createBatches(
            all,
            ({ account }) => account.address,
            getBatchLimit(state.getGrant()?.capabilities?.max_messages_per_request, refused),
          ),
        send: signMessageBatch,
        onError: (error, batch) => {
          throw placeData(error, batch, inputs.length);
        },
      });
      return outputs as readonly SolanaSignMessageOutput[];
    },

    async signTransactions(inputs) {
      assertSigners(inputs);
      const outputs = await runInSession(inputs, {
        cut: (all, refused) => createBatches(all, getTransactionKey, getTransactionLimit(refused)),
        send: signTransactionBatch,
        onError: (error, batch) => {
          throw placeData(error, batch, inputs.length);
        },
      });
      return outputs as readonly SolanaSignTransactionOutput[];
    },

    async signAndSendTransactions(inputs) {
      assertSigners(inputs);
      const outputs = await runInSession(inputs, {
        cut: cutSends,
        send: sendTransactionBatch,
        onError: (error, batch, sent) => {
          throw createSendError(
            error,
            batch,
            sent.map((output) => output?.signature),
          );
        },
      });
      return outputs as readonly SolanaSignAndSendTransactionOutput[];
    },

    async signAndSendAllTransactions(inputs, mode) {
      assertSigners(inputs);
      const failures = new Map<number, SendResult>();
      let outputs: readonly (SolanaSignAndSendTransactionOutput | undefined)[] = [];
      const isSerial = mode === 'serial';
      const ordered = isSerial ? inputs.map(waitForCommitment) : inputs;
      let stopped: { error: unknown } | undefined;
      try {
        outputs = await runInSession(ordered, {
          cut: cutSends,
          send: sendTransactionBatch,
          onError: (error, batch, sent) => {
            getSendResults(error, batch).forEach((result, index) => {
              failures.set(batch.indexes[index] as number, result);
            });
            if (!isSerial && isAboutPayloads(error)) return;
            outputs = [...sent];
            stopped = { error };
            throw error;
          },
        });
      } catch (error) {
        // Without a request that failed, the session could not be opened, which says all there is to say.
        if (!stopped) return inputs.map(() => ({ status: 'rejected', reason: error }));
      }
      return inputs.map((_, place): SendResult => {
        const value = outputs[place];
        if (value) return { status: 'fulfilled', value };
        return failures.get(place) ?? createSkippedResult(stopped?.error);
      });
    },
  };
}

/** Has each transaction of a request sent only when the one before it has reached its commitment. */
function waitForCommitment(input: TransactionInput): TransactionInput {
  return { ...input, options: { ...input.options, waitForCommitmentToSendNextTransaction: true } };
}

/** Transactions go together when chain, account and options are the same: a request has one of each. */
function getTransactionKey({ account, chain, options }: TransactionInput): string {
  return JSON.stringify([chain, account.address, options]);
}
