import type { Address } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';
import type { Account, TransactionErrorJson } from '../../explain/svm.js';

/** A transaction or an instruction that failed. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** Why it failed, as Solana's JSON-RPC writes it. */
  readonly reason: TransactionErrorJson;
  /** What the program logs before it fails. */
  readonly line: string | undefined;
  /** What is logged as the failure instead of the reason's own text. */
  readonly text: string | undefined;

  constructor(reason: TransactionErrorJson, line?: string, text?: string) {
    super(JSON.stringify(reason));
    this.reason = reason;
    this.line = line;
    this.text = text;
  }
}

/**
 * An account while a transaction runs, shared by all its instructions. Without lamports it does not exist.
 */
export type WorkingAccount = { -readonly [K in keyof Account]: Account[K] } & Readonly<{ address: Address }>;

/** An account as an instruction may use it. */
export type InstructionAccount = Readonly<{
  account: WorkingAccount;
  isSigner: boolean;
  isWritable: boolean;
}>;

/** What a program gets to run one instruction. */
export type Invocation = Readonly<{
  accounts: readonly InstructionAccount[];
  data: Uint8Array;
  log(line: string): void;
  /**
   * Runs an instruction of another program. `signer` is an address that the calling program derives and signs
   * for.
   */
  call(instruction: ReadableInstruction, signer: string): void;
  /** The associated token address of the transaction's instruction; `undefined` if it was not derived. */
  associated: string | undefined;
}>;

/** A program of the small chain. */
export type Program = Readonly<{
  /** What each instruction costs; the programs of a real chain vary a little. */
  units: number;
  /** The bytes of its account. */
  size: number;
  /** Whether the program is a part of the validator. Those log no compute units. */
  isBuiltin: boolean;
  run(invocation: Invocation): void;
}>;

/** Throws a {@link Failure}, before which the program logs `line`. */
export function fail(reason: TransactionErrorJson, line?: string): never {
  throw new Failure(reason, line);
}

/** Fails like a program whose code cannot go on. */
export function abort(text: string): never {
  throw new Failure('ProgramFailedToComplete', undefined, text);
}

/** Returns what `read` reads from an instruction's data; calls `failure` if it cannot. */
export function readData<T>(read: () => T, failure: () => never = () => fail('InvalidInstructionData')): T {
  try {
    return read();
  } catch {
    return failure();
  }
}

/** Returns the first accounts by their names; fails if there are fewer. */
export function takeAccounts<const T extends readonly string[]>(
  { accounts }: Invocation,
  names: T,
  reason = 'NotEnoughAccountKeys',
  line?: string,
): Readonly<Record<T[number], InstructionAccount>> {
  const named = names.map((name, index) => [name, accounts[index] ?? fail(reason, line)] as const);
  return Object.fromEntries(named) as Record<T[number], InstructionAccount>;
}

/** Changes a balance as the runtime allows it. */
export function setLamports(program: string, target: InstructionAccount, value: bigint): void {
  const { account, isWritable } = target;
  // The System program is a part of the validator, and must not even write the same balance.
  if (value === account.lamports && program !== SYSTEM_PROGRAM_ADDRESS) return;
  if (account.owner !== program && value < account.lamports) fail('ExternalAccountLamportSpend');
  if (!isWritable) fail('ReadonlyLamportChange');
  account.lamports = value;
}

/** Replaces the data of a program's own account by as many zeros as given. */
export function resizeData({ account, isWritable }: InstructionAccount, size: number): void {
  if (!isWritable) fail('ReadonlyDataModified');
  if (account.data.length !== size) account.data = new Uint8Array(size);
}

/** Gives an account to another program. */
export function setOwner(program: string, { account, isWritable }: InstructionAccount, owner: string): void {
  const isEmpty = account.data.every((byte) => byte === 0);
  if (account.owner !== program || !isWritable || !isEmpty) fail('ModifiedProgramId');
  account.owner = owner;
}
