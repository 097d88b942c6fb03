import { AssociatedTokenInstruction, parseAssociatedTokenInstruction } from '@solana-program/token';
import { type ReadableInstruction, shorten } from './instruction.js';

/** Describes the creation of the account in which an owner holds a token, and the rescue of tokens from a wrong one. */
export function describeAssociatedToken(instruction: ReadableInstruction): string | undefined {
  // Without data it creates an account, too; the parser does not know this older form.
  const data = instruction.data.length === 0 ? Uint8Array.of(0) : instruction.data;
  const parsed = parseAssociatedTokenInstruction({ ...instruction, data });
  if (parsed.instructionType === AssociatedTokenInstruction.RecoverNestedAssociatedToken) {
    const { nestedTokenMintAddress, walletAddress } = parsed.accounts;
    return `Recover token ${shorten(nestedTokenMintAddress)} from a wrong account of ${shorten(walletAddress)}`;
  }
  const { mint, owner } = parsed.accounts;
  return `Create account for token ${shorten(mint)} of ${shorten(owner)}`;
}
