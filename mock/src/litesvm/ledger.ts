import { address, getSignatureFromTransaction, isAddress, isFullySignedTransaction } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { ChainError } from '../chain.js';
import {
  type DecodedTransaction,
  getLookupTableAddresses,
  getTransactionAccounts,
  type LookupTables,
  parseLookupTable,
} from '../describe-transaction.js';
import { type Account, getAccount, readAccount } from './account.js';
import type { Block, BlockClock } from './block-clock.js';
import {
  createExecution,
  createRefusal,
  type Execution,
  isExecuted,
  type LiteSvmResult,
} from './execution.js';
import { isNonceTransaction } from './nonce.js';

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

/** A LiteSVM with time, blockhashes, replay protection and a list of its transactions. */
export type Ledger = Readonly<{
  svm: LiteSVM;
  clock: BlockClock;
  /** Runs a transaction without changing the chain. */
  simulate(decoded: DecodedTransaction, options: SimulateOptions): Simulation;
  /** Runs a transaction. With `skipPreflight`, one that fails is on the chain as well, and pays its fee. */
  submit(decoded: DecodedTransaction, skipPreflight: boolean): Submission;
  /** Returns the addresses in those lookup tables of a transaction that exist. */
  getLookupTables(decoded: DecodedTransaction): LookupTables;
  getEntry(signature: string): LedgerEntry | undefined;
  /** Returns all transactions on the chain, oldest first. */
  getEntries(): readonly LedgerEntry[];
  /** Calls `listener` with every transaction after it is on the chain. Returns a function that stops this. */
  watch(listener: (entry: LedgerEntry) => void): () => void;
}>;

/**
 * Creates a ledger over a LiteSVM whose own checks of blockhash and replay are off. LiteSVM knows only the latest
 * blockhash, and recognises a replay by its signature, although a wallet may sign the same message twice.
 */
export function createLedger(svm: LiteSVM, clock: BlockClock): Ledger {
  const entries = new Map<string, LedgerEntry>();
  const processed = new Set<string>();
  const listeners = new Set<(entry: LedgerEntry) => void>();

  function getLookupTables({ message }: DecodedTransaction): LookupTables {
    const tables = getLookupTableAddresses(message).flatMap((table) => getAccount(svm, table) ?? []);
    return new Map(tables.map((table) => [table.address, parseLookupTable(table.data)]));
  }

  function getProblem(decoded: DecodedTransaction): 'BlockhashNotFound' | 'AlreadyProcessed' | undefined {
    const lastValidHeight = clock.getLastValidBlockHeight(decoded.message.lifetimeToken);
    const isRecent = lastValidHeight !== undefined && clock.tick().height <= lastValidHeight;
    if (processed.has(getMessageKey(decoded))) return isRecent ? 'AlreadyProcessed' : 'BlockhashNotFound';
    return isRecent || isNonceTransaction(svm, decoded.message) ? undefined : 'BlockhashNotFound';
  }

  function getBalance(account: string): bigint {
    return svm.getBalance(address(account)) ?? 0n;
  }

  function simulate(decoded: DecodedTransaction, { verify, checkAge }: SimulateOptions): Simulation {
    const refuse = (err: string): Simulation => ({
      ...createRefusal(decoded, err),
      postAccounts: new Map(),
    });
    // As in a validator, signatures are checked before age and replay, and these before the programs run.
    if (verify && !isFullySignedTransaction(decoded.transaction)) return refuse('SignatureFailure');
    const named = getTransactionAccounts(decoded.message, getLookupTables(decoded));
    // With an entry that its lookup table does not have, the transaction fails, and its accounts are unknown.
    const accounts = named.every((account) => isAddress(account.address)) ? named : [];
    const preBalances = accounts.map((account) => getBalance(account.address));
    const result = callLiteSvm(() => svm.withSigverify(verify).simulateTransaction(decoded.transaction));
    const changed = 'postAccounts' in result ? result.postAccounts().map(readAccount) : [];
    const postAccounts = new Map(changed.map((account) => [account.address, account]));
    const postBalances = accounts.map(
      (account, index) => postAccounts.get(account.address)?.lamports ?? preBalances[index] ?? 0n,
    );
    const execution = createExecution(decoded, result, { accounts, preBalances, postBalances });
    const problem = checkAge && execution.err !== 'SignatureFailure' ? getProblem(decoded) : undefined;
    return problem ? refuse(problem) : { ...execution, postAccounts };
  }

  function submit(decoded: DecodedTransaction, skipPreflight: boolean): Submission {
    const simulation = simulate(decoded, { verify: true, checkAge: true });
    if (simulation.err !== null && !skipPreflight) {
      const isForged = simulation.err === 'SignatureFailure';
      return { status: isForged ? 'bad-signature' : 'failed-preflight', simulation };
    }
    if (simulation.err === 'SignatureFailure' || getProblem(decoded))
      return { status: 'dropped', simulation };
    const block = clock.tick();
    const { accounts, preBalances } = simulation;
    const result = callLiteSvm(() => svm.withSigverify(true).sendTransaction(decoded.transaction));
    // A validator does not put such a transaction into a block, for example one whose fee payer has no lamports.
    if (!isExecuted(result)) return { status: 'dropped', simulation };
    const postBalances = accounts.map((account) => getBalance(account.address));
    const execution = createExecution(decoded, result, { accounts, preBalances, postBalances });
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
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns a key of the message without its signatures, because a message can be processed only once. */
function getMessageKey({ transaction }: DecodedTransaction): string {
  return encodeBase64(Uint8Array.from(transaction.messageBytes));
}

function callLiteSvm<T extends LiteSvmResult>(call: () => T): T {
  try {
    return call();
  } catch (cause) {
    throw new ChainError('malformed', 'The chain could not read the transaction', { cause });
  }
}
