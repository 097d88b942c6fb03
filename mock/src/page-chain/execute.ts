import type { Address } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import {
  type DecodedTransaction,
  getInstructions,
  type TransactionAccount,
} from '../describe-transaction.js';
import type { Account, InnerInstruction } from '../svm/svm.js';
import { getTransactionErrorText, type TransactionErrorJson } from '../transaction-error.js';
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
  logs: string[];
  meter: { left: number };
  inner: InnerInstruction[][];
}>;

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
  const { logs, meter } = execution;
  const { units, isBuiltin, run } = PROGRAMS.get(program) ?? fail('UnsupportedProgramId');
  const before = meter.left;
  const logUnits = (): void => {
    if (!isBuiltin)
      logs.push(`Program ${program} consumed ${before - meter.left} of ${before} compute units`);
  };
  const invocation: Invocation = {
    program,
    accounts,
    data,
    log: (line) => logs.push(line),
    call: (call, signer) => {
      const taken = getCallAccounts(execution, accounts, call, signer);
      calls.push(encodeCall(execution, call, depth + 1));
      invoke(execution, call.program, taken, call.data, depth + 1, calls);
    },
    getAssociatedAddress: (owner, mint, tokenProgram) =>
      execution.associated.get(getAssociatedKey(owner, mint, tokenProgram)),
  };
  logs.push(`Program ${program} invoke [${depth}]`);
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
    logs.push(`Program ${program} failed: ${error.text ?? getInstructionErrorText(error.reason)}`);
    throw error;
  }
  logUnits();
  logs.push(`Program ${program} success`);
}

function getInstructionAccount({ accounts, working }: Execution, address: string): InstructionAccount {
  const role = accounts.find((candidate) => candidate.address === address);
  const account = working.get(address) ?? fail('MissingAccount');
  return { account, isSigner: role?.signer ?? false, isWritable: role?.writable ?? false };
}

/** Returns the accounts of a call. A program may pass on only what it has itself, and what it signs for. */
function getCallAccounts(
  { working, logs }: Execution,
  own: readonly InstructionAccount[],
  { program, accounts }: Call,
  signer: string,
): readonly InstructionAccount[] {
  const taken = accounts.map(({ address, isSigner = false, isWritable = false }) => {
    const mine = own.find(({ account }) => account.address === address) ?? failMissing(logs, address);
    if (isWritable && !mine.isWritable) failEscalation(logs, `${address}'s writable`);
    if (isSigner && !mine.isSigner && address !== signer) failEscalation(logs, `${address}'s signer`);
    return { account: mine.account, isSigner, isWritable };
  });
  if (!working.has(program)) failMissing(logs, program);
  return taken;
}

function failMissing(logs: string[], address: string): never {
  logs.push(`Instruction references an unknown account ${address}`);
  return fail('MissingAccount');
}

function failEscalation(logs: string[], what: string): never {
  logs.push(`${what} privilege escalated`);
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

/** Returns an account that does not exist yet, in the form in which programs get it. */
export function createMissingAccount(address: Address): Account {
  return { address, owner: SYSTEM_PROGRAM_ADDRESS, lamports: 0n, data: new Uint8Array(), executable: false };
}
