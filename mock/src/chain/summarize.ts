import type { InstructionSummary, TransactionSummary } from '../explain/chain.js';
import {
  type DecodedTransaction,
  type DescribedMessage,
  getBalanceChanges,
} from '../explain/describe-transaction.js';
import type { Account } from '../explain/svm.js';
import { type AccountChange, getTokenChanges } from '../explain/token-changes.js';
import { getTransactionErrorText, type TransactionErrorJson } from '../explain/transaction-error.js';
import { getPriorityFee } from './svm/fee.js';

type Amounts = readonly (bigint | number | undefined)[];

/** What a transaction would do if it were sent now, as a chain has simulated it. Amounts are lamports. */
export type Simulated = Readonly<{
  /** Why sending it would fail. */
  err: TransactionErrorJson | null;
  /** The instructions with those that they called. */
  instructions: readonly InstructionSummary[];
  /** The balances of `addresses`, before and after; none if its effects are not known. */
  balances: Readonly<{ addresses: readonly string[]; before: Amounts; after: Amounts }> | undefined;
  /** The accounts that it changes. */
  changes: readonly AccountChange[];
  fee?: bigint | undefined;
  computeUnits?: bigint | undefined;
  logs: readonly string[];
}>;

/** Says in words what a simulated transaction does. `findAccounts` returns those that it names in tokens. */
export async function summarize(
  { message }: DecodedTransaction,
  described: DescribedMessage,
  { err, instructions, balances, changes, fee, computeUnits, logs }: Simulated,
  findAccounts: (addresses: readonly string[]) => Promise<readonly (Account | undefined)[]>,
): Promise<TransactionSummary> {
  return {
    ...described,
    instructions,
    balanceChanges: balances ? getBalanceChanges(balances.addresses, balances.before, balances.after) : [],
    tokenChanges: await getTokenChanges(changes, findAccounts),
    priorityFee: getPriorityFee(message),
    ...(fee !== undefined && { fee }),
    ...(computeUnits !== undefined && { computeUnits }),
    ...(err !== null && { error: getTransactionErrorText(err) }),
    logs,
  };
}
