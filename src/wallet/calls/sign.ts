import type { SolanaSignMessageOutput, SolanaSignTransactionOutput } from '@solana/wallet-standard-features';
import { splitSignedMessage } from '../../dapp/sign-in-message.js';
import {
  assertSignature,
  assertSignedTransaction,
  yieldToPageBetweenSignatures,
} from '../../dapp/signatures.js';
import { SIGN } from '../../protocol/methods.js';
import type { WireTransaction } from '../../protocol/wire-transaction.js';
import { encodeBase64 } from '../../util/bytes.js';
import type { CopiedInput, FeatureMethods } from '../features.js';
import type { Grants } from '../grant/grant.js';
import { type Batch, getOutputs, runInBatches } from './batches.js';
import {
  type GivenOffchainInput,
  type MessageInput,
  parseMessageInputs,
  parseOffchainInputs,
  parseTransactionInputs,
  type TransactionInput,
} from './inputs.js';
import type { RunInTurn } from './running-calls.js';

type Outputs<TOutput> = Promise<readonly TOutput[]>;

/**
 * What the wallet signs in sessions. All inputs of a call take one session and as few requests as possible;
 * all are signed, or the call rejects. Outputs are in the order of the inputs.
 */
export type Signing = Readonly<{
  signTransactions(passed: readonly CopiedInput[]): Outputs<SolanaSignTransactionOutput>;
  signMessages(passed: readonly CopiedInput[]): Outputs<SolanaSignMessageOutput>;
  signOffchainMessages(
    passed: readonly GivenOffchainInput[],
  ): ReturnType<FeatureMethods['signOffchainMessage']>;
}>;

/** Creates the {@link Signing} of a wallet. */
export function createSigning(runInTurn: RunInTurn, { getAccounts }: Pick<Grants, 'getAccounts'>): Signing {
  const signMessages = (inputs: readonly MessageInput[]): Outputs<SolanaSignMessageOutput> =>
    runInTurn('signature', inputs, async (session) => {
      const limit = 'max_messages_per_request';
      const outcomes = await runInBatches(session, inputs, { limit }, async (batch, requests, signal) => {
        const addresses = [encodeBase64(batch[0].publicKey)];
        const messages = batch.map(({ message }) => message);
        return verifyMessages(batch, await requests.signMessages(addresses, messages, signal));
      });
      return getOutputs(outcomes);
    });

  return {
    async signTransactions(passed) {
      const inputs = parseTransactionInputs(passed, getAccounts(), SIGN);
      return runInTurn('signature', inputs, async (session) => {
        const limit = 'max_transactions_per_request';
        const outcomes = await runInBatches(session, inputs, { limit }, async (batch, requests, signal) => {
          const transactions = batch.map(({ transaction }) => transaction);
          return verifyTransactions(batch, await requests.signTransactions(transactions, signal));
        });
        return getOutputs(outcomes);
      });
    },

    signMessages: async (passed) => signMessages(parseMessageInputs(passed, getAccounts())),

    async signOffchainMessages(passed) {
      const outputs = await signMessages(parseOffchainInputs(passed, getAccounts()));
      return outputs.map(({ signedMessage, ...signed }) => ({
        ...signed,
        signedOffchainMessage: signedMessage,
      }));
    },
  };
}

/** Verifies that the accounts have signed their transactions. @throws `INVALID_RESPONSE` */
async function verifyTransactions(
  batch: Batch<TransactionInput>,
  signed: readonly WireTransaction[],
): Outputs<SolanaSignTransactionOutput> {
  const outputs: SolanaSignTransactionOutput[] = [];
  for (const [index, { publicKey, transaction }] of batch.entries()) {
    await yieldToPageBetweenSignatures(index);
    const output = signed[index] as WireTransaction;
    await assertSignedTransaction(publicKey, transaction, output);
    outputs.push({ signedTransaction: output.wire });
  }
  return outputs;
}

/** Verifies that the accounts have signed their messages. @throws `INVALID_RESPONSE` */
function verifyMessages(
  batch: Batch<MessageInput>,
  signed: readonly Uint8Array[],
): Outputs<SolanaSignMessageOutput> {
  return Promise.all(
    batch.map(async ({ publicKey, message }, index) => {
      const [found] = splitSignedMessage(signed[index] as Uint8Array, message, 1).signatures;
      const signature = found as Uint8Array;
      await assertSignature(publicKey, { signature, message }, 'signed_payloads');
      return { signedMessage: message, signature, signatureType: 'ed25519' };
    }),
  );
}
