import type { CauseOptions } from 'mobile-wallet-standard/endpoint';

/** A transaction that was handed to the chain; its signature (64 bytes) is the fee payer's. */
export type TransactionOutcome = Readonly<{ signature: Uint8Array }>;

/** What a transaction does to one account's balance, in lamports. */
export type BalanceChange = Readonly<{ address: string; before: bigint; after: bigint }>;

/** One instruction, for a person to read. Programs and accounts are base58. */
export type InstructionSummary = Readonly<{
  program: string;
  programName?: string;
  /** An account of a lookup table that could not be read is `<table>[<index>]`. */
  accounts: readonly string[];
  data: Uint8Array;
  /** E.g. `Transfer 0.5 SOL to 4wBq…igw`; the data as `0x…` where the instruction is not known. */
  text?: string;
}>;

/** What a transaction asks for, and what it would do if it were sent now. Amounts are lamports. */
export type TransactionSummary = Readonly<{
  version: 'legacy' | 0 | 1;
  feePayer: string;
  instructions: readonly InstructionSummary[];
  /** Empty when the transaction would fail. */
  balanceChanges: readonly BalanceChange[];
  fee?: bigint;
  /** Why it would fail, in words; absent when it would succeed. */
  error?: string;
  logs: readonly string[];
}>;

/** The options of Solana's `sendTransaction` (https://solana.com/docs/rpc/http/sendtransaction). */
export type SendOptions = Readonly<{
  minContextSlot?: number;
  commitment?: string;
  skipPreflight?: boolean;
  maxRetries?: number;
}>;

/** The seam between the mock wallet and the chain that it signs for. Transactions are wire bytes. */
export type Chain = Readonly<{
  /** Sends a signed transaction; rejects with a {@link ChainError} when the chain does not take it. */
  sendTransaction(wire: Uint8Array, options?: SendOptions): Promise<TransactionOutcome>;
  /**
   * Says what a transaction does, signed or not, by decoding and simulating it. A transaction that would fail,
   * or that cannot be simulated, is described too, with an `error`; only bytes that are no transaction reject,
   * with a {@link ChainError} `malformed`.
   */
  describeTransaction(wire: Uint8Array): Promise<TransactionSummary>;
}>;

/**
 * Why a chain did not take a transaction: the bytes are none (`malformed`); a signature is missing or wrong
 * (`signature`); it was processed before (`replay`); its blockhash is unknown or too old (`expired`); it fails
 * when simulated (`preflight`) or failed when executed (`execution`); the chain has not reached
 * `minContextSlot` (`behind`); the chain cannot be reached or refused to answer (`unavailable`).
 */
export type ChainErrorReason =
  | 'malformed'
  | 'signature'
  | 'replay'
  | 'expired'
  | 'preflight'
  | 'execution'
  | 'behind'
  | 'unavailable';

/** A transaction that the chain did not take, or could not look at. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
  readonly reason: ChainErrorReason;
  /** What the programs logged, oldest first; empty when nothing ran. */
  readonly logs: readonly string[];
  /** The signature of a transaction that failed when executed: it is on the chain, and its fee is paid. */
  readonly signature: Uint8Array | undefined;

  constructor(
    reason: ChainErrorReason,
    message: string,
    options: CauseOptions & Readonly<{ logs?: readonly string[]; signature?: Uint8Array }> = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.logs = options.logs ?? [];
    this.signature = options.signature;
  }
}

/** Tells whether `error` is a {@link ChainError}, and with `reason` whether it is for that reason. */
export function isChainError(error: unknown, reason?: ChainErrorReason): error is ChainError {
  return (
    error instanceof Error &&
    error.name === 'ChainError' &&
    (reason === undefined || (error as ChainError).reason === reason)
  );
}
