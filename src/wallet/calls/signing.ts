import type {
  SolanaSignAndSendTransactionOutput,
  SolanaSignMessageOutput,
  SolanaSignTransactionOutput,
} from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import { assertRequestFits } from '../../connection/rpc.js';
import { assertSignedMessagesFit } from '../../dapp/session-wallet.js';
import { splitSignedMessage } from '../../dapp/sign-in-message.js';
import { assertSignature, assertSignedTransaction } from '../../dapp/signatures.js';
import { encodePayloads, encodeSendParams, SEND, SIGN } from '../../protocol/methods.js';
import type { Capabilities, ChainIdentifier } from '../../protocol/types.js';
import { encodeBase64, SIGNATURE_LENGTH } from '../../util/bytes.js';
import type { GivenInput } from '../features.js';
import type { RunInSession, WalletSession } from './authorization.js';
import {
  type BatchMode,
  type BatchResult,
  createBatchError,
  createBatchSendError,
  getSendResult,
  isAboutPayloads,
  type RequestKind,
  refuseTooLarge,
  runBatches,
} from './batches.js';
import {
  type GivenOffchainInput,
  getKey,
  type MessageInput,
  parseMessageInputs,
  parseOffchainInputs,
  parseTransactionInputs,
  type TransactionInput,
} from './checked-inputs.js';
import type { Grants } from './grant.js';

type SendOutput = SolanaSignAndSendTransactionOutput;

/** What the wallet signs in sessions. Outputs are in the order of the inputs. */
export type Signing = ReturnType<typeof createSigning>;

/** How many signatures of transactions to verify before letting the page draw and react to taps. */
const YIELD_AFTER = 64;

const MESSAGES: RequestKind<MessageInput, SolanaSignMessageOutput> = {
  want: 'signature',
  limit: 'max_messages_per_request',
  getKey: ({ account }) => account.address,
  getLength: ({ message }) => message.length + SIGNATURE_LENGTH,
  assertFits: ({ message }, maxBytes) => assertSignedMessagesFit([message], 1, maxBytes),
  createError: createBatchError,
  async send(session, inputs) {
    const [{ account }] = inputs;
    const publicKey = getKey(account);
    const addresses = [encodeBase64(publicKey)];
    const payloads = inputs.map(({ message }) => message);
    const signed = await session.request(account.chains[0] as ChainIdentifier, [account.address], (wallet) =>
      wallet.signMessages({ addresses, payloads }),
    );
    return Promise.all(
      payloads.map(async (message, index) => {
        const [found] = splitSignedMessage(signed[index] as Uint8Array, message, 1).signatures;
        const signature = found as Uint8Array;
        await assertSignature(publicKey, { signature, message }, 'signed_payloads');
        return { signedMessage: message, signature, signatureType: 'ed25519' as const };
      }),
    );
  },
};

const TRANSACTIONS: RequestKind<TransactionInput, SolanaSignTransactionOutput> = {
  want: 'signature',
  limit: 'max_transactions_per_request',
  getKey: ({ account, chain, options }) => JSON.stringify([chain, account.address, options]),
  getLength: ({ transaction }) => transaction.length,
  assertFits: ({ transaction }, maxBytes) => assertRequestFits(SIGN, encodePayloads([transaction]), maxBytes),
  createError: createBatchError,
  async send(session, inputs) {
    const [{ account, chain }] = inputs;
    const publicKey = getKey(account);
    const transactions = inputs.map(({ transaction }) => transaction);
    const signed = await session.request(chain, [account.address], (wallet) =>
      wallet.signTransactions({ transactions }),
    );
    for (const [index, signedTransaction] of signed.entries()) {
      // Chromium verifies on the page's main thread, at about 0.1 ms a signature.
      if (index % YIELD_AFTER === YIELD_AFTER - 1) await yieldToPage();
      await assertSignedTransaction(publicKey, transactions[index] as Uint8Array, signedTransaction);
    }
    return signed.map((signedTransaction) => ({ signedTransaction }));
  },
};

