import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import {
  type DecodedTransaction,
  getInstructions,
  type TransactionAccount,
} from '../../explain/describe-transaction.js';
import type { InnerInstruction } from '../../explain/svm.js';
import { getTransactionErrorText, type TransactionErrorJson } from '../../explain/transaction-error.js';
import type { Log } from './log.js';
import { getAssociatedKey, type Prepared } from './prepare.js';
import {
  type Call,
  fail,
  type InstructionAccount,
  type InstructionErrorJson,
  InstructionFailure,
  type Invocation,
  type WorkingAccount,
} from './program.js';
import { PROGRAMS } from './programs/index.js';

/** A transaction that runs. */
export type Execution = Readonly<{
  decoded: DecodedTransaction;
  accounts: readonly TransactionAccount[];
  /** All its accounts, by their addresses. */
  working: ReadonlyMap<string, WorkingAccount>;
  associated: Prepared['associated'];
  log: Log;
  /** The compute units that are left, and how many instructions have started, called ones too. */
  meter: { left: number; started: number };
  inner: InnerInstruction[][];
}>;

const MOST_INSTRUCTIONS = 64;

/** Runs all instructions, and returns why one of them failed. */
export function executeInstructions(execution: Execution): TransactionErrorJson | null {
  for (const [index, { programAddress, accounts, data }] of getInstructions(
    execution.decoded.message,
  ).entries()) {
    const calls: InnerInstruction[] = [];
    execution.inner.push(calls);
    const taken = accounts.map(({ address }) => getInstructionAccount(execution, address));
    try {
      invoke(execution, programAddress, taken, Uint8Array.from(data), 1, calls);
    } catch (error) {
      if (!(error instanceof InstructionFailure)) throw error;
      return { InstructionError: [index, error.reason] };
    }
  }
  return null;
}

function invoke(
  execution: Execution,
  program: string,
  accounts: readonly InstructionAccount[],
  data: Uint8Array,
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
    program,
    accounts,
    data,
    log,
    call: (call, signer) => {
      const taken = getCallAccounts(execution, accounts, call, signer);
      assertNotTooMany(execution);
      calls.push(encodeCall(execution, call, depth + 1));
      invoke(execution, call.program, taken, call.data, depth + 1, calls);
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
      fail('ProgramFailedToComplete', 'exceeded CUs meter at BPF instruction');
    }
    meter.left -= units;
    run(invocation);
  } catch (error) {
    if (!(error instanceof InstructionFailure)) throw error;
    logUnits();
    log(`Program ${program} failed: ${error.text ?? getInstructionErrorText(error.reason)}`);
    throw error;
  }
  logUnits();
  log(`Program ${program} success`);
}

function assertNotTooMany({ meter }: Execution): void {
  if (meter.started >= MOST_INSTRUCTIONS) fail('MaxInstructionTraceLengthExceeded');
}

function getInstructionAccount({ accounts, working }: Execution, address: string): InstructionAccount {
  const role = accounts.find((candidate) => candidate.address === address);
  const account = working.get(address) ?? fail('MissingAccount');
  return { account, isSigner: role?.signer ?? false, isWritable: role?.writable ?? false };
}

/** Returns the accounts of a call. A program may pass on only what it has itself, and what it signs for. */
function getCallAccounts(
  { working, log }: Execution,
  own: readonly InstructionAccount[],
  { program, accounts }: Call,
  signer: string,
): readonly InstructionAccount[] {
  const taken = accounts.map(({ address, isSigner = false, isWritable = false }) => {
    const mine = own.find(({ account }) => account.address === address) ?? failMissing(log, address);
    if (isWritable && !mine.isWritable) failEscalation(log, `${address}'s writable`);
    if (isSigner && !mine.isSigner && address !== signer) failEscalation(log, `${address}'s signer`);
    return { account: mine.account, isSigner, isWritable };
  });
  if (!working.has(program)) failMissing(log, program);
  return taken;
}

function failMissing(log: Log, address: string): never {
  log(`Instruction references an unknown account ${address}`);
  return fail('MissingAccount');
}

function failEscalation(log: Log, what: string): never {
  log(`${what} privilege escalated`);
  return fail('PrivilegeEscalation');
}

function encodeCall({ accounts }: Execution, call: Call, stackHeight: number): InnerInstruction {
  const getIndex = (address: string) => accounts.findIndex((account) => account.address === address);
  return {
    programIdIndex: getIndex(call.program),
    accounts: call.accounts.map(({ address }) => getIndex(address)),
    data: encodeBase58(call.data),
    stackHeight,
  };
}

function getInstructionErrorText(reason: InstructionErrorJson): string {
  return getTransactionErrorText({ InstructionError: [0, reason] }).replace(
    /^Error processing Instruction 0: /,
    '',
  );
}
