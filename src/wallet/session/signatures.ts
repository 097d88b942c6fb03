import { decodeBase58 } from '../../base58.js';
import { findSigner } from '../../dapp/signatures.js';
import { assertArgument } from '../../errors.js';
import { parseTransaction } from '../../protocol/wire-transaction.js';
import type { TransactionInput } from '../inputs.js';

/**
 * Throws `INVALID_ARGUMENT` if an account is not a signer of its transaction. Skips transactions that cannot be parsed,
 * because the wallet may know their format.
 */
export function assertSigners(inputs: readonly TransactionInput[]): void {
  for (const { account, transaction } of inputs) {
    const parts = parseTransaction(transaction);
    assertArgument(
      !parts || findSigner(parts, decodeBase58(account.address)),
      'account',
      `must be a signer of the transaction, which ${account.address} is not`,
    );
  }
}
