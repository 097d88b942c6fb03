import type {
  SolanaSignAndSendTransactionOutput,
  SolanaSignMessageOutput,
  SolanaSignTransactionOutput,
} from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import { decodeBase58 } from '../../base58.js';
import { encodeBase64 } from '../../bytes.js';
import { splitSignedMessage } from '../../dapp/sign-in.js';
import type { ChainIdentifier } from '../../protocol/types.js';
import type { MessageInput, TransactionInput } from '../inputs.js';
import type { WalletSession } from './authorization.js';
import type { Batch } from './batches.js';
import { assertSignature, assertSignedTransaction } from './signatures.js';

/** Signatures to verify before the page may draw, and hear taps. */
const YIELD_AFTER = 64;

type Scheduler = Readonly<{ yield?: () => Promise<void> }>;

/** Lets other tasks of the page go first, in browsers that can: those that cannot verify elsewhere. */
function yieldToPage(): Promise<void> | undefined {
  return (globalThis as Readonly<{ scheduler?: Scheduler }>).scheduler?.yield?.();
}

/** Decodes the address, because the page can write into the `publicKey` that it is given. */
function getPublicKey({ address }: WalletAccount): Uint8Array {
  return decodeBase58(address);
}

/** Signs messages of one account in one request; signatures are verified. */
export async function signMessageBatch(
  session: WalletSession,
  batch: Batch<MessageInput>['inputs'],
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
  const publicKey = getPublicKey(account);
  const transactions = batch.map(({ transaction }) => transaction);
  const signed = await session.request(chain, [account.address], (wallet) =>
    wallet.signTransactions({ transactions }),
  );
  for (const [index, signedTransaction] of signed.entries()) {
    // Chromium verifies in the page's own thread, a tenth of a millisecond each.
    if (index % YIELD_AFTER === YIELD_AFTER - 1) await yieldToPage();
    const asked = transactions[index] as Uint8Array;
    await assertSignedTransaction(publicKey, asked, signedTransaction);
  }
  return signed.map((signedTransaction) => ({ signedTransaction }));
}

/** Has transactions of one chain, account and set of options signed and sent in one request. */
export async function sendTransactionBatch(
  session: WalletSession,
  batch: Batch<TransactionInput>['inputs'],
): Promise<readonly SolanaSignAndSendTransactionOutput[]> {
  const [{ account, chain, options }] = batch;
  const transactions = batch.map(({ transaction }) => transaction);
  const signatures = await session.request(chain, [account.address], (wallet) =>
    wallet.signAndSendTransactions({ transactions, ...options }),
  );
  return signatures.map((signature) => ({ signature }));
}
