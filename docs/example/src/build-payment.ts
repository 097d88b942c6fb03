import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { rpc } from './rpc';

const SHOP = address('11111111111111111111111111111112'); // use your own address

/** Builds a payment of 0.01 SOL. Returns the transaction's bytes, unsigned. */
export async function buildPayment(payer: string): Promise<Uint8Array> {
  const { value: blockhash } = await rpc.getLatestBlockhash().send();
  const source = createNoopSigner(address(payer)); // the wallet app signs
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(source.address, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
    (timed) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source, destination: SHOP, amount: 10_000_000 }),
        timed,
      ),
  );
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
}
