import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  getTransferCheckedInstructionDataDecoder,
  TOKEN_PROGRAM_ADDRESS,
  TRANSFER_CHECKED_DISCRIMINATOR,
} from '@solana-program/token';
import { checkShop, type Executed, type Payment, SHOP } from './build-payment';
import { RPC_MS, rpc } from './rpc';

export type { Payment } from './build-payment';

const MINT = address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'); // USDC on devnet
const DECIMALS = 6;
const PRICE = 1_500_000; // 1.5 USDC

/** Returns the account that holds an owner's tokens. */
const findTokens = async (owner: Address) =>
  (await findAssociatedTokenPda({ owner, mint: MINT, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0];
const SHOP_TOKENS = await findTokens(SHOP);

/** Builds a payment in tokens whose transfer also names `reference`. */
export async function buildPayment(payer: string, reference: Address): Promise<Payment> {
  await checkShop();
  const owner = createNoopSigner(address(payer)); // the wallet app signs
  // Does nothing if the shop has its account already. Otherwise the payer pays for it.
  const open = getCreateAssociatedTokenIdempotentInstruction({
    payer: owner,
    ata: SHOP_TOKENS,
    owner: SHOP,
    mint: MINT,
  });
  const transfer = getTransferCheckedInstruction({
    source: await findTokens(owner.address),
    mint: MINT,
    destination: SHOP_TOKENS,
    authority: owner,
    amount: PRICE,
    decimals: DECIMALS,
  });
  const accounts = [...transfer.accounts, { address: reference, role: AccountRole.READONLY }];
  const { context, value: blockhash } = await rpc
    .getLatestBlockhash()
    .send({ abortSignal: AbortSignal.timeout(RPC_MS) });
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(owner.address, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
    (timed) => appendTransactionMessageInstructions([open, { ...transfer, accounts }], timed),
  );
  const transaction = new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
  return { transaction, minContextSlot: Number(context.slot) };
}

/**
 * Returns whether an instruction is that transfer: to the shop, of this token, of at least the price, and
 * with this reference alone.
 */
export function isPayment({ program, accounts, data }: Executed, reference: Address): boolean {
  const [, mint, destination, , named, ...others] = accounts;
  if (program !== TOKEN_PROGRAM_ADDRESS || mint !== MINT || destination !== SHOP_TOKENS) return false;
  if (named !== reference || others.length > 0 || data.length !== 10) return false;
  const { discriminator, amount } = getTransferCheckedInstructionDataDecoder().decode(data);
  return discriminator === TRANSFER_CHECKED_DISCRIMINATOR && amount >= PRICE;
}
