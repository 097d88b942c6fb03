import type { BalanceChange, InstructionSummary, TransactionSummary } from '../explain/chain.js';
import type { DecodedTransaction, DescribedMessage } from '../explain/describe-transaction.js';
import { type AccountChange, type FindAccounts, getTokenChanges } from '../explain/token-changes.js';
import { getTransactionErrorText, type TransactionErrorJson } from '../explain/transaction-error.js';
import { getPriorityFee } from './svm/fee.js';

/** What a transaction would do if it were sent now, as a chain has simulated it. */
export type Simulated = Readonly<{
  /** Why sending it would fail. */
  err: TransactionErrorJson | null;
  /** The instructions with those that they called. */
  instructions: readonly InstructionSummary[];
  /** The accounts that it may change; none if its effects are not known. */
  changes: readonly AccountChange[];
  /** In lamports. */
  fee?: bigint | undefined;
  unitsConsumed?: bigint | undefined;
  logs: readonly string[];
}>;

/** Says in words what a simulated transaction does. `findAccounts` returns those that it names in tokens. */
export async function summarize(
  { message }: DecodedTransaction,
  described: DescribedMessage,
  { err, instructions, changes, fee, unitsConsumed, logs }: Simulated,
  findAccounts: FindAccounts,
): Promise<TransactionSummary> {
  return {
    ...described,
    instructions,
    balanceChanges: changes.flatMap(getBalanceChange),
    tokenChanges: await getTokenChanges(changes, findAccounts),
    priorityFee: getPriorityFee(message),
    ...(fee !== undefined && { fee }),
    ...(unitsConsumed !== undefined && { computeUnits: unitsConsumed }),
    ...(err !== null && { error: getTransactionErrorText(err) }),
    logs,
  };
}

function getBalanceChange({ before, after }: AccountChange): readonly BalanceChange[] {
  const address = (before ?? after)?.address ?? '';
  const change = { address, before: before?.lamports ?? 0n, after: after?.lamports ?? 0n };
  return change.before === change.after ? [] : [change];
}
