import { getTransactionEncoder, partiallySignTransaction } from '@solana/kit';
import { type DecodedTransaction, decodeTransaction } from '../explain/describe-transaction.js';
import type { Signer } from './accounts.js';

/** Returns the base58 addresses of the accounts that must sign a transaction, in the order of their slots. */
export function getRequiredSigners({ message }: DecodedTransaction): readonly string[] {
  return message.staticAccounts.slice(0, message.header.numSignerAccounts);
}

/**
 * Adds the signatures of `signers` to a transaction, each in its account's slot. Keeps other signatures, and ignores signers
 * whose account has no slot.
 */
export async function signTransaction(wire: Uint8Array, signers: readonly Signer[]): Promise<Uint8Array> {
  const decoded = decodeTransaction(wire);
  const required = getRequiredSigners(decoded);
  const own = signers.filter(({ account }) => required.includes(account.address));
  const signed = await partiallySignTransaction(
    own.map(({ keys }) => keys),
    decoded.transaction,
  );
  return new Uint8Array(getTransactionEncoder().encode(signed));
}
