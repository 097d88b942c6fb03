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

/** A simulation; `postAccounts` has the writable accounts as they would be, when it succeeds. */
export type Simulation = Execution & Readonly<{ postAccounts: ReadonlyMap<string, Account> }>;

/** A transaction that is on the chain, whether it succeeded or not. */
export type LedgerEntry = Execution &
  Readonly<{ signature: string; block: Block; decoded: DecodedTransaction }>;

/** What happened to a transaction that was sent: it is on the chain, or never got there. */
export type Submission =
  | Readonly<{ status: 'executed'; entry: LedgerEntry }>
  | Readonly<{ status: 'bad-signature' | 'failed-preflight' | 'dropped'; simulation: Simulation }>;

/** How strictly a simulation looks. */
export type SimulateOptions = Readonly<{
  /** Whether every signature must be there and right. */
  verify: boolean;
  /** Whether the transaction's own blockhash counts, and that it may have been processed before. */
  checkAge: boolean;
}>;

/** A LiteSVM with time, blockhashes, replay protection and a memory of its transactions. */
export type Ledger = Readonly<{
  svm: LiteSVM;
  clock: BlockClock;
  /** Runs a transaction without effect. */
  simulate(decoded: DecodedTransaction, options: SimulateOptions): Simulation;
  /** Runs a transaction; without preflight, also one that fails, which then pays its fee. */
  submit(decoded: DecodedTransaction, skipPreflight: boolean): Submission;
  /** The addresses in the lookup tables that a transaction uses and that exist. */
  getLookupTables(decoded: DecodedTransaction): LookupTables;
  getEntry(signature: string): LedgerEntry | undefined;
  /** All transactions on the chain, oldest first. */
  getEntries(): readonly LedgerEntry[];
  /** Calls `listener` with every transaction that gets onto the chain, after its effects; returns how to stop. */
  watch(listener: (entry: LedgerEntry) => void): () => void;
}>;

/**
 * Keeps the books over a LiteSVM whose own checks of blockhash and replay are off: it forgets every blockhash
 * but the latest, and takes the signature for the transaction, where a wallet may sign one message twice.
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
    // In a validator's order: signatures, then age and replay, then the programs.
    if (verify && !isFullySignedTransaction(decoded.transaction)) return refuse('SignatureFailure');
    const named = getTransactionAccounts(decoded.message, getLookupTables(decoded));
    // Where a lookup leads nowhere the transaction fails, and its accounts are not known.
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
    // Without a fee payer, for one, a validator never puts a transaction into a block.
    if (!isExecuted(result)) return { status: 'dropped', simulation };
    const postBalances = accounts.map((account) => getBalance(account.address));
    const execution = createExecution(decoded, result, { accounts, preBalances, postBalances });
    const signature = getSignatureFromTransaction(decoded.transaction);
    const entry: LedgerEntry = { ...execution, signature, block, decoded };
    entries.set(signature, entry);
    processed.add(getMessageKey(decoded));
    // Whoever asks next gets another blockhash, so that the same transfer once more is another transaction.
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

/** A message can be processed once, whatever signatures it carries. */
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
