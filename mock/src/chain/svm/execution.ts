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
export type Balances = Pick<
  Execution,
  'accounts' | 'preBalances' | 'postBalances' | 'preTokenBalances' | 'postTokenBalances'
>;

/** Adds to a result what does not depend on the programs. */
export function createExecution(
  { message }: DecodedTransaction,
  { err, logs, unitsConsumed, returnData, innerInstructions }: SvmResult,
  balances: Balances,
): Execution {
  return {
    err,
    logs,
    unitsConsumed,
    fee: getFee(message),
    returnData: returnData && {
      programId: returnData.programId,
      data: [encodeBase64(returnData.data), 'base64'],
    },
    innerInstructions,
    ...balances,
  };
}

/** Creates the outcome of a transaction that is refused before any program runs. */
export function createRefusal({ message }: DecodedTransaction, err: TransactionErrorJson): Execution {
  return {
    err,
    logs: [],
    unitsConsumed: 0n,
    fee: getFee(message),
    returnData: null,
    innerInstructions: [],
    accounts: [],
    preBalances: [],
    postBalances: [],
    preTokenBalances: [],
    postTokenBalances: [],
  };
}
