import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import type { DecodedTransaction } from './describe-transaction.js';

/** An account. Addresses are base58. Without lamports it does not exist. */
export type Account = Readonly<{
  address: string;
  owner: string;
  lamports: bigint;
  data: Uint8Array;
  executable: boolean;
}>;

/** Creates an account that does not exist, in the form in which programs and clients get it. */
export function createMissingAccount(address: string): Account {
  return { address, owner: SYSTEM_PROGRAM_ADDRESS, lamports: 0n, data: new Uint8Array(), executable: false };
}

/** An instruction that a program has called, as Solana's JSON-RPC writes it; `data` is base58. */
export type InnerInstruction = Readonly<{
  programIdIndex: number;
  accounts: readonly number[];
  data: string;
  stackHeight: number;
}>;

/**
 * Why a transaction failed, as JSON-RPC writes it: `"AlreadyProcessed"` or
 * `{"InstructionError":[0,{"Custom":1}]}`.
 */
export type TransactionErrorJson = string | Readonly<Record<string, unknown>>;

/** What the programs of a transaction did. */
export type SvmResult = Readonly<{
  /** Why the transaction failed, `null` if it did not. */
  err: TransactionErrorJson | null;
  logs: readonly string[];
  unitsConsumed: bigint;
  returnData: Readonly<{ programId: string; data: Uint8Array }> | null;
  /** What each of the transaction's instructions called, by its index; without those that called nothing. */
  innerInstructions: readonly Readonly<{ index: number; instructions: readonly InnerInstruction[] }>[];
}>;

/** A block as programs see it; `time` is in seconds since 1970. */
export type SvmBlock = Readonly<{ slot: bigint; epoch: bigint; time: bigint }>;

/**
 * Accounts and programs. The ledger adds blockhashes, replay protection and history. Addresses are base58.
 */
export type Svm = Readonly<{
  genesisHash: string;
  firstSlot: bigint;
  /** The slots of an epoch, from the first epoch that has them all. */
  epochSchedule: Readonly<Record<'slotsPerEpoch' | 'firstNormalEpoch' | 'firstNormalSlot', bigint>>;
  getAccount(address: string): Account | undefined;
  /** Returns the balance in lamports; 0 when there is no such account. */
  getBalance(address: string): bigint;
  /** Returns the accounts that a program owns. */
  getProgramAccounts(program: string): readonly Account[];
  /** Adds or replaces an account, or removes it if it has no lamports. */
  setAccount(account: Account): void;
  /** Returns how many lamports an account with `size` bytes of data must have to be exempt from rent. */
  getMinimumBalance(size: bigint): bigint;
  /**
   * Sets what programs see of the block in which they run; `slotHashes` are the newest blocks, newest first.
   */
  startBlock(block: SvmBlock, slotHashes: readonly Readonly<{ slot: bigint; hash: string }>[]): void;
  /** Forgets everything that happened since it was created. */
  reset(): void;
  /** Called with the addresses of accounts before they are read, for example to fetch them. */
  load?(addresses: readonly string[]): Promise<void>;
  /**
   * Called before a transaction is simulated or executed, to check its signatures or to fetch its accounts.
   */
  prepare?(decoded: DecodedTransaction): Promise<void>;
  /**
   * Runs a transaction without changing any account. `postAccounts` are the writable accounts as it would
   * leave them; empty if it fails. With `verify`, a missing or wrong signature is the error
   * `SignatureFailure`.
   */
  simulate(
    decoded: DecodedTransaction,
    verify: boolean,
  ): SvmResult & Readonly<{ postAccounts: readonly Account[] }>;
  /**
   * Runs a transaction. One that fails while its programs run `isExecuted`, and pays its fee; others change
   * nothing.
   */
  execute(decoded: DecodedTransaction, verify: boolean): SvmResult & Readonly<{ isExecuted: boolean }>;
}>;
