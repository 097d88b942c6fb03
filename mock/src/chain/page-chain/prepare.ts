import { getPublicKeyFromAddress, isAddress, type SignatureBytes, verifySignature } from '@solana/kit';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token';
import { type DecodedTransaction, getInstructions } from '../../explain/describe-transaction.js';

/** What is known of a transaction before it runs, because a browser computes it asynchronously. */
export type Prepared = Readonly<{
  /** Whether every signature is there and correct. */
  isSigned: boolean;
  /** The associated token addresses that its instructions need, by {@link getAssociatedKey}. */
  associated: ReadonlyMap<string, string>;
}>;

/** Verifies a transaction's signatures by WebCrypto, and derives the addresses that it needs. */
export async function prepareTransaction(decoded: DecodedTransaction): Promise<Prepared> {
  const [verified, associated] = await Promise.all([
    verifySignatures(decoded),
    deriveAssociatedAddresses(decoded),
  ]);
  return { isSigned: verified, associated: new Map(associated) };
}

/** Returns the key of an associated token address. */
export function getAssociatedKey(owner: string, mint: string, tokenProgram: string): string {
  return `${owner} ${mint} ${tokenProgram}`;
}

async function verifySignatures({ transaction }: DecodedTransaction): Promise<boolean> {
  const { messageBytes } = transaction;
  const verify = async ([signer, signature]: readonly [string, SignatureBytes | null]): Promise<boolean> => {
    if (!signature || !isAddress(signer)) return false;
    const key = await getPublicKeyFromAddress(signer);
    return verifySignature(key, signature, messageBytes);
  };
  // A browser rejects the import of an address that is no public key, which nobody can sign for.
  const results = await Promise.all(
    Object.entries(transaction.signatures).map((entry) => verify(entry).catch(() => false)),
  );
  return results.every(Boolean);
}

async function deriveAssociatedAddresses({ message }: DecodedTransaction) {
  const derived = getInstructions(message)
    .filter(({ programAddress }) => programAddress === ASSOCIATED_TOKEN_PROGRAM_ADDRESS)
    .map(async ({ accounts }) => {
      const [, , owner, mint, , tokenProgram] = accounts.map(({ address }) => address);
      if (!owner || !mint || !tokenProgram || ![owner, mint, tokenProgram].every(isAddress)) return [];
      const [address] = await findAssociatedTokenPda({ owner, mint, tokenProgram });
      return [[getAssociatedKey(owner, mint, tokenProgram), address] as const];
    });
  return (await Promise.all(derived)).flat();
}
