import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  isAddress,
  isAdvanceNonceAccountInstruction,
} from '@solana/kit';
import { getNonceDecoder, getNonceSize, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { getInstructions } from '../../explain/describe-transaction.js';
import type { Svm } from '../../explain/svm.js';

/**
 * Whether a transaction has a durable nonce instead of a blockhash: it begins by advancing a nonce account whose
 * current value is where the blockhash would be (https://solana.com/docs/core/transactions).
 */
export function isNonceTransaction(
  svm: Svm,
  message: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime,
): boolean {
  const [first] = getInstructions(message);
  if (!first || !isAdvanceNonceAccountInstruction(first)) return false;
  const [{ address }] = first.accounts;
  // The nonce account must not come from a lookup table, and only such an account has no valid address here.
  const account = isAddress(address) ? svm.getAccount(address) : undefined;
  if (account?.owner !== SYSTEM_PROGRAM_ADDRESS || account.data.length !== getNonceSize()) return false;
  return getNonceDecoder().decode(account.data).blockhash === message.lifetimeToken;
}
