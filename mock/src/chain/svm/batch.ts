import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import type { DecodedTransaction, LookupTables } from '../../explain/describe-transaction.js';
import type { Account, Svm } from '../../explain/svm.js';
import type { AccountChange } from '../../explain/token-changes.js';
import { createRefusal } from './execution.js';
import type { Ledger, Simulation } from './ledger.js';

/** A transaction that was simulated after others. */
export type Step = Readonly<{
  decoded: DecodedTransaction;
  /** What sending it would give. */
  simulation: Simulation;
  /** Its effects; the same as `simulation`, but also those of a transaction whose blockhash has expired. */
  effects: Simulation;
  /** The accounts that it may write, if it succeeds. */
  changes: readonly AccountChange[];
  /** The accounts that this transaction and those before it have changed, as they leave them. */
  after: ReadonlyMap<string, Account>;
  tables: LookupTables;
}>;

/**
 * Simulates transactions one after another, each on what those before it leave, except programs. Afterwards the chain is
 * as before.
 */
export function simulateInOrder(ledger: Ledger, batch: readonly DecodedTransaction[]): readonly Step[] {
  const { svm } = ledger;
  const originals = new Map<string, Account | undefined>();
  const messages = new Set<string>();
  const after = new Map<string, Account>();

  function simulate(decoded: DecodedTransaction): Step {
    const key = encodeBase64(Uint8Array.from(decoded.transaction.messageBytes));
    const simulation = messages.has(key)
      ? { ...createRefusal(decoded, 'AlreadyProcessed'), postAccounts: new Map() }
      : ledger.simulate(decoded, { verify: false, checkAge: true });
    messages.add(key);
    const effects =
      simulation.err === 'BlockhashNotFound'
        ? ledger.simulate(decoded, { verify: false, checkAge: false })
        : simulation;
    const tables = ledger.getLookupTables(decoded);
    const changes = effects.accounts.flatMap(({ address, writable }) => {
      const account = writable ? effects.postAccounts.get(address) : undefined;
      return account ? [{ before: svm.getAccount(address), after: account }] : [];
    });
    for (const { before, after: account } of changes) {
      after.set(account.address, account);
      // LiteSVM never forgets a program. If the account of one is gone, it ends this process when a transaction calls it.
      if (account.executable) continue;
      if (!originals.has(account.address)) originals.set(account.address, before);
      svm.setAccount(account);
    }
    return { decoded, simulation, effects, changes, after: new Map(after), tables };
  }

  try {
    return batch.map(simulate);
  } finally {
    for (const [address, account] of originals) restore(svm, address, account);
  }
}

function restore(svm: Svm, address: string, account: Account | undefined): void {
  const nothing = { lamports: 0n, owner: SYSTEM_PROGRAM_ADDRESS, data: new Uint8Array(), executable: false };
  svm.setAccount(account ?? { address, ...nothing });
}
