import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type BlockhashLifetimeConstraint,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionEncoder,
  type Instruction,
  isAddress,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { addTestSol, getRecentBlockhash, getTokenAmount, sendAndConfirm } from './chain.js';
import { LAMPORTS_PER_SOL } from './lamports.js';
import { recall, remember } from './memory.js';

/**
 * The token that this page makes up: its decimals, and in smallest units what an owner gets and then sends.
 */
export const DECIMALS = 2;
const GIFT = 250_00n;
export const TOKENS_SENT = 25_00n;
/** What the System program takes for an account of a mint's size. */
const MINT_RENT = 1_461_600n;

/** Returns smallest units as a number of tokens. */
export function formatTokens(amount: bigint): string {
  return (Number(amount) / 10 ** DECIMALS).toLocaleString('en', { maximumFractionDigits: DECIMALS });
}

/**
 * Returns the mint of a token of which `owner` has enough to send. Makes up a new one if need be: an account
 * of this page creates it and gives the owner 250.
 */
export async function getTestToken(owner: string): Promise<Address> {
  const known = recall('mint');
  // Other pages of this origin may have written it.
  if (known && isAddress(known) && (await getTokens(owner, known)) >= TOKENS_SENT) return known;
  const [payer, mint] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()]);
  await addTestSol(payer.address, LAMPORTS_PER_SOL);
  const { lifetime } = await getRecentBlockhash();
  await sendAndConfirm(
    await createGift(payer, mint, address(owner), lifetime),
    lifetime.lastValidBlockHeight,
  );
  remember('mint', mint.address);
  return mint.address;
}

/** Returns how much of a token an account has, in smallest units. */
export async function getTokens(owner: string, mint: Address): Promise<bigint> {
  return getTokenAmount(await getTokenAccount(address(owner), mint));
}

async function createGift(
  payer: KeyPairSigner,
  mint: KeyPairSigner,
  owner: Address,
  lifetime: BlockhashLifetimeConstraint,
): Promise<Uint8Array> {
  const ata = await getTokenAccount(owner, mint.address);
  const message = createMessage(payer, lifetime, [
    getCreateAccountInstruction({
      payer,
      newAccount: mint,
      lamports: MINT_RENT,
      space: getMintSize(),
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({ mint: mint.address, decimals: DECIMALS, mintAuthority: payer.address }),
    getCreateAssociatedTokenIdempotentInstruction({ payer, ata, owner, mint: mint.address }),
    getMintToInstruction({ mint: mint.address, token: ata, mintAuthority: payer, amount: GIFT }),
  ]);
  return new Uint8Array(getTransactionEncoder().encode(await signTransactionMessageWithSigners(message)));
}

function createMessage(
  payer: Parameters<typeof setTransactionMessageFeePayerSigner>[0],
  lifetime: BlockhashLifetimeConstraint,
  instructions: readonly Instruction[],
) {
  return pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  );
}

async function getTokenAccount(owner: Address, mint: Address): Promise<Address> {
  const [account] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  return account;
}
