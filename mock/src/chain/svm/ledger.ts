import { getSignatureFromTransaction, isAddress, isFullySignedTransaction } from '@solana/kit';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import {
  type DecodedTransaction,
  getLookupTableAddresses,
  getTransactionAccounts,
  type LookupTables,
  parseLookupTable,
} from '../../explain/describe-transaction.js';
import type { Account, Svm } from '../../explain/svm.js';
import type { Block, BlockClock } from './block-clock.js';
import { createExecution, type Execution, refuse } from './execution.js';
import { isNonceTransaction } from './nonce.js';
import { getTokenBalances } from './token-balances.js';

/** The outcome of a simulation. If it succeeds, `postAccounts` has the writable accounts with their new data. */
export type Simulation = Execution & Readonly<{ postAccounts: ReadonlyMap<string, Account> }>;

/** A transaction on the chain, whether it succeeded or failed. */
export type LedgerEntry = Execution &
  Readonly<{ signature: string; block: Block; decoded: DecodedTransaction }>;

/** The outcome of sending a transaction: it is on the chain, or why it is not. */
export type Submission =
  | Readonly<{ status: 'executed'; entry: LedgerEntry }>
  | Readonly<{ status: 'bad-signature' | 'failed-preflight' | 'dropped'; simulation: Simulation }>;

/** What a simulation checks. */
export type SimulateOptions = Readonly<{
  /** Whether every signature must be present and correct. */
  verify: boolean;
  /** Whether the blockhash must be recent, and the transaction not processed before. */
  checkAge: boolean;
}>;

/** How a transaction is sent. */
export type SubmitOptions = Readonly<{
  /** Whether one that fails is on the chain as well, and pays its fee; not by default. */
  skipPreflight?: boolean;
  /** Whether every signature must be present and correct, as by default. */
  verify?: boolean;
}>;

/** An {@link Svm} with time, blockhashes, replay protection and a list of its transactions. */
export type Ledger = Readonly<{
  svm: Svm;
  clock: BlockClock;
  /** Runs a transaction without changing the chain. */
  simulate(decoded: DecodedTransaction, options: SimulateOptions): Simulation;
  /** Runs a transaction. */
  submit(decoded: DecodedTransaction, options?: SubmitOptions): Submission;
  /** Returns the addresses in those lookup tables of a transaction that exist. */
  getLookupTables(decoded: DecodedTransaction): LookupTables;
  getEntry(signature: string): LedgerEntry | undefined;
  /** Returns all transactions on the chain, oldest first. */
  getEntries(): readonly LedgerEntry[];
  /** Forgets all transactions and accounts. Slots go on, so that clients which wait for one do not wait forever. */
  reset(): void;
  /** Calls `listener` with every transaction after it is on the chain, and without one after a reset. Returns a function that stops this. */
  watch(listener: (entry?: LedgerEntry) => void): () => void;
}>;

/**
 * Creates a ledger over an {@link Svm}. It recognises a replay by its message and not by its signature, because a wallet
 * may sign the same message twice.
 */
export function createLedger(svm: Svm, clock: BlockClock): Ledger {
  const entries = new Map<string, LedgerEntry>();
  const processed = new Set<string>();
  const listeners = new Set<(entry?: LedgerEntry) => void>();

  function getLookupTables({ message }: DecodedTransaction): LookupTables {
    const tables = getLookupTableAddresses(message).flatMap((table) => svm.getAccount(table) ?? []);
    return new Map(tables.map((table) => [table.address, parseLookupTable(table.data)]));
  }

  function getProblem(decoded: DecodedTransaction): 'BlockhashNotFound' | 'AlreadyProcessed' | undefined {
    const isRecent = clock.isRecent(decoded.message.lifetimeToken);
    if (processed.has(getMessageKey(decoded))) return isRecent ? 'AlreadyProcessed' : 'BlockhashNotFound';
    return isRecent || isNonceTransaction(svm, decoded.message) ? undefined : 'BlockhashNotFound';
  }

  function simulate(decoded: DecodedTransaction, { verify, checkAge }: SimulateOptions): Simulation {
    // As in a validator, signatures are checked before age and replay, and these before the programs run.
    if (verify && !isFullySignedTransaction(decoded.transaction))
      return createRefusal(decoded, 'SignatureFailure');
    const named = getTransactionAccounts(decoded.message, getLookupTables(decoded));
    // With an entry that its lookup table does not have, the transaction fails, and its accounts are unknown.
    const accounts = named.every((account) => isAddress(account.address)) ? named : [];
    const preBalances = accounts.map((account) => svm.getBalance(account.address));
    const preTokenBalances = getTokenBalances(accounts, svm.getAccount);
    const result = svm.simulate(decoded, verify);
    const postAccounts = new Map(result.postAccounts.map((account) => [account.address, account]));
    const postBalances = accounts.map(
      (account, index) => postAccounts.get(account.address)?.lamports ?? preBalances[index] ?? 0n,
    );
    const execution = createExecution(decoded, result, {
      accounts,
      preBalances,
      postBalances,
      preTokenBalances,
      postTokenBalances: getTokenBalances(accounts, (key) => postAccounts.get(key) ?? svm.getAccount(key)),
    });
    const problem = checkAge && execution.err !== 'SignatureFailure' ? getProblem(decoded) : undefined;
    return problem ? createRefusal(decoded, problem) : { ...execution, postAccounts };
  }

  function submit(
    decoded: DecodedTransaction,
    { skipPreflight = false, verify = true }: SubmitOptions = {},
  ): Submission {
    const simulation = simulate(decoded, { verify, checkAge: true });
    if (simulation.err !== null && !skipPreflight) {
      const isForged = simulation.err === 'SignatureFailure';
      return { status: isForged ? 'bad-signature' : 'failed-preflight', simulation };
    }
    if (simulation.err === 'SignatureFailure' || getProblem(decoded))
      return { status: 'dropped', simulation };
    const block = clock.tick();
    const { accounts, preBalances, preTokenBalances } = simulation;
    const result = svm.execute(decoded, verify);
    // A validator does not put such a transaction into a block, for example one whose fee payer has no lamports.
    if (!result.isExecuted) return { status: 'dropped', simulation };
    const postBalances = accounts.map((account) => svm.getBalance(account.address));
    const execution = createExecution(decoded, result, {
      accounts,
      preBalances,
      postBalances,
      preTokenBalances,
      postTokenBalances: getTokenBalances(accounts, svm.getAccount),
    });
    const signature = getSignatureFromTransaction(decoded.transaction);
    const entry: LedgerEntry = { ...execution, signature, block, decoded };
    entries.set(signature, entry);
    processed.add(getMessageKey(decoded));
    // The next transaction gets another blockhash, so that repeating the same transfer is not a replay.
    clock.endBlock();
    for (const listener of listeners) listener(entry);
    return { status: 'executed', entry };
  }

  return {
    svm,
    clock,
    simulate,
    submit,
    getLookupTables,
    getEntry: (signature) => entries.get(signature),
    getEntries: () => [...entries.values()],
    reset: () => {
      svm.reset();
      entries.clear();
      processed.clear();
      clock.restart();
      for (const listener of listeners) listener();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Creates the outcome of a transaction that is refused before any program runs. */
export function createRefusal(decoded: DecodedTransaction, err: string): Simulation {
  return { ...createExecution(decoded, refuse(err)), postAccounts: new Map() };
}

/** Returns a key of the message without its signatures, because a message can be processed only once. */
export function getMessageKey({ transaction }: DecodedTransaction): string {
  return encodeBase64(Uint8Array.from(transaction.messageBytes));
}
