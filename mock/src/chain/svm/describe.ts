import type { TransactionSummary } from '../../explain/chain.js';
import { type DecodedTransaction, decodeTransaction } from '../../explain/describe-transaction.js';
import type { IdlPrograms } from '../../explain/instructions/idl-programs.js';
import { type Account, createMissingAccount } from '../../explain/svm.js';
import { summarize } from '../summarize.js';
import { createRefusal, getMessageKey, type Ledger, type Simulation } from './ledger.js';
import { loadAccounts } from './rpc-accounts.js';
import { encodePartlyParsedCalls } from './transaction-json.js';

/**
 * Describes transactions that are sent one after another. Rejects with a `ChainError` if one of them is not a
 * transaction.
 */
export async function describeTransactions(
  ledger: Ledger,
  wires: readonly Uint8Array[],
  idls?: IdlPrograms,
): Promise<readonly TransactionSummary[]> {
  const batch = wires.map(decodeTransaction);
  for (const decoded of batch) await ledger.svm.prepare?.(decoded);
  const find = async (keys: readonly string[]) => loadAccounts(ledger, keys);
  return Promise.all(
    simulateInOrder(ledger, batch).map(({ decoded, simulated, tables, after }) =>
      summarize(decoded, simulated, { tables, after, find, idls }),
    ),
  );
}

/**
 * Simulates transactions, each on what those before it leave, except programs. Afterwards the chain is as
 * before.
 */
function simulateInOrder(ledger: Ledger, batch: readonly DecodedTransaction[]) {
  const { svm } = ledger;
  const originals = new Map<string, Account>();
  const messages = new Set<string>();
  /** The accounts that the transactions so far have changed, as they leave them. */
  const after = new Map<string, Account>();

  function simulate(decoded: DecodedTransaction) {
    const key = getMessageKey(decoded);
    const simulation = messages.has(key)
      ? createRefusal(decoded, 'AlreadyProcessed')
      : simulateExpired(ledger, decoded);
    messages.add(key);
    const tables = ledger.getLookupTables(decoded);
    const changes = simulation.accounts.flatMap(({ address, writable }) => {
      const account = writable ? simulation.postAccounts.get(address) : undefined;
      return account ? [{ before: svm.getAccount(address), after: account }] : [];
    });
    for (const { before, after: account } of changes) {
      const { address } = account;
      after.set(address, account);
      // LiteSVM never forgets a program. If the account of one is gone, it ends this process when a
      // transaction calls it.
      if (account.executable) continue;
      if (!originals.has(address)) originals.set(address, before ?? createMissingAccount(address));
      svm.setAccount(account);
    }
    const innerInstructions = encodePartlyParsedCalls(simulation);
    return {
      decoded,
      simulated: { ...simulation, innerInstructions, changes },
      tables,
      after: new Map(after),
    };
  }

  try {
    return batch.map(simulate);
  } finally {
    for (const account of originals.values()) svm.setAccount(account);
  }
}

/**
 * Simulates a transaction. If only its blockhash has expired, the outcome has the error and what it would do.
 */
function simulateExpired(ledger: Ledger, decoded: DecodedTransaction): Simulation {
  const simulation = ledger.simulate(decoded, { verify: false, checkAge: true });
  if (simulation.err !== 'BlockhashNotFound') return simulation;
  const effects = ledger.simulate(decoded, { verify: false, checkAge: false });
  return { ...effects, err: effects.err ?? simulation.err };
}
