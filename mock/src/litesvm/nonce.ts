import type { CompiledTransactionMessage, CompiledTransactionMessageWithLifetime } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { getCompiledInstructions } from '../describe-transaction.js';
import { getAccount } from './account.js';

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const ADVANCE_NONCE = 4;
const NONCE_OFFSET = 40;
const NONCE_ACCOUNT_SIZE = 80;

/**
 * Tells whether a transaction lives by a durable nonce instead of a blockhash: it begins by advancing a nonce
 * account that now holds the value in the blockhash's place (https://solana.com/docs/core/transactions).
 */
export function isNonceTransaction(
  svm: LiteSVM,
  message: CompiledTransactionMessage & CompiledTransactionMessageWithLifetime,
): boolean {
  const [first] = getCompiledInstructions(message);
  const [nonceIndex = -1] = first?.accountIndexes ?? [];
  const nonceAddress = message.staticAccounts[nonceIndex];
  if (!first || nonceAddress === undefined || first.data.length < 4) return false;
  if (message.staticAccounts[first.programIndex] !== SYSTEM_PROGRAM) return false;
  if (new DataView(first.data.buffer, first.data.byteOffset).getUint32(0, true) !== ADVANCE_NONCE)
    return false;
  const account = getAccount(svm, nonceAddress);
  if (account?.owner !== SYSTEM_PROGRAM || account.data.length !== NONCE_ACCOUNT_SIZE) return false;
  return encodeBase58(account.data.subarray(NONCE_OFFSET, NONCE_OFFSET + 32)) === message.lifetimeToken;
}
