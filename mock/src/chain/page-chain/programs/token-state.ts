import {
  AccountState,
  getMintDecoder,
  getMintEncoder,
  getMintSize,
  getTokenDecoder,
  getTokenEncoder,
  getTokenSize,
  type Mint,
  TOKEN_PROGRAM_ADDRESS,
  type Token,
} from '@solana-program/token';
import { equalBytes } from 'mobile-wallet-standard/endpoint';
import { fail, type InstructionAccount, type Invocation, readData, takeAccounts } from '../program.js';

/** The errors of the Token program, by their numbers, with the texts that it logs. */
const TOKEN_ERRORS = {
  0: 'Lamport balance below rent-exempt threshold',
  1: 'insufficient funds',
  2: 'Invalid Mint',
  3: 'Account not associated with this Mint',
  4: 'owner does not match',
  5: 'the total supply of this token is fixed',
  6: 'account or token already in use',
  10: 'Instruction does not support native tokens',
  11: 'Non-native account can only be closed if its balance is zero',
  12: 'Invalid instruction',
  13: 'Invalid account state for operation',
  14: 'Operation overflowed',
  15: 'Account does not support specified authority type',
  16: 'This token mint cannot freeze accounts',
  17: 'Account is frozen',
  18: 'decimals different from the Mint decimals',
  19: 'Instruction does not support non-native tokens',
} as const;

const MAX_AMOUNT = 2n ** 64n - 1n;

/** Fails with one of the Token program's own errors. */
export function failToken(code: keyof typeof TOKEN_ERRORS): never {
  return fail({ Custom: code }, `Program log: Error: ${TOKEN_ERRORS[code]}`);
}

/** Fails with an error that all programs share. */
export function failProgram(reason: string): never {
  return fail(reason, `Program log: Error: ${reason}`);
}

/** Returns the first accounts by their names. */
export function takeTokenAccounts<const T extends readonly string[]>(
  invocation: Invocation,
  names: T,
): Readonly<Record<T[number], InstructionAccount>> {
  const reason = 'NotEnoughAccountKeys';
  return takeAccounts(invocation, names, reason, `Program log: Error: ${reason}`);
}

/** Returns what `read` reads from the instruction's data. */
export function readTokenData<T>(read: () => T): T {
  return readData(read, () => failToken(12));
}

/** Reads an account that holds tokens. */
export function readToken({ account }: InstructionAccount): Token {
  if (account.data.length !== getTokenSize()) failProgram('InvalidAccountData');
  const token = getTokenDecoder().decode(account.data);
  if (token.state === AccountState.Uninitialized) failProgram('UninitializedAccount');
  return token;
}

/** Reads a mint. */
export function readMint({ account }: InstructionAccount): Mint {
  if (account.data.length !== getMintSize()) failProgram('InvalidAccountData');
  const mint = getMintDecoder().decode(account.data);
  if (!mint.isInitialized) failProgram('UninitializedAccount');
  return mint;
}

/** Fails unless the Token program owns the accounts, where nothing is written that would show it. */
export function assertTokenOwned(...accounts: readonly InstructionAccount[]): void {
  const isOwned = accounts.every(({ account }) => account.owner === TOKEN_PROGRAM_ADDRESS);
  if (!isOwned) failProgram('IncorrectProgramId');
}

/** Fails unless `authority` is the expected one and signs. */
export function assertAuthority(expected: string, { account, isSigner }: InstructionAccount): void {
  if (account.address !== expected) failToken(4);
  if (!isSigner) failProgram('MissingRequiredSignature');
}

/** Returns the sum; fails beyond 64 bits. */
export function addAmount(amount: bigint, more: bigint): bigint {
  const sum = amount + more;
  return sum > MAX_AMOUNT ? failToken(14) : sum;
}

/** Returns the difference; fails if it is below 0. */
export function subtractAmount(amount: bigint, less: bigint): bigint {
  return amount < less ? failToken(1) : amount - less;
}

/** Replaces the data of an account that holds tokens. */
export function writeToken(target: InstructionAccount, token: Token): void {
  writeData(target, Uint8Array.from(getTokenEncoder().encode(token)));
}

/** Replaces the data of a mint. */
export function writeMint(target: InstructionAccount, mint: Mint): void {
  writeData(target, Uint8Array.from(getMintEncoder().encode(mint)));
}

/**
 * Replaces an account's data as the runtime allows it. Also a program that does not own it may write what
 * does not change it.
 */
function writeData({ account, isWritable }: InstructionAccount, data: Uint8Array): void {
  if (equalBytes(account.data, data)) return;
  if (!isWritable) fail('ReadonlyDataModified');
  if (account.owner !== TOKEN_PROGRAM_ADDRESS) fail('ExternalAccountDataModified');
  account.data = data;
}
