import { getBase58Encoder } from '@solana/kit';
import {
  PublicKey,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import {
  transact as publishedTransact,
  type Web3MobileWallet,
} from '@solana-mobile/mobile-wallet-adapter-protocol-web3js';
import { transact as ownTransact } from 'mobile-wallet-standard/web3js';
import { type Client, type Context, fromBase64 } from './client.js';

const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

function getInstruction(text: string): TransactionInstruction {
  // A browser has no Buffer, and the library takes any bytes.
  const data = new TextEncoder().encode(text) as Buffer;
  return new TransactionInstruction({ programId: MEMO, keys: [], data });
}

/** A transaction that leaves a memo. */
export function createLegacy({ payer, blockhash }: Context, text: string): Transaction {
  const feePayer = new PublicKey(fromBase64(payer));
  return new Transaction({ feePayer, recentBlockhash: blockhash }).add(getInstruction(text));
}

/** The same, not compiled. */
export function createMessage({ payer, blockhash }: Context, text: string): TransactionMessage {
  const payerKey = new PublicKey(fromBase64(payer));
  const instructions = [getInstruction(text)];
  return new TransactionMessage({ payerKey, recentBlockhash: blockhash, instructions });
}

function createVersioned(context: Context, text: string): VersionedTransaction {
  return new VersionedTransaction(createMessage(context, text).compileToV0Message());
}

function createClient(transact: typeof publishedTransact): Client<Web3MobileWallet> {
  return {
    transact: async (callback, config) => transact(callback, config),
    signMessages: (wallet, addresses, payloads) => wallet.signMessages({ addresses, payloads }),
    async signTransactions(wallet, context) {
      const transactions = [createVersioned(context, 'one'), createLegacy(context, 'two')];
      const signed = await wallet.signTransactions({ transactions });
      return signed.map((transaction) => Uint8Array.from(transaction.serialize()));
    },
    async sendTransactions(wallet, context, options) {
      const transactions = [createVersioned(context, 'sent'), createLegacy(context, 'too')];
      const signatures = await wallet.signAndSendTransactions({ transactions, ...options });
      return signatures.map((signature) => Uint8Array.from(getBase58Encoder().encode(signature)));
    },
  };
}

export const publishedWeb3 = createClient(publishedTransact);
export const ownWeb3 = createClient(ownTransact as unknown as typeof publishedTransact);
