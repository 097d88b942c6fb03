import type { CauseOptions } from 'mobile-wallet-standard/endpoint';

/** A transaction that the chain has accepted; `signature` is the fee payer's, 64 bytes. */
export type TransactionOutcome = Readonly<{ signature: Uint8Array }>;

/** The change of one account's balance by a transaction, in lamports. */
export type BalanceChange = Readonly<{ address: string; before: bigint; after: bigint }>;

/** One instruction, to show to the user. Programs and accounts are base58. */
export type InstructionSummary = Readonly<{
  program: string;
  programName?: string;
  /** An account of a lookup table that could not be read is `<table>[<index>]`. */
  accounts: readonly string[];
  data: Uint8Array;
  /** E.g. `Transfer 0.5 SOL to 4wBq…igw`; for an unknown instruction its data as `0x…`. */
  text?: string;
}>;

/** The instructions of a transaction, and its effects if it were sent now. Amounts are lamports. */
export type TransactionSummary = Readonly<{
  version: 'legacy' | 0 | 1;
  feePayer: string;
  instructions: readonly InstructionSummary[];
  /** Empty when the transaction would fail. */
  balanceChanges: readonly BalanceChange[];
  fee?: bigint;
  /** Why the transaction would fail; absent if it would succeed. */
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

/** The chain that the mock wallet signs for. Transactions are wire bytes. */
export type Chain = Readonly<{
  /** Sends a signed transaction; rejects with a {@link ChainError} when the chain does not accept it. */
  sendTransaction(wire: Uint8Array, options?: SendOptions): Promise<TransactionOutcome>;
  /**
   * Describes a transaction, signed or not, by decoding and simulating it. The summary of one that would fail, or that
   * cannot be simulated, has an `error`. Rejects with a {@link ChainError} `malformed` only for bytes that are not a
   * transaction.
   */
  describeTransaction(wire: Uint8Array): Promise<TransactionSummary>;
}>;

/**
 * Why a chain did not accept a transaction: the bytes are not a transaction (`malformed`); a signature is missing or
 * wrong (`signature`); it was processed before (`replay`); its blockhash is unknown or too old (`expired`); it fails
 * when simulated (`preflight`) or failed when executed (`execution`); the chain has not reached `minContextSlot`
 * (`behind`); the chain cannot be reached or refused to answer (`unavailable`).
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

/** A transaction that the chain did not accept or could not read. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
  readonly reason: ChainErrorReason;
  /** The programs' log messages, oldest first; empty when no program ran. */
  readonly logs: readonly string[];
  /** The signature of a transaction that failed when executed. It is on the chain, and its fee was paid. */
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

/** Whether `error` is a {@link ChainError}, and has the given `reason` if there is one. */
export function isChainError(error: unknown, reason?: ChainErrorReason): error is ChainError {
  return (
    error instanceof Error &&
    error.name === 'ChainError' &&
    (reason === undefined || (error as ChainError).reason === reason)
  );
}
