import type {
  SolanaSignAndSendTransactionOutput,
  SolanaSignMessageOutput,
  SolanaSignTransactionOutput,
} from '@solana/wallet-standard-features';
import { encodeBase64 } from '../bytes.js';
import { splitSignedMessage } from '../dapp/signed-message.js';
import type { ChainIdentifier } from '../protocol/types.js';
import type { Batch } from './batches.js';
import type { MessageInput, TransactionInput } from './inputs.js';
import { toSendError } from './send-errors.js';
import { assertSignature, assertSignedTransaction } from './signatures.js';
import type { WalletSession } from './wallet-session.js';

/** Signs messages of one account in one request; signatures are verified. */
export async function signMessageBatch(
  session: WalletSession,
  batch: Batch<MessageInput>['inputs'],
): Promise<readonly SolanaSignMessageOutput[]> {
  const [{ account }] = batch;
  const publicKey = account.publicKey as Uint8Array;
  const signed = await session.request(account.chains[0] as ChainIdentifier, [account.address], (wallet) =>
    wallet.signMessages({
      addresses: [encodeBase64(publicKey)],
      payloads: batch.map(({ message }) => message),
    }),
  );
  return Promise.all(
    batch.map(async ({ message }, index) => {
      const [signature] = splitSignedMessage(signed[index] as Uint8Array, message, 1).signatures;
      await assertSignature(publicKey, { signature: signature as Uint8Array, message }, 'signed_payloads');
      return {
        signedMessage: message,
        signature: signature as Uint8Array,
        signatureType: 'ed25519' as const,
      };
    }),
  );
}

/** Signs transactions of one chain and account in one request; the account's signatures are verified. */
export async function signTransactionBatch(
  session: WalletSession,
  batch: Batch<TransactionInput>['inputs'],
): Promise<readonly SolanaSignTransactionOutput[]> {
  const [{ account, chain }] = batch;
  const transactions = batch.map(({ transaction }) => transaction);
  const signed = await session.request(chain, [account.address], (wallet) =>
    wallet.signTransactions({ transactions }),
  );
  return Promise.all(
    signed.map(async (signedTransaction, index) => {
      const asked = transactions[index] as Uint8Array;
      await assertSignedTransaction(account.publicKey as Uint8Array, asked, signedTransaction);
      return { signedTransaction };
    }),
  );
}

/** Has transactions of one chain, account and set of options signed and sent in one request. */
export async function sendTransactionBatch(
  session: WalletSession,
  batch: Batch<TransactionInput>['inputs'],
): Promise<readonly SolanaSignAndSendTransactionOutput[]> {
  const [{ account, chain, options }] = batch;
  const transactions = batch.map(({ transaction }) => transaction);
  const signatures = await session.request(chain, [account.address], async (wallet) => {
    try {
      return await wallet.signAndSendTransactions({ transactions, ...options });
    } catch (error) {
      throw toSendError(error, transactions.length);
    }
  });
  return signatures.map((signature) => ({ signature }));
}
