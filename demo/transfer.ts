import {
  address,
  appendTransactionMessageInstructions,
  type BlockhashLifetimeConstraint,
  compileTransaction,
  createTransactionMessage,
  getBase64Decoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { createReference, createTransfer } from 'mobile-wallet-standard/payments';
import type { BlockhashSource } from './blockhash.js';
import type { Sent } from './sent-store.js';

/** What a wallet is to pay. Amounts are in the smallest unit. */
export type Wanted = Readonly<{
  order: string;
  payer: string;
  recipient: string;
  amount: bigint;
  mint?: Sent['mint'];
  success: string;
  /** The newest transaction version that the wallet supports. */
  version: 'legacy' | 0;
  blockhashes: BlockhashSource;
}>;

/** Builds the transaction that pays, with a reference of its own, by which it is found on the chain. */
export async function createSent({ order, success, version, blockhashes, ...wanted }: Wanted): Promise<Sent> {
  const { lifetime, slot } = await blockhashes.get();
  const terms = {
    payer: address(wanted.payer),
    recipient: address(wanted.recipient),
    amount: wanted.amount,
    mint: wanted.mint,
    reference: createReference(),
  };
  const wire = compile(terms.payer, await createTransfer(terms), lifetime, version);
  return {
    ...terms,
    order,
    success,
    transaction: getBase64Decoder().decode(wire),
    minContextSlot: Number(slot),
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
  };
}

/** Returns the wire bytes of an unsigned transaction. `payer` pays the fee. */
export function compile(
  payer: string,
  instructions: readonly Instruction[],
  lifetime: BlockhashLifetimeConstraint,
  version: 'legacy' | 0,
): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  );
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
}
