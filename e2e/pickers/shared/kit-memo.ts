import {
  address,
  appendTransactionMessageInstruction,
  createSolanaRpc,
  createTransactionMessage,
  pipe,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { RPC_URL } from './page.js';

const MEMO_PROGRAM = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** Creates a version 0 message of kit with this memo and without a fee payer. */
export async function createMemoMessage(text: string) {
  const { value: blockhash } = await createSolanaRpc(RPC_URL).getLatestBlockhash().send();
  return pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
    (message) =>
      appendTransactionMessageInstruction(
        { programAddress: MEMO_PROGRAM, data: new TextEncoder().encode(text) },
        message,
      ),
  );
}
