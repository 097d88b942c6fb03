import type { TransactionSummary } from '../../explain/chain.js';
import { decodeTransaction, describeMessage } from '../../explain/describe-transaction.js';
import { addInnerInstructions } from '../../explain/inner-instructions.js';
import type { IdlPrograms } from '../../explain/instructions/idl-programs.js';
import { summarize } from '../summarize.js';
import { type Step, simulateInOrder } from './batch.js';
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
  const described = describeMessage(decoded.message, tables, idls);
  const addresses = effects.accounts.map(({ address }) => address);
  const balances = { addresses, before: effects.preBalances, after: effects.postBalances };
  return summarize(
    decoded,
    described,
    {
      err: effects.err ?? simulation.err,
      instructions: addInnerInstructions(described, effects.innerInstructions, idls),
      balances: effects.err === null ? balances : undefined,
      changes,
      fee: simulation.fee,
      computeUnits: effects.unitsConsumed,
      logs: effects.logs,
    },
    async (keys) => {
      const found = await loadAccounts(ledger, keys);
      return keys.map((key, index) => after.get(key) ?? found[index]);
    },
  );
}
