import { isSignerRole, isWritableRole } from '@solana/kit';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { type DecodedTransaction, getInstructions } from '../../explain/describe-transaction.js';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';
import type { InnerInstruction, SvmResult, TransactionErrorJson } from '../../explain/svm.js';
import { getTransactionErrorText } from '../transaction-error.js';
import { abort, Failure, fail, type InstructionAccount, type Invocation } from './program.js';
import { PROGRAMS } from './programs/index.js';

/** An instruction of a transaction while it runs. */
type Execution = Readonly<{
  /** All accounts of the transaction in their order, by their addresses. */
  accounts: ReadonlyMap<string, InstructionAccount>;
  associated: string | undefined;
  log: Invocation['log'];
  /** The compute units that are left, and how many instructions have started, called ones too. */
  meter: { left: number; started: number };
  calls: InnerInstruction[];
}>;

const MOST_INSTRUCTIONS = 64;
const MOST_LOG_BYTES = 10_000;

/** Runs all instructions with so many compute units, until one of them fails. */
export function executeInstructions(
  message: DecodedTransaction['message'],
  accounts: Execution['accounts'],
  associated: readonly (string | undefined)[],
  units: number,
): SvmResult {
  const logs: string[] = [];
  const log = createLog(logs);
  const meter = { left: units, started: 0 };
  const inner: { index: number; instructions: readonly InnerInstruction[] }[] = [];
  const getResult = (err: TransactionErrorJson | null): SvmResult => ({
    err,
    logs,
    unitsConsumed: BigInt(units - meter.left),
    returnData: null,
    innerInstructions: inner.filter(({ instructions }) => instructions.length > 0),
  });
  for (const [index, instruction] of getInstructions(message).entries()) {
    const calls: InnerInstruction[] = [];
    inner.push({ index, instructions: calls });
    const taken = instruction.accounts.flatMap(({ address }) => accounts.get(address) ?? []);
    try {
      invoke({ accounts, associated: associated[index], log, meter, calls }, instruction, taken, 1);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return getResult({ InstructionError: [index, error.reason] });
    }
  }
  return getResult(null);
}

function invoke(
  execution: Execution,
  instruction: ReadableInstruction,
  accounts: readonly InstructionAccount[],
  depth: number,
): void {
  const { associated, calls, log, meter } = execution;
  const { programAddress: program, data } = instruction;
  if (meter.started >= MOST_INSTRUCTIONS) fail('MaxInstructionTraceLengthExceeded');
  meter.started += 1;
  if (depth > 1) calls.push(encodeCall(execution, instruction, depth));
  const { units, isBuiltin, run } = PROGRAMS.get(program) ?? fail('UnsupportedProgramId');
  const before = meter.left;
  const logUnits = (): void => {
    if (!isBuiltin) log(`Program ${program} consumed ${before - meter.left} of ${before} compute units`);
  };
  const invocation: Invocation = {
    accounts,
    data: Uint8Array.from(data),
    associated,
    log,
    call: (called, signer) => {
      const taken = resolveCallAccounts(execution, accounts, called, signer);
      invoke(execution, called, taken, depth + 1);
    },
  };
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
    if (!(error instanceof Failure)) throw error;
    const { reason, line } = error;
    const described = getTransactionErrorText({ InstructionError: [0, reason] });
    const text = error.text ?? described.replace('Error processing Instruction 0: ', '');
    if (line !== undefined) log(line);
    logUnits();
    log(`Program ${program} failed: ${text}`);
    // The caller fails in the same way, but does not log the line again.
    throw new Failure(reason, undefined, text);
  }
  logUnits();
  log(`Program ${program} success`);
}

/** Returns the accounts of a call. A program may pass on only what it has itself, and what it signs for. */
function resolveCallAccounts(
  execution: Execution,
  callerAccounts: readonly InstructionAccount[],
  { programAddress, accounts }: ReadableInstruction,
  signer: string,
): readonly InstructionAccount[] {
  const taken = accounts.map(({ address, role }) => {
    const mine = callerAccounts.find(({ account }) => account.address === address) ?? failMissing(address);
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

/**
 * Returns a function that adds lines to `logs`. As in a validator, those that would exceed the limit are left
 * out.
 */
function createLog(logs: string[]): Invocation['log'] {
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
