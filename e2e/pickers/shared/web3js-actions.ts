import {
  type Connection,
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import type { Actions } from './actions.js';
import { toBase64 } from './bytes.js';
import { MESSAGE } from './inputs.js';

/** What apps with web3.js sign with: the methods of wallet-adapter, which other libraries also have. */
export type Web3jsWallet = Readonly<{
  publicKey: PublicKey;
  signTransaction<T extends Transaction | VersionedTransaction>(transaction: T): Promise<T>;
  signAllTransactions<T extends Transaction | VersionedTransaction>(transactions: T[]): Promise<T[]>;
  sendTransaction(transaction: VersionedTransaction, connection: Connection): Promise<string>;
  signMessage(message: Uint8Array): Promise<Uint8Array>;
}>;

/** Returns the actions of an account of web3.js, without sign-in. */
export function createWeb3jsActions(wallet: Web3jsWallet, connection: Connection): Actions {
  const { publicKey } = wallet;
  return {
    async 'Sign one'() {
      const { blockhash } = await connection.getLatestBlockhash();
      const signed = await wallet.signTransaction(createTransfer(publicKey, 1, blockhash));
      return { signed: [toBase64(signed.serialize())] };
    },
    async 'Sign two'() {
      const { blockhash } = await connection.getLatestBlockhash();
      const transfers = [createTransfer(publicKey, 1, blockhash), createOldTransfer(publicKey, 2, blockhash)];
      const signed = await wallet.signAllTransactions(transfers);
      return { signed: signed.map((transaction) => toBase64(transaction.serialize())) };
    },
    async Send() {
      const latest = await connection.getLatestBlockhash();
      const transfer = createTransfer(publicKey, 3, latest.blockhash);
      const signature = await wallet.sendTransaction(transfer, connection);
      const { value } = await connection.confirmTransaction({ signature, ...latest });
      if (value.err) throw new Error(JSON.stringify(value.err));
      return { signature };
    },
    async 'Sign message'() {
      const signature = await wallet.signMessage(new TextEncoder().encode(MESSAGE));
      return { message: btoa(MESSAGE), signature: toBase64(signature), address: publicKey.toBase58() };
    },
  };
}

function createTransfer(account: PublicKey, lamports: number, blockhash: string): VersionedTransaction {
  const message = new TransactionMessage({
    payerKey: account,
    recentBlockhash: blockhash,
    instructions: [createInstruction(account, lamports)],
  });
  return new VersionedTransaction(message.compileToV0Message());
}

function createOldTransfer(account: PublicKey, lamports: number, blockhash: string): Transaction {
  const transaction = new Transaction().add(createInstruction(account, lamports));
  transaction.feePayer = account;
  transaction.recentBlockhash = blockhash;
  return transaction;
}

/** Creates a transfer from the account to itself, so that only the fee is spent. */
function createInstruction(account: PublicKey, lamports: number) {
  return SystemProgram.transfer({ fromPubkey: account, toPubkey: account, lamports });
}
