import { isSignerRole, isWritableRole } from '@solana/kit';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { type DecodedTransaction, getInstructions } from '../../explain/describe-transaction.js';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';
import type { InnerInstruction } from '../../explain/svm.js';
import { getTransactionErrorText, type TransactionErrorJson } from '../../explain/transaction-error.js';
import { getAssociatedKey, type Prepared } from './prepare.js';
import {
  abort,
  fail,
  type InstructionAccount,
  type InstructionErrorJson,
  InstructionFailure,
  type Invocation,
} from './program.js';
import { PROGRAMS } from './programs/index.js';

/** A transaction that runs. */
export type Execution = Readonly<{
  message: DecodedTransaction['message'];
  /** All its accounts in their order, by their addresses. */
  accounts: ReadonlyMap<string, InstructionAccount>;
  associated: Prepared['associated'];
  log: Invocation['log'];
  /** The compute units that are left, and how many instructions have started, called ones too. */
  meter: { left: number; started: number };
  inner: { index: number; instructions: readonly InnerInstruction[] }[];
}>;

const MOST_INSTRUCTIONS = 64;
const MOST_LOG_BYTES = 10_000;

/** Runs all instructions, and returns why one of them failed. */
export function executeInstructions(execution: Execution): TransactionErrorJson | null {
  for (const [index, instruction] of getInstructions(execution.message).entries()) {
    const calls: InnerInstruction[] = [];
    execution.inner.push({ index, instructions: calls });
    const accounts = instruction.accounts.flatMap(({ address }) => execution.accounts.get(address) ?? []);
    try {
      invoke(execution, instruction, accounts, 1, calls);
    } catch (error) {
      if (!(error instanceof InstructionFailure)) throw error;
      return { InstructionError: [index, error.reason] };
    }
  }
  return null;
}

function invoke(
  execution: Execution,
  { programAddress: program, data }: ReadableInstruction,
  accounts: readonly InstructionAccount[],
  depth: number,
  calls: InnerInstruction[],
): void {
  const { log, meter } = execution;
  const { units, isBuiltin, run } = PROGRAMS.get(program) ?? fail('UnsupportedProgramId');
  const before = meter.left;
  const logUnits = (): void => {
    if (!isBuiltin) log(`Program ${program} consumed ${before - meter.left} of ${before} compute units`);
  };
  const invocation: Invocation = {
    accounts,
    data: Uint8Array.from(data),
    log,
    call: (instruction, signer) => {
      const taken = getCallAccounts(execution, accounts, instruction, signer);
      assertNotTooMany(execution);
      calls.push(encodeCall(execution, instruction, depth + 1));
      invoke(execution, instruction, taken, depth + 1, calls);
    },
    getAssociatedAddress: (owner, mint, tokenProgram) =>
      execution.associated.get(getAssociatedKey(owner, mint, tokenProgram)),
  };
  assertNotTooMany(execution);
  meter.started += 1;
  log(`Program ${program} invoke [${depth}]`);
  try {
    if (units > meter.left) {
      meter.left = 0;
      if (isBuiltin) fail('ComputationalBudgetExceeded');
      abort('exceeded CUs meter at BPF instruction');
    }
    meter.left -= units;
    run(invocation);
  } catch (error) {
    if (!(error instanceof InstructionFailure)) throw error;
    const { reason, line, text = getInstructionErrorText(reason) } = error;
    if (line !== undefined) log(line);
    logUnits();
    log(`Program ${program} failed: ${text}`);
    // The caller fails in the same way, but does not log the line again.
    throw new InstructionFailure(reason, undefined, text);
  }
  logUnits();
  log(`Program ${program} success`);
}

function assertNotTooMany({ meter }: Execution): void {
  if (meter.started >= MOST_INSTRUCTIONS) fail('MaxInstructionTraceLengthExceeded');
}

/** Returns the accounts of a call. A program may pass on only what it has itself, and what it signs for. */
function getCallAccounts(
  execution: Execution,
  own: readonly InstructionAccount[],
  { programAddress, accounts }: ReadableInstruction,
  signer: string,
): readonly InstructionAccount[] {
  const taken = accounts.map(({ address, role }) => {
    const mine = own.find(({ account }) => account.address === address) ?? failMissing(address);
    const isSigner = isSignerRole(role);
    const isWritable = isWritableRole(role);
    if (isWritable && !mine.isWritable) failEscalation(`${address}'s writable`);
    if (isSigner && !mine.isSigner && address !== signer) failEscalation(`${address}'s signer`);
    return { account: mine.account, isSigner, isWritable };
  });
  if (!execution.accounts.has(programAddress)) failMissing(programAddress);
  return taken;
}

function failMissing(address: string): never {
  return fail('MissingAccount', `Instruction references an unknown account ${address}`);
}

function failEscalation(what: string): never {
  return fail('PrivilegeEscalation', `${what} privilege escalated`);
}

function encodeCall(
  { accounts }: Execution,
  call: ReadableInstruction,
  stackHeight: number,
): InnerInstruction {
  const addresses = [...accounts.keys()];
  return {
    programIdIndex: addresses.indexOf(call.programAddress),
    accounts: call.accounts.map(({ address }) => addresses.indexOf(address)),
    data: encodeBase58(Uint8Array.from(call.data)),
    stackHeight,
  };
}

function getInstructionErrorText(reason: InstructionErrorJson): string {
  return getTransactionErrorText({ InstructionError: [0, reason] }).replace(
    /^Error processing Instruction 0: /,
    '',
  );
}

/** Returns a function that adds lines to `logs`. As in a validator, those that would exceed the limit are left out. */
export function createLog(logs: string[]): Invocation['log'] {
  const encoder = new TextEncoder();
  let size = 0;
  let isTruncated = false;
  return (line) => {
    const { length } = encoder.encode(line);
    if (size + length < MOST_LOG_BYTES) {
      size += length;
      logs.push(line);
    } else if (!isTruncated) {
      isTruncated = true;
      logs.push('Log truncated');
    }
  };
}
