import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import type { DecodedTransaction, TransactionAccount } from '../../explain/describe-transaction.js';
import type { SvmResult } from '../../explain/svm.js';
import type { TransactionErrorJson } from '../../explain/transaction-error.js';
import { getFee } from './fee.js';
import type { TokenBalance } from './token-balances.js';

/** The outcome of a transaction, sent or simulated. Balances are lamports, in the order of `accounts`. */
export type Execution = Pick<SvmResult, 'err' | 'logs' | 'unitsConsumed' | 'innerInstructions'> &
  Readonly<{
    fee: bigint;
    returnData: Readonly<{ programId: string; data: readonly [string, 'base64'] }> | null;
    accounts: readonly TransactionAccount[];
    preBalances: readonly bigint[];
    postBalances: readonly bigint[];
    preTokenBalances: readonly TokenBalance[];
    postTokenBalances: readonly TokenBalance[];
  }>;

/** The accounts of a transaction, and what they hold before and after it. */
type Balances = Pick<
  Execution,
  'accounts' | 'preBalances' | 'postBalances' | 'preTokenBalances' | 'postTokenBalances'
>;

const NO_BALANCES: Balances = {
  accounts: [],
  preBalances: [],
  postBalances: [],
  preTokenBalances: [],
  postTokenBalances: [],
};

/** Returns the result of a transaction that is refused before any program runs. */
export function refuse(err: TransactionErrorJson): SvmResult {
  return { err, logs: [], unitsConsumed: 0n, returnData: null, innerInstructions: [] };
}

/** Adds to a result what does not depend on the programs. */
export function createExecution(
  { message }: DecodedTransaction,
  result: SvmResult,
  balances: Balances = NO_BALANCES,
): Execution {
  const { err, logs, unitsConsumed, returnData, innerInstructions } = result;
  const returned = returnData && {
    programId: returnData.programId,
    data: [encodeBase64(returnData.data), 'base64'] as const,
  };
  const fee = getFee(message);
  return { err, logs, unitsConsumed, fee, returnData: returned, innerInstructions, ...balances };
}
