import type { BalanceChange, TransactionSummary } from '../explain/chain.js';
import {
  type DecodedTransaction,
  describeMessage,
  type LookupTables,
} from '../explain/describe-transaction.js';
import { addInnerInstructions, type CallsJson } from '../explain/inner-instructions.js';
import type { IdlPrograms } from '../explain/instructions/idl-programs.js';
import type { Account, TransactionErrorJson } from '../explain/svm.js';
import {
  type AccountChange,
  type FindAccounts,
  getTokenChanges,
  getTokens,
} from '../explain/token-changes.js';
import { getRightAddresses } from '../explain/warnings/transaction-warnings.js';
import { getPriorityFee } from './svm/fee.js';
import { getTransactionErrorText } from './transaction-error.js';

/** What a transaction would do if it were sent now, as a chain has simulated it. */
type Simulated = Readonly<{
  /** Why sending it would fail. */
  err: TransactionErrorJson | null;
  innerInstructions: readonly CallsJson[];
  /** The accounts that it may change; none if its effects are not known. */
  changes: readonly AccountChange[];
  /** In lamports. */
  fee: bigint | undefined;
  unitsConsumed: bigint | undefined;
  logs: readonly string[];
}>;

/**
 * What is known of the chain after a transaction: changed accounts by their addresses, and how to find
 * others.
 */
type Known = Readonly<{
  tables: LookupTables;
  after: ReadonlyMap<string, Account | undefined>;
  find: FindAccounts;
  idls: IdlPrograms | undefined;
}>;

/** Says in words what a simulated transaction does. */
export async function summarize(
  { message }: DecodedTransaction,
  { err, innerInstructions, changes, fee, unitsConsumed, logs }: Simulated,
  { tables, after, find, idls }: Known,
): Promise<TransactionSummary> {
  const described = describeMessage(message, tables, idls);
  const findAfter: FindAccounts = async (keys) => {
    const found = await find(keys);
    return keys.map((key, index) => after.get(key) ?? found[index]);
  };
  const instructions = addInnerInstructions(described, innerInstructions, idls);
  const givenAway = getRightAddresses(instructions);
  return {
    ...described,
    instructions,
    balanceChanges: changes.flatMap(getBalanceChange),
    tokenChanges: await getTokenChanges(changes, findAfter),
    ...(givenAway.length > 0 && { tokens: await getTokens(givenAway, findAfter) }),
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
