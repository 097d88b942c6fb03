import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { createTransfer, type Payment } from './build-payment';
import { RPC_MS, rpc } from './rpc';

/** Compute units. This payment takes 450: 150 for each of its instructions. A wallet app may add others. */
const LIMIT = 20_000;
/** What you pay for each unit, in micro-lamports: at least, and at most. */
const LEAST = 10_000;
const MOST = 250_000; // 5,000 lamports for 20,000 units: as much as the fee for the signature

/** Returns what was enough in three of four recent blocks for a transaction that wrote to these accounts. */
export async function getUsualPrice(accounts: readonly Address[]): Promise<bigint> {
  const recent = await rpc
    .getRecentPrioritizationFees([...accounts])
    .send({ abortSignal: AbortSignal.timeout(RPC_MS) });
  const prices = recent.map(({ prioritizationFee }) => Number(prioritizationFee));
  const sorted = prices.sort((one, other) => one - other);
  const usual = sorted[Math.floor(sorted.length * 0.75)] ?? 0;
  return BigInt(Math.min(Math.max(usual, LEAST), MOST));
}

/** Builds the payment of `build-payment.ts` with a priority fee. */
export async function buildPriorityPayment(payer: string, reference: Address): Promise<Payment> {
  const transfer = await createTransfer(payer, reference);
  const price = await getUsualPrice(transfer.accounts.map((account) => account.address));
  const { context, value: blockhash } = await rpc
    .getLatestBlockhash()
    .send({ abortSignal: AbortSignal.timeout(RPC_MS) });
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
    (timed) => setTransactionMessageComputeUnitLimit(LIMIT, timed),
    (limited) => setTransactionMessageComputeUnitPrice(price, limited),
    (priced) => appendTransactionMessageInstruction(transfer, priced),
  );
  const transaction = new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
  return { transaction, minContextSlot: Number(context.slot) };
}
