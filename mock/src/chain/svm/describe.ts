import type { TransactionSummary } from '../../explain/chain.js';
import {
  type DecodedTransaction,
  decodeTransaction,
  describeMessage,
  type LookupTables,
} from '../../explain/describe-transaction.js';
import { addInnerInstructions } from '../../explain/inner-instructions.js';
import type { IdlPrograms } from '../../explain/instructions/idl-programs.js';
import { type Account, createMissingAccount } from '../../explain/svm.js';
import type { AccountChange } from '../../explain/token-changes.js';
import { summarize } from '../summarize.js';
import { createRefusal, getMessageKey, type Ledger, type Simulation } from './ledger.js';
import { loadAccounts } from './rpc-accounts.js';
import { encodePartlyParsedCalls } from './transaction-json.js';

/** A transaction that was simulated after others. */
type Step = Readonly<{
  decoded: DecodedTransaction;
  /** What sending it would give. One whose blockhash has expired has its effects too. */
  simulation: Simulation;
  /** The accounts that it may write, if it succeeds. */
  changes: readonly AccountChange[];
  /** The accounts that this transaction and those before it have changed, as they leave them. */
  after: ReadonlyMap<string, Account>;
  tables: LookupTables;
}>;

/** Describes transactions that are sent one after another. Rejects with a `ChainError` if one of them is not a transaction. */
export async function describeTransactions(
  ledger: Ledger,
  wires: readonly Uint8Array[],
  idls?: IdlPrograms,
): Promise<readonly TransactionSummary[]> {
  const batch = wires.map(decodeTransaction);
  for (const decoded of batch) await ledger.svm.prepare?.(decoded);
  return Promise.all(simulateInOrder(ledger, batch).map(async (step) => describe(ledger, step, idls)));
}

/** Simulates transactions, each on what those before it leave, except programs. Afterwards the chain is as before. */
function simulateInOrder(ledger: Ledger, batch: readonly DecodedTransaction[]): readonly Step[] {
  const { svm } = ledger;
  const originals = new Map<string, Account>();
  const messages = new Set<string>();
  const after = new Map<string, Account>();

  function simulate(decoded: DecodedTransaction): Step {
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
      // LiteSVM never forgets a program. If the account of one is gone, it ends this process when a transaction calls it.
      if (account.executable) continue;
      if (!originals.has(address)) originals.set(address, before ?? createMissingAccount(address));
      svm.setAccount(account);
    }
    return { decoded, simulation, changes, after: new Map(after), tables };
  }

  try {
    return batch.map(simulate);
  } finally {
    for (const account of originals.values()) svm.setAccount(account);
  }
}

/** Simulates a transaction. If only its blockhash has expired, the outcome has the error and what it would do. */
function simulateExpired(ledger: Ledger, decoded: DecodedTransaction): Simulation {
  const simulation = ledger.simulate(decoded, { verify: false, checkAge: true });
  if (simulation.err !== 'BlockhashNotFound') return simulation;
  const effects = ledger.simulate(decoded, { verify: false, checkAge: false });
  return { ...effects, err: effects.err ?? simulation.err };
}

async function describe(
  ledger: Ledger,
  { decoded, simulation, changes, after, tables }: Step,
  idls?: IdlPrograms,
): Promise<TransactionSummary> {
  const described = describeMessage(decoded.message, tables, idls);
  const instructions = addInnerInstructions(described, encodePartlyParsedCalls(simulation), idls);
  const simulated = { ...simulation, instructions, changes };
  return summarize(decoded, described, simulated, async (keys) => {
    const found = await loadAccounts(ledger, keys);
    return keys.map((key, index) => after.get(key) ?? found[index]);
  });
}
