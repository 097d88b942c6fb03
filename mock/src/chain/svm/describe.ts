import type { TransactionSummary } from '../../explain/chain.js';
import { decodeTransaction, describeMessage, getBalanceChanges } from '../../explain/describe-transaction.js';
import { addInnerInstructions } from '../../explain/inner-instructions.js';
import type { IdlPrograms } from '../../explain/instructions/idl-programs.js';
import { getTokenChanges } from '../../explain/token-changes.js';
import { getTransactionErrorText } from '../../explain/transaction-error.js';
import { type Step, simulateInOrder } from './batch.js';
import { getPriorityFee } from './fee.js';
import type { Ledger } from './ledger.js';
import { loadAccounts } from './rpc-accounts.js';

/**
 * Describes transactions that are sent one after another.
 * @throws ChainError `malformed` if one of them is not a transaction
 */
export async function describeTransactions(
  ledger: Ledger,
  wires: readonly Uint8Array[],
  idls?: IdlPrograms,
): Promise<readonly TransactionSummary[]> {
  const batch = wires.map(decodeTransaction);
  for (const decoded of batch) await ledger.svm.prepare?.(decoded);
  return Promise.all(simulateInOrder(ledger, batch).map(async (step) => describe(ledger, step, idls)));
}

/** Does the same for one transaction. */
export async function describeTransaction(
  ledger: Ledger,
  wire: Uint8Array,
  idls?: IdlPrograms,
): Promise<TransactionSummary> {
  const [summary] = (await describeTransactions(ledger, [wire], idls)) as readonly [TransactionSummary];
  return summary;
}

async function describe(ledger: Ledger, step: Step, idls?: IdlPrograms): Promise<TransactionSummary> {
  const { decoded, simulation, effects, changes, after, tables } = step;
  const error = effects.err ?? simulation.err;
  const { accounts, preBalances, postBalances } = effects;
  const addresses = accounts.map(({ address }) => address);
  const described = describeMessage(decoded.message, tables, idls);
  return {
    ...described,
    instructions: addInnerInstructions(described, effects.innerInstructions, idls),
    balanceChanges: effects.err === null ? getBalanceChanges(addresses, preBalances, postBalances) : [],
    tokenChanges: await getTokenChanges(changes, async (keys) => {
      const found = await loadAccounts(ledger, keys);
      return keys.map((key, index) => after.get(key) ?? found[index]);
    }),
    fee: simulation.fee,
    priorityFee: getPriorityFee(decoded.message),
    computeUnits: effects.unitsConsumed,
    ...(error !== null && { error: getTransactionErrorText(error) }),
    logs: effects.logs,
  };
}
