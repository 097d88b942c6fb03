import { useConnection, useWallet } from '@solana/wallet-adapter-react';
import {
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import type { ReactNode } from 'react';
import { toBase64 } from '../shared/bytes.js';
import { MESSAGE, SIGN_IN } from '../shared/inputs.js';
import { type Actions, Panel } from '../shared/panel.js';

/** The actions of the connected account. Shows nothing while the wallet lacks one of them, as a disconnected one does. */
export function Account(): ReactNode {
  const { publicKey, signIn, ...wallet } = useWallet();
  const { signTransaction, signAllTransactions, signMessage } = wallet;
  const { connection } = useConnection();
  if (!(publicKey && signTransaction && signAllTransactions && signMessage && signIn)) return null;

  const actions: Actions = {
    async 'Sign one'() {
      const { blockhash } = await connection.getLatestBlockhash();
      const signed = await signTransaction(createTransfer(publicKey, 1, blockhash));
      return { signed: [toBase64(signed.serialize())] };
    },
    async 'Sign two'() {
      const { blockhash } = await connection.getLatestBlockhash();
      const transfers = [createTransfer(publicKey, 1, blockhash), createOldTransfer(publicKey, 2, blockhash)];
      const signed = await signAllTransactions(transfers);
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
      const signature = await signMessage(new TextEncoder().encode(MESSAGE));
      return { message: btoa(MESSAGE), signature: toBase64(signature), address: publicKey.toBase58() };
    },
    async 'Sign in'() {
      const { account, signedMessage, signature } = await signIn(SIGN_IN);
      return {
        account: { address: account.address },
        signedMessage: toBase64(signedMessage),
        signature: toBase64(signature),
      };
    },
  };
  return <Panel address={publicKey.toBase58()} actions={actions} />;
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
