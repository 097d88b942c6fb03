import {
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressDecoder,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  address as toAddress,
} from '@solana/kit';
import {
  type KitMobileWallet,
  transact as publishedTransact,
} from '@solana-mobile/mobile-wallet-adapter-protocol-kit';
import { transact as ownTransact } from 'mobile-wallet-standard/kit';
import { type Client, type Context, fromBase64 } from './client.js';

const MEMO = toAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** Creates a transaction message with a memo, a fee payer and a lifetime. */
export function createMemo({ payer, blockhash }: Context, text: string, version: 'legacy' | 0 = 0) {
  const feePayer = getAddressDecoder().decode(fromBase64(payer));
  const paid = setTransactionMessageFeePayer(feePayer, createTransactionMessage({ version }));
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1_000_000n };
  return appendTransactionMessageInstruction(
    { programAddress: MEMO, data: new TextEncoder().encode(text) },
    setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
  );
}

/** Creates the same message, compiled to a transaction. */
export function createTransaction(context: Context, text: string, version?: 'legacy' | 0) {
  return compileTransaction(createMemo(context, text, version));
}

function createClient(transact: typeof publishedTransact): Client<KitMobileWallet> {
  return {
    transact: async (callback, config) => transact(callback, config),
    signMessages: (wallet, addresses, payloads) => wallet.signMessages({ addresses, payloads }),
    async signTransactions(wallet, context) {
      const transactions = [createTransaction(context, 'one'), createTransaction(context, 'two', 'legacy')];
      const signed = await wallet.signTransactions({ transactions });
      return signed.map((transaction) => Uint8Array.from(getTransactionEncoder().encode(transaction)));
    },
    sendTransactions: (wallet, context, options) =>
      wallet.signAndSendTransactions({
        transactions: [createMemo(context, 'sent'), createTransaction(context, 'too', 'legacy')],
        ...options,
      }),
  };
}

export const publishedKit = createClient(publishedTransact);
export const ownKit = createClient(ownTransact as unknown as typeof publishedTransact);
