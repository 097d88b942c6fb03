import { decodeBase58 } from '../../base58.js';
import { encodeBase64, SIGNATURE_LENGTH } from '../../bytes.js';
import { splitSignedMessage } from '../../dapp/sign-in.js';
import { assertSignature, assertSignedTransaction } from '../../dapp/signatures.js';
import type { ChainIdentifier } from '../../protocol/types.js';
import type { MessageInput, TransactionInput } from '../inputs.js';
import type {
  SolanaSignAndSendTransactionOutput,
  SolanaSignMessageOutput,
  SolanaSignTransactionOutput,
  WalletAccount,
} from '../standard.js';
import { createBatchError, createSendError, getSendResult, isAboutPayloads } from './batch-errors.js';
import { type BatchResult, type BatchRun, runBatches } from './batches.js';
import type { Grants } from './grant.js';
import { assertSigners } from './signatures.js';
import type { RunInSession, WalletSession } from './wallet-session.js';

type SendOutput = SolanaSignAndSendTransactionOutput;

/** What the wallet signs in sessions. Inputs have been checked; outputs are in the order of the inputs. */
export type Signing = ReturnType<typeof createSigning>;

type Batch<TInput> = readonly [TInput, ...TInput[]];

/** How inputs of one kind become requests. */
type RequestKind<TInput, TOutput> = Readonly<{
  getKey: BatchRun<TInput, TOutput>['getKey'];
  /** The capability that limits the inputs of one request. */
  limit: 'max_messages_per_request' | 'max_transactions_per_request';
  /** Returns the bytes of a payload, or of what is returned for it if that is longer. */
  getLength(input: TInput): number;
  send(session: WalletSession, batch: Batch<TInput>): Promise<readonly TOutput[]>;
}>;

const MESSAGES: RequestKind<MessageInput, SolanaSignMessageOutput> = {
  getKey: ({ account }) => account.address,
  limit: 'max_messages_per_request',
  getLength: ({ message }) => message.length + SIGNATURE_LENGTH,
  send: signMessageBatch,
};

const TRANSACTIONS: RequestKind<TransactionInput, SolanaSignTransactionOutput> = {
  getKey: ({ account, chain, options }) => JSON.stringify([chain, account.address, options]),
  limit: 'max_transactions_per_request',
  getLength: ({ transaction }) => transaction.length,
  send: signTransactionBatch,
};

const SENDS: RequestKind<TransactionInput, SendOutput> = { ...TRANSACTIONS, send: sendTransactionBatch };

/** What a request or response has besides its payloads. The options of a send take the most. */
const ENVELOPE_BYTES = 256;

/** How many signatures of transactions to verify before letting the page draw and react to taps. */
const YIELD_AFTER = 64;

/** Creates the {@link Signing} of a wallet. All inputs of a call take one session and as few requests as possible. */
export function createSigning(run: RunInSession, grants: Grants) {
  const runRequests = <TInput, TOutput>(
    want: 'signature' | 'send',
    inputs: readonly TInput[],
    { getKey, limit, getLength, send }: RequestKind<TInput, TOutput>,
    mayContinueAfter: (error: unknown) => boolean = () => false,
  ): Promise<readonly BatchResult<TOutput>[]> =>
    run(want, (session) =>
      session.exclusively(() =>
        runBatches(inputs, {
          getKey,
          getLimit: () => grants.getGrant()?.capabilities?.[limit],
          getBytes: (input) => getPayloadBytes(getLength(input)),
          maxBytes: session.maxTextBytes && session.maxTextBytes - ENVELOPE_BYTES,
          // A transaction may depend on those that are sent before it.
          isOrdered: want === 'send',
          send: (batch) => send(session, batch),
          refreshLimits: session.refreshCapabilities,
          mayContinueAfter,
        }),
      ),
    );

  return {
    async signMessages(inputs: readonly MessageInput[]) {
      return getOutputs(await runRequests('signature', inputs, MESSAGES), createBatchError);
    },

    async signTransactions(inputs: readonly TransactionInput[]) {
      assertSigners(inputs);
      return getOutputs(await runRequests('signature', inputs, TRANSACTIONS), createBatchError);
    },

    async signAndSendTransactions(inputs: readonly TransactionInput[]) {
      assertSigners(inputs);
      return getOutputs(await runRequests('send', inputs, SENDS), createSendError);
    },

    /** Resolves with what became of each input. In mode `serial`, sends nothing after a transaction that failed. */
    async signAndSendAllTransactions(
      inputs: readonly TransactionInput[],
      mode: 'parallel' | 'serial',
    ): Promise<readonly PromiseSettledResult<SendOutput>[]> {
      assertSigners(inputs);
      const isSerial = mode === 'serial';
      const ordered = isSerial ? inputs.map(waitForCommitment) : inputs;
      const mayContinueAfter = (error: unknown): boolean => !isSerial && isAboutPayloads(error);
      try {
        const results = await runRequests('send', ordered, SENDS, mayContinueAfter);
        return results.map(getSendResult);
      } catch (reason) {
        // The session could not be opened, or it ended before its first request, so nothing was sent.
        return inputs.map(() => ({ status: 'rejected', reason }));
      }
    },
  };
}

