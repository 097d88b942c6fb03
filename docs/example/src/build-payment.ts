import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  type ReadonlyUint8Array,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  getTransferSolInstruction,
  getTransferSolInstructionDataDecoder,
  SYSTEM_PROGRAM_ADDRESS,
  TRANSFER_SOL_DISCRIMINATOR,
} from '@solana-program/system';
import { RPC_MS, rpc } from './rpc';

export const SHOP: Address = address('11111111111111111111111111111112'); // use your own address
const PRICE = 10_000_000; // lamports: 0.01 SOL
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'; // its genesis hash

/** A transaction's bytes, unsigned, and the slot in which its blockhash was the newest. */
export type Payment = { transaction: Uint8Array; minContextSlot: number };

/**
 * Builds a payment whose transfer also names `reference`, an address that no other transaction names. Some
 * wallet apps show no approval without its `minContextSlot`.
 */
export async function buildPayment(payer: string, reference: Address): Promise<Payment> {
  const transfer = await createTransfer(payer, reference);
  const { context, value: blockhash } = await rpc
    .getLatestBlockhash()
    .send({ abortSignal: AbortSignal.timeout(RPC_MS) });
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
    (timed) => appendTransactionMessageInstruction(transfer, timed),
  );
  const transaction = new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
  return { transaction, minContextSlot: Number(context.slot) };
}

/** Returns the transfer of the price to the shop, which also names `reference`. */
export async function createTransfer(payer: string, reference: Address) {
  await checkShop();
  const source = createNoopSigner(address(payer)); // the wallet app signs
  const transfer = getTransferSolInstruction({ source, destination: SHOP, amount: PRICE });
  const accounts = [...transfer.accounts, { address: reference, role: AccountRole.READONLY }];
  return { ...transfer, accounts };
}

/** What an instruction on the chain says. */
export type Executed = {
  program: string | undefined;
  accounts: readonly (string | undefined)[];
  data: ReadonlyUint8Array;
};

/**
 * Returns whether an instruction is that transfer: to the shop, of at least the price, and with this
 * reference alone, so that one transfer never pays for two orders.
 */
export function isPayment({ program, accounts, data }: Executed, reference: Address): boolean {
  const [, destination, named, ...others] = accounts;
  if (program !== SYSTEM_PROGRAM_ADDRESS || destination !== SHOP) return false;
  if (named !== reference || others.length > 0 || data.length !== 12) return false;
  const { discriminator, amount } = getTransferSolInstructionDataDecoder().decode(data);
  return discriminator === TRANSFER_SOL_DISCRIMINATOR && amount >= PRICE;
}

/** Refuses to send real money to the example's address, of which nobody has the key. */
export async function checkShop(): Promise<void> {
  if (SHOP !== '11111111111111111111111111111112') return;
  if ((await rpc.getGenesisHash().send({ abortSignal: AbortSignal.timeout(RPC_MS) })) !== MAINNET) return;
  throw new Error('Set SHOP in build-payment.ts to your own address: what goes to the example’s is lost');
}