const SENDS: RequestKind<TransactionInput, SendOutput> = {
  ...TRANSACTIONS,
  want: 'send',
  assertFits: ({ transaction, options }, maxBytes) =>
    assertRequestFits(SEND, encodeSendParams([transaction], options), maxBytes),
  createError: createBatchSendError,
  async send(session, inputs) {
    const [{ account, chain, options }] = inputs;
    const transactions = inputs.map(({ transaction }) => transaction);
    const signatures = await session.request(chain, [account.address], (wallet) =>
      wallet.signAndSendTransactions({ transactions, ...options }),
    );
    return signatures.map((signature) => ({ signature }));
  },
};

/**
 * Creates the {@link Signing} of a wallet. All inputs of a call take one session and as few requests as
 * possible.
 *
 * @param getMaxTextBytes returns the most bytes of a request in the next session, if that is known before it
 * is opened
 */
export function createSigning(run: RunInSession, grants: Grants, getMaxTextBytes: () => number | undefined) {
  const getCapabilities = (): Capabilities | undefined => grants.getGrant()?.capabilities;
  const request = async <TInput, TOutput>(
    inputs: readonly TInput[],
    kind: RequestKind<TInput, TOutput>,
    mode: BatchMode = 'together',
  ): Promise<readonly BatchResult<TOutput>[]> => {
    const refuse = (maxBytes: number | undefined) => refuseTooLarge(inputs, kind, maxBytes, mode);
    const mayContinueAfter = mode === 'parallel' ? isAboutPayloads : undefined;
    const work = async (session: WalletSession) =>
      refuse(session.maxTextBytes) ?? runBatches(session, inputs, kind, getCapabilities, mayContinueAfter);
    return refuse(getMaxTextBytes()) ?? run(kind.want, (session) => session.exclusively(() => work(session)));
  };

  /** Returns the outputs, or throws the error for the request that failed. */
  const requestAll = async <TInput, TOutput>(
    inputs: readonly TInput[],
    kind: RequestKind<TInput, TOutput>,
  ): Promise<readonly TOutput[]> => {
    const results = await request(inputs, kind);
    return results.map((result) => {
      if (result.status === 'fulfilled') return result.value;
      throw kind.createError(result.reason, results);
    });
  };

  type Given<TInput = GivenInput> = readonly [inputs: readonly TInput[], accounts: readonly WalletAccount[]];

  return {
    signMessages: async (...given: Given) => requestAll(parseMessageInputs(...given), MESSAGES),
    signTransactions: async (...given: Given) => requestAll(parseTransactionInputs(...given), TRANSACTIONS),
    signAndSendTransactions: async (...given: Given) => requestAll(parseTransactionInputs(...given), SENDS),

    async signOffchainMessages(...given: Given<GivenOffchainInput>) {
      const outputs = await requestAll(parseOffchainInputs(...given), MESSAGES);
      return outputs.map(({ signedMessage, ...signed }) => ({
        ...signed,
        signedOffchainMessage: signedMessage,
      }));
    },

    /**
     * Resolves with what became of each input. In mode `serial`, sends nothing after a transaction that
     * failed.
     */
    async signAndSendAllTransactions(
      ...[given, accounts, mode]: [...Given, mode: 'parallel' | 'serial']
    ): Promise<readonly PromiseSettledResult<SendOutput>[]> {
      const inputs = parseTransactionInputs(given, accounts);
      const ordered = mode === 'serial' ? inputs.map(waitForCommitment) : inputs;
      try {
        const results = await request(ordered, SENDS, mode);
        return results.map(getSendResult);
      } catch (reason) {
        // The session could not be opened, or it ended before its first request, so nothing was sent.
        return inputs.map(() => ({ status: 'rejected', reason }));
      }
    },
  };
}

/** Makes the wallet wait until a transaction has reached its commitment before it sends the next one. */
function waitForCommitment(input: TransactionInput): TransactionInput {
  return { ...input, options: { ...input.options, waitForCommitmentToSendNextTransaction: true } };
}

/** Lets other tasks of the page run. Browsers without `scheduler.yield` do not verify on the main thread. */
function yieldToPage(): Promise<void> | undefined {
  return (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler?.yield?.();
}
