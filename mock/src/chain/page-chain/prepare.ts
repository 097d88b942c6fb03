import { address, getPublicKeyFromAddress, isAddress, verifySignature } from '@solana/kit';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token';
import { type DecodedTransaction, getInstructions } from '../../explain/describe-transaction.js';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';

/** What is known of a transaction before it runs, because a browser computes it asynchronously. */
export type Prepared = Readonly<{
  /** Whether every signature is there and correct. */
  isSigned: boolean;
  /** The associated token address that each of its instructions needs, if any. */
  associated: readonly (string | undefined)[];
}>;

/** Verifies a transaction's signatures by WebCrypto, and derives the addresses that it needs. */
export async function prepareTransaction(decoded: DecodedTransaction): Promise<Prepared> {
  const derived = getInstructions(decoded.message).map(deriveAssociatedAddress);
  return { isSigned: await isSigned(decoded), associated: await Promise.all(derived) };
}

async function isSigned({ transaction }: DecodedTransaction): Promise<boolean> {
  const { messageBytes, signatures } = transaction;
  const verified = Object.entries(signatures).map(async ([signer, signature]) => {
    if (!signature) return false;
    return verifySignature(await getPublicKeyFromAddress(address(signer)), signature, messageBytes);
  });
  // A browser rejects the import of an address that is no public key, which nobody can sign for.
  return Promise.all(verified).then(
    (results) => results.every(Boolean),
    () => false,
  );
}

async function deriveAssociatedAddress(instruction: ReadableInstruction): Promise<string | undefined> {
  if (instruction.programAddress !== ASSOCIATED_TOKEN_PROGRAM_ADDRESS) return undefined;
  const [, , owner, mint, , tokenProgram] = instruction.accounts.map((account) => account.address);
  if (!owner || !mint || !tokenProgram || ![owner, mint, tokenProgram].every(isAddress)) return undefined;
  const [derived] = await findAssociatedTokenPda({ owner, mint, tokenProgram });
  return derived;
}
