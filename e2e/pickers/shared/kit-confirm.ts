import {
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  getSignatureFromTransaction,
  sendAndConfirmTransactionFactory,
  signature,
} from '@solana/kit';
import { RPC_URL } from './page.js';

const rpc = createSolanaRpc(RPC_URL);
const rpcSubscriptions = createSolanaRpcSubscriptions(RPC_URL.replace('http', 'ws'));
const COMMITMENT = 'confirmed';

/** Waits until a transaction is confirmed, given its base58 signature. Rejects if the transaction failed. */
export async function confirm(transaction: string): Promise<void> {
  const controller = new AbortController();
  const notifications = await rpcSubscriptions
    .signatureNotifications(signature(transaction), { commitment: COMMITMENT })
    .subscribe({ abortSignal: controller.signal });
  for await (const { value } of notifications) {
    controller.abort();
    if (value.err) throw new Error(JSON.stringify(value.err));
    return;
  }
}

type SignedTransaction = Parameters<ReturnType<typeof sendAndConfirmTransactionFactory>>[0];

/** Sends a signed transaction of kit and waits until it is confirmed. Returns its signature. */
export async function submit(transaction: Omit<SignedTransaction, 'lifetimeConstraint'>): Promise<string> {
  const signed = transaction as SignedTransaction;
  assertIsTransactionWithBlockhashLifetime(signed);
  await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(signed, { commitment: COMMITMENT });
  return getSignatureFromTransaction(signed);
}
