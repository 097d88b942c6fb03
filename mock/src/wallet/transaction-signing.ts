import { type Address, getTransactionEncoder, type SignatureBytes } from '@solana/kit';
import { concatBytes } from 'mobile-wallet-standard/endpoint';
import { type DecodedTransaction, decodeTransaction } from '../explain/describe-transaction.js';
import type { Signer } from './accounts.js';

/** Returns the base58 addresses of the accounts that must sign a transaction, in the order of their slots. */
export function getRequiredSigners({ message }: DecodedTransaction): readonly string[] {
  return message.staticAccounts.slice(0, message.header.numSignerAccounts);
}

/**
 * Adds the signatures of `signers` to a wire transaction (legacy, version 0 or 1), each in its account's slot. Keeps
 * other signatures, and ignores signers whose account has no slot.
 *
 * @throws ChainError `malformed` when the bytes are not a transaction
 */
export async function signTransaction(wire: Uint8Array, signers: readonly Signer[]): Promise<Uint8Array> {
  const decoded = decodeTransaction(wire);
  const required = new Set(getRequiredSigners(decoded));
  const { messageBytes, signatures } = decoded.transaction;
  const message = concatBytes(Uint8Array.from(messageBytes));
  const own = await Promise.all(
    signers
      .filter(({ account }) => required.has(account.address))
      .map(async ({ account, sign }) => [account.address as Address, await sign(message)] as const),
  );
  // Spread the old signatures first, to keep the order of the slots, in which the encoder writes the signatures.
  const all = { ...signatures, ...(Object.fromEntries(own) as Record<Address, SignatureBytes>) };
  return new Uint8Array(getTransactionEncoder().encode({ messageBytes, signatures: all }));
}
