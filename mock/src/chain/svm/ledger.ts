import {
  getSignatureFromTransaction,
  isAddress,
  isAdvanceNonceAccountInstruction,
  isFullySignedTransaction,
} from '@solana/kit';
import { getNonceDecoder, getNonceSize, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import {
  type DecodedTransaction,
  getInstructions,
  getLookupTableAddresses,
  getTransactionAccounts,
  type LookupTables,
  readLookupTables,
} from '../../explain/describe-transaction.js';
import type { Account, Svm } from '../../explain/svm.js';
import type { Block, BlockClock } from './block-clock.js';
import { createExecution, type Execution, getHoldings, refuse } from './execution.js';
import { type Commitment, type RpcSettings, STAGES } from './rpc-settings.js';

/**
 * The outcome of a simulation. If it succeeds, `postAccounts` has the writable accounts with their new data.
 */
export type Simulation = Execution & Readonly<{ postAccounts: ReadonlyMap<string, Account> }>;

/** A transaction on the chain, whether it succeeded or failed. */
export type LedgerEntry = Execution &
  Readonly<{
    signature: string;
    block: Block;
    decoded: DecodedTransaction;
    /** Its writable accounts before it, as long as the RPC is behind it. */
    before: Map<string, Account | undefined>;
  }>;

/** The outcome of sending a transaction: it is on the chain, or why it is not. */
export type Submission =
  | Readonly<{ status: 'executed'; entry: LedgerEntry }>
  | Readonly<{ status: 'refused' | 'dropped'; simulation: Simulation }>;

/** An {@link Svm} with time, blockhashes, replay protection and a list of its transactions. */
export type Ledger = Readonly<{
  svm: Svm;
  clock: BlockClock;
  /**
   * Runs a transaction without changing the chain. `checkAge` refuses an old blockhash and a transaction that
   * was processed.
   */
  simulate(decoded: DecodedTransaction, options: SimulateOptions): Simulation;
  /**
   * Runs a transaction. With `skipPreflight` one that fails is on the chain as well, and pays its fee. Its
   * signatures are verified unless `verify` is false.
   */
  submit(decoded: DecodedTransaction, options?: SubmitOptions): Submission;
  /** Returns the addresses in those lookup tables of a transaction that exist. */
  getLookupTables(decoded: DecodedTransaction): LookupTables;
  /** Whether a message has a recent blockhash, or the current value of a durable nonce instead. */
  isCurrent(message: DecodedTransaction['message']): boolean;
  /** Returns the transaction with this base58 signature, if it is on the chain. */
  getEntry(signature: string): LedgerEntry | undefined;
  /** Returns all transactions on the chain, oldest first. */
  getEntries(): readonly LedgerEntry[];
  /**
   * Forgets all transactions and accounts. Slots go on, so that clients which wait for one do not wait
   * forever.
   */
  reset(): void;
  /** Adds or replaces an account without a transaction. */
  setAccount(account: Account): void;
  /**
   * Calls `listener` with every transaction on the chain, with the address of every account that was set
   * without one, and with neither after a reset. Returns a function that stops this.
   */
  watch(listener: Listener): () => void;
  /** The same, but calls it with a transaction once that has the commitment. */
  watchAt(commitment: Commitment, listener: Listener): () => void;
  /** How the RPC answers. */
  getRpcSettings(): RpcSettings;
  /** Changes how it answers. */
  setRpcSettings(settings: RpcSettings): void;
  /** Returns the newest slot that the RPC knows at a commitment. It may be before the first block. */
  getSlot(commitment: Commitment): bigint;
  /** Returns an account as the RPC knows it at a commitment. */
  getAccount(address: string, commitment: Commitment): Account | undefined;
  /** Whether the RPC knows that a transaction has the commitment. */
  hasReached(entry: LedgerEntry, commitment: Commitment): boolean;
}>;

type Listener = (entry?: LedgerEntry, address?: string) => void;

type SimulateOptions = Readonly<{ verify: boolean; checkAge: boolean }>;
type SubmitOptions = Readonly<{ skipPreflight?: boolean; verify?: boolean }>;

/**
 * Creates a ledger. It recognises a replay by its message, because a wallet may sign the same message twice.
 */
export function createLedger(svm: Svm, clock: BlockClock, initialRpc: RpcSettings): Ledger {
  const entries = new Map<string, LedgerEntry>();
  const processed = new Set<string>();
  const listeners = new Set<Listener>();
  let rpc = initialRpc;

  function getLookupTables({ message }: DecodedTransaction): LookupTables {
    return readLookupTables(getLookupTableAddresses(message).map(svm.getAccount));
  }

  function isCurrent(message: DecodedTransaction['message']): boolean {
    if (clock.isRecent(message.lifetimeToken)) return true;
    // With a durable nonce, a message begins by advancing a nonce account whose current value is where the
    // blockhash would be (https://solana.com/docs/core/transactions).
    const [first] = getInstructions(message);
    if (!first || !isAdvanceNonceAccountInstruction(first)) return false;
    const [{ address }] = first.accounts;
    // The nonce account must not come from a lookup table, and only such an account has no valid address
    // here.
    const account = isAddress(address) ? svm.getAccount(address) : undefined;
    if (account?.owner !== SYSTEM_PROGRAM_ADDRESS || account.data.length !== getNonceSize()) return false;
    return getNonceDecoder().decode(account.data).blockhash === message.lifetimeToken;
  }

  function getProblem(decoded: DecodedTransaction): 'BlockhashNotFound' | 'AlreadyProcessed' | undefined {
    const { message } = decoded;
    const isReplay = processed.has(getMessageKey(decoded));
    if (isReplay && clock.isRecent(message.lifetimeToken)) return 'AlreadyProcessed';
    return isReplay || !isCurrent(message) ? 'BlockhashNotFound' : undefined;
  }

  function simulate(decoded: DecodedTransaction, { verify, checkAge }: SimulateOptions): Simulation {
    // As in a validator, signatures are checked before age and replay, and these before the programs run.
    if (verify && !isFullySignedTransaction(decoded.transaction)) {
      return createRefusal(decoded, 'SignatureFailure');
    }
    const named = getTransactionAccounts(decoded.message, getLookupTables(decoded));
    // With an entry that its lookup table does not have, the transaction fails, and its accounts are unknown.
    const accounts = named.every((account) => isAddress(account.address)) ? named : [];
    const result = svm.simulate(decoded, verify);
    const problem = checkAge && result.err !== 'SignatureFailure' ? getProblem(decoded) : undefined;
    if (problem) return createRefusal(decoded, problem);
    const postAccounts = new Map(result.postAccounts.map((account) => [account.address, account]));
    const before = getHoldings(svm, accounts);
    const after = getHoldings(svm, accounts, postAccounts);
    return { ...createExecution(decoded, result, accounts, before, after), postAccounts };
  }

  function submit(
    decoded: DecodedTransaction,
    { skipPreflight = false, verify = true }: SubmitOptions = {},
  ): Submission {
    const simulation = simulate(decoded, { verify, checkAge: true });
    const { err, accounts } = simulation;
    if (err !== null && !skipPreflight) return { status: 'refused', simulation };
    if (err === 'SignatureFailure' || getProblem(decoded)) return { status: 'dropped', simulation };
    const block = clock.tick();
    const isBehind = getSlot('finalized') < block.slot;
    const changing = isBehind ? accounts.filter(({ writable }) => writable) : [];
    const before = new Map(changing.map(({ address }) => [address, svm.getAccount(address)]));
    const holdings = getHoldings(svm, accounts);
    const result = svm.execute(decoded, verify);
    // A validator does not put such a transaction into a block, for example one whose fee payer has no
    // lamports.
    if (!result.isExecuted) return { status: 'dropped', simulation };
    const execution = createExecution(decoded, result, accounts, holdings, getHoldings(svm, accounts));
    const signature = getSignatureFromTransaction(decoded.transaction);
    const entry: LedgerEntry = { ...execution, signature, block, decoded, before };
    for (const known of entries.values()) if (hasReached(known, 'finalized')) known.before.clear();
    entries.set(signature, entry);
    processed.add(getMessageKey(decoded));
    // The next transaction gets another blockhash, so that repeating the same transfer is not a replay.
    clock.endBlock();
    for (const listener of listeners) listener(entry);
    return { status: 'executed', entry };
  }

  function getSlot(commitment: Commitment, hasStages = rpc.stages): bigint {
    return clock.tick().slot - BigInt(rpc.slotsBehind) - (hasStages ? STAGES[commitment] : 0n);
  }

  function getAccount(address: string, commitment: Commitment): Account | undefined {
    const slot = getSlot(commitment);
    const isUnknown = ({ block, before }: LedgerEntry) => block.slot > slot && before.has(address);
    const next = slot < clock.tick().slot ? [...entries.values()].find(isUnknown) : undefined;
    return next ? next.before.get(address) : svm.getAccount(address);
  }

  function hasReached({ block, err }: LedgerEntry, commitment: Commitment): boolean {
    const known = err === null || rpc.stages ? getSlot(commitment) : getSlot('processed', true);
    return block.slot <= known;
  }

  function watch(listener: Listener): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  function watchAt(commitment: Commitment, listener: Listener): () => void {
    let waiting: readonly LedgerEntry[] = [];
    const deliver = (): void => {
      const reached = waiting.filter((entry) => hasReached(entry, commitment));
      waiting = waiting.filter((entry) => !reached.includes(entry));
      for (const entry of reached) listener(entry);
    };
    const stopClock = clock.watch(deliver);
    const stop = watch((entry, address) => {
      waiting = entry ? [...waiting, entry] : address === undefined ? [] : waiting;
      if (entry) deliver();
      else listener(entry, address);
    });
    return () => {
      stop();
      stopClock();
    };
  }

  return {
    svm,
    clock,
    simulate,
    submit,
    getLookupTables,
    isCurrent,
    getEntry: (signature) => entries.get(signature),
    getEntries: () => [...entries.values()],
    reset: () => {
      svm.reset();
      entries.clear();
      processed.clear();
      clock.restart();
      rpc = initialRpc;
      for (const listener of listeners) listener();
    },
    setAccount: (account) => {
      svm.setAccount(account);
      // The RPC knows at once what was set by hand.
      for (const { before } of entries.values()) before.delete(account.address);
      for (const listener of listeners) listener(undefined, account.address);
    },
    watch,
    watchAt,
    getRpcSettings: () => rpc,
    setRpcSettings: (settings) => {
      rpc = settings;
    },
    getSlot,
    getAccount,
    hasReached,
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