/**
 * Returns about how many bytes of JSON a payload of `length` bytes takes: base64 with quotes and a comma. Some wallets write each
 * `/` of it as two characters, and one in 64 is a `/`; twice that is room enough.
 */
function getPayloadBytes(length: number): number {
  return Math.ceil(length / 3) * 4 * (1 + 2 / 64) + 3;
}

/** Returns the outputs, or throws the error for the request that failed. */
function getOutputs<TOutput>(
  results: readonly BatchResult<TOutput>[],
  createError: (error: unknown, results: readonly BatchResult<TOutput>[]) => unknown,
): readonly TOutput[] {
  return results.map((result) => {
    if (result.status === 'fulfilled') return result.value;
    throw createError(result.reason, results);
  });
}

/** Makes the wallet wait until a transaction has reached its commitment before it sends the next one. */
function waitForCommitment(input: TransactionInput): TransactionInput {
  return { ...input, options: { ...input.options, waitForCommitmentToSendNextTransaction: true } };
}

async function signMessageBatch(
  session: WalletSession,
  batch: Batch<MessageInput>,
): Promise<readonly SolanaSignMessageOutput[]> {
  const [{ account }] = batch;
  const publicKey = getPublicKey(account);
  const signed = await session.request(account.chains[0] as ChainIdentifier, [account.address], (wallet) =>
    wallet.signMessages({
      addresses: [encodeBase64(publicKey)],
      payloads: batch.map(({ message }) => message),
    }),
  );
  return Promise.all(
    batch.map(async ({ message }, index) => {
      const [found] = splitSignedMessage(signed[index] as Uint8Array, message, 1).signatures;
      const signature = found as Uint8Array;
      await assertSignature(publicKey, { signature, message }, 'signed_payloads');
      return { signedMessage: message, signature, signatureType: 'ed25519' as const };
    }),
  );
}

async function signTransactionBatch(
  session: WalletSession,
  batch: Batch<TransactionInput>,
): Promise<readonly SolanaSignTransactionOutput[]> {
  const [{ account, chain }] = batch;
  const publicKey = getPublicKey(account);
  const transactions = batch.map(({ transaction }) => transaction);
  const signed = await session.signTransactions(chain, [account.address], transactions);
  for (const [index, signedTransaction] of signed.entries()) {
    // Chromium verifies on the page's main thread, at about 0.1 ms a signature.
    if (index % YIELD_AFTER === YIELD_AFTER - 1) await yieldToPage();
    await assertSignedTransaction(publicKey, transactions[index] as Uint8Array, signedTransaction);
  }
  return signed.map((signedTransaction) => ({ signedTransaction }));
}

async function sendTransactionBatch(
  session: WalletSession,
  batch: Batch<TransactionInput>,
): Promise<readonly SendOutput[]> {
  const [{ account, chain, options }] = batch;
  const transactions = batch.map(({ transaction }) => transaction);
  const signatures = await session.request(chain, [account.address], (wallet) =>
    wallet.signAndSendTransactions({ transactions, ...options }),
  );
  return signatures.map((signature) => ({ signature }));
}

/** Returns the account's key from its address, because the page can write into `publicKey`. */
function getPublicKey({ address }: WalletAccount): Uint8Array {
  return decodeBase58(address);
}

type Scheduler = Readonly<{ yield?: () => Promise<void> }>;

/** Lets other tasks of the page run. Browsers without `scheduler.yield` do not verify on the main thread. */
function yieldToPage(): Promise<void> | undefined {
  return (globalThis as Readonly<{ scheduler?: Scheduler }>).scheduler?.yield?.();
}
