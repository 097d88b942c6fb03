import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { equalBytes } from 'mobile-wallet-standard/endpoint';
import type { Account } from '../../explain/svm.js';

/** Why an instruction failed, as Solana's JSON-RPC writes it. */
export type InstructionErrorJson = string | Readonly<{ Custom: number }>;

/** An instruction that failed. */
export class InstructionFailure extends Error {
  override readonly name = 'InstructionFailure';
  readonly reason: InstructionErrorJson;
  /** What is logged instead of the reason's own text. */
  readonly text: string | undefined;

  constructor(reason: InstructionErrorJson, text?: string) {
    super(JSON.stringify(reason));
    this.reason = reason;
    this.text = text;
  }
}

/** An account while a transaction runs, shared by all its instructions. Without lamports it does not exist. */
export type WorkingAccount = { -readonly [K in keyof Account]: Account[K] } & Readonly<{ address: string }>;

/** An account as an instruction may use it. */
export type InstructionAccount = Readonly<{
  account: WorkingAccount;
  isSigner: boolean;
  isWritable: boolean;
}>;

/** An instruction that a program calls, with the addresses of its accounts. */
export type Call = Readonly<{
  program: string;
  accounts: readonly Readonly<{ address: string; isSigner?: boolean; isWritable?: boolean }>[];
  data: Uint8Array;
}>;

/** What a program gets to run one instruction. */
export type Invocation = Readonly<{
  /** The program's address. */
  program: string;
  accounts: readonly InstructionAccount[];
  data: Uint8Array;
  log(line: string): void;
  /** Runs an instruction of another program. `signer` is an address that the calling program derives and signs for. */
  call(call: Call, signer: string): void;
  /** Returns the associated token address; `undefined` if it was not derived before. */
  getAssociatedAddress(owner: string, mint: string, tokenProgram: string): string | undefined;
}>;

/** A program of the small chain. */
export type Program = Readonly<{
  /** What each instruction costs; the programs of a real chain vary a little. */
  units: number;
  /** The bytes of its account. */
  size: number;
  /** Whether the program is a part of the validator. Those log no compute units. */
  isBuiltin: boolean;
  /** Throws an {@link InstructionFailure}. */
  run(invocation: Invocation): void;
}>;

/** Throws an {@link InstructionFailure}. */
export function fail(reason: InstructionErrorJson, text?: string): never {
  throw new InstructionFailure(reason, text);
}

/** Returns what `read` reads from an instruction's data; fails with `reason` if it cannot. */
export function readData<T>(read: () => T, reason: InstructionErrorJson = 'InvalidInstructionData'): T {
  try {
    return read();
  } catch {
    return fail(reason);
  }
}

/** Returns the first `count` accounts; fails with `reason` if there are fewer. */
export function takeAccounts<const T extends readonly string[]>(
  { accounts }: Invocation,
  names: T,
  reason: InstructionErrorJson = 'NotEnoughAccountKeys',
): Readonly<Record<T[number], InstructionAccount>> {
  const named = names.map((name, index) => [name, accounts[index] ?? fail(reason)] as const);
  return Object.fromEntries(named) as Record<T[number], InstructionAccount>;
}

/** Changes a balance as the runtime allows it. */
export function setLamports(
  program: string,
  { account, isWritable }: InstructionAccount,
  value: bigint,
): void {
  // The System program is a part of the validator, and must not even write the same balance.
  if (value === account.lamports && program !== SYSTEM_PROGRAM_ADDRESS) return;
  if (account.owner !== program && value < account.lamports) fail('ExternalAccountLamportSpend');
  if (!isWritable) fail('ReadonlyLamportChange');
  account.lamports = value;
}

/** Replaces an account's data by as many bytes. As in a validator, data that does not change may also be written. */
export function setData(
  program: string,
  { account, isWritable }: InstructionAccount,
  data: Uint8Array,
): void {
  if (equalBytes(account.data, data)) return;
  if (!isWritable) fail('ReadonlyDataModified');
  if (account.owner !== program) fail('ExternalAccountDataModified');
  account.data = data;
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
