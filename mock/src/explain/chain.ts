import type { CauseOptions } from 'mobile-wallet-standard/endpoint';
import type { Warning } from './warnings.js';

/** A transaction that the chain has accepted. */
export type TransactionOutcome = Readonly<{
  /** The fee payer's signature, 64 bytes. */
  signature: Uint8Array;
}>;

/** The change of one account's balance by a transaction, in lamports. */
export type BalanceChange = Readonly<{
  /** The account's address, base58. */
  address: string;
  /** The balance before the transaction. */
  before: bigint;
  /** The balance after the transaction. */
  after: bigint;
}>;

/**
 * The change of what one account holds of a token by a transaction, in smallest units. Addresses are base58.
 */
export type TokenChange = Readonly<{
  /** The token account. */
  address: string;
  /** The account that owns the token account. */
  owner: string;
  /** The token. */
  mint: string;
  /** What the account held before the transaction. */
  before: bigint;
  /** What the account holds after the transaction. */
  after: bigint;
  /** How many of the last digits of an amount are behind the point. */
  decimals: number;
  /** The name or symbol that the mint gives itself, if the chain knows it. It is a stranger's text. */
  name?: string;
  /** The symbol that the mint gives itself, e.g. `USDC`, if the chain knows it. It is a stranger's text. */
  symbol?: string;
  /** Whether there is only one of it (supply 1, no decimals). */
  isNft?: boolean;
}>;

/** What an account owns of one token. */
export type TokenHolding = Omit<TokenChange, 'owner' | 'before' | 'after'> &
  Readonly<{
    /** What the account holds, in smallest units. */
    amount: bigint;
  }>;

/** An account of a transaction and what the transaction may do with it. */
export type AccountRole = Readonly<{
  /** The account's address, base58. */
  address: string;
  /** Whether the account must sign. */
  isSigner: boolean;
  /** Whether the transaction may change the account. */
  isWritable: boolean;
}>;

/** One instruction, to show to the user. Programs and accounts are base58. */
export type InstructionSummary = Readonly<{
  /** The program's address. */
  program: string;
  /** The program's name, if the wallet knows it. */
  programName?: string;
  /**
   * The accounts that the instruction names. An account of a lookup table that could not be read is
   * `<table>[<index>]`.
   */
  accounts: readonly string[];
  /** The instruction's data as bytes. */
  data: Uint8Array;
  /** E.g. `Transfer 0.5 SOL to 4wBq…igw`; for an unknown instruction its data as `0x…`. */
  text?: string;
  /** The instruction's arguments by name, if an IDL names them. */
  fields?: readonly (readonly [name: string, value: string])[];
  /** The names of the first accounts, if an IDL names them. */
  accountNames?: readonly string[];
  /**
   * They concern only the owner of one of each warning's `signers`: show them by `getTransactionWarnings`.
   */
  warnings?: readonly Warning[];
  /** The token account from which nobody else may spend any more. */
  takesBack?: string;
  /** The instructions that the program called, known after a simulation. */
  inner?: readonly InstructionSummary[];
}>;

/** The instructions of a transaction, and its effects if it were sent now. Amounts are lamports. */
export type TransactionSummary = Readonly<{
  /** The transaction's format. */
  version: 'legacy' | 0 | 1;
  /** The address of the account that pays the fee, base58. */
  feePayer: string;
  /** The instructions in their order. */
  instructions: readonly InstructionSummary[];
  /** Empty when the transaction would fail. */
  balanceChanges: readonly BalanceChange[];
  /** Empty when the transaction would fail, absent when the chain cannot tell. */
  tokenChanges?: readonly TokenChange[];
  /**
   * The tokens of the accounts and mints over which the transaction gives rights away, as they are after it.
   * A mint itself has an `amount` of 0.
   */
  tokens?: readonly TokenHolding[];
  /** All accounts, in the transaction's order. */
  accounts?: readonly AccountRole[];
  /** The whole fee; absent when the chain cannot tell. */
  fee?: bigint;
  /** The part of the fee above the base fee of each signature. */
  priorityFee?: bigint;
  /** What the simulation used. */
  computeUnits?: bigint;
  /** Why the transaction would fail; absent if it would succeed. */
  error?: string;
  /** The programs' log messages, oldest first. */
  logs: readonly string[];
}>;

/** The options of Solana's `sendTransaction` (https://solana.com/docs/rpc/http/sendtransaction). */
export type SendTransactionOptions = Readonly<{
  /** The lowest slot at which preflight checks may run. */
  minContextSlot?: number;
  /** The commitment that preflight checks are made at. */
  commitment?: string;
  /** Whether to send without simulating first. */
  skipPreflight?: boolean;
  /** How many times the node sends the transaction again. */
  maxRetries?: number;
}>;

/** The chain that the mock wallet signs for. Transactions are wire bytes. */
export type WalletChain = Readonly<{
  /** Sends a signed transaction; rejects with a {@link ChainError} when the chain does not accept it. */
  sendTransaction(wire: Uint8Array, options?: SendTransactionOptions): Promise<TransactionOutcome>;
  /**
   * Describes a transaction, signed or not, by decoding and simulating it. The summary of one that would
   * fail, or that cannot be simulated, has an `error`. Rejects with a {@link ChainError} `malformed` only for
   * bytes that are not a transaction.
   */
  describeTransaction(wire: Uint8Array): Promise<TransactionSummary>;
  /**
   * Does the same for transactions that are sent one after another: each finds what those before it leave.
   */
  describeTransactions?(wires: readonly Uint8Array[]): Promise<readonly TransactionSummary[]>;
  /** Returns a recent blockhash in base58. Only a wallet that renews blockhashes needs it. */
  getLatestBlockhash?(): Promise<string>;
}>;

/**
 * Why a chain did not accept a transaction: the bytes are not a transaction (`malformed`); a signature is
 * missing or wrong (`signature`); it was processed before (`replay`); its blockhash is unknown or too old
 * (`expired`); it fails when simulated (`preflight`) or failed when executed (`execution`); the chain has not
 * reached `minContextSlot` (`behind`); the chain cannot be reached or refused to answer (`unavailable`).
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
  /** The name of the class. */
  override readonly name = 'ChainError';
  /** Why the chain did not accept the transaction. */
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
