import { isAddress } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import {
  type DecodedTransaction,
  getInstructions,
  getTransactionAccounts,
  type TransactionAccount,
} from '../describe-transaction.js';
import { getComputeUnitLimit, getFee } from '../svm/fee.js';
import type { Account, SvmResult } from '../svm/svm.js';
import type { TransactionErrorJson } from '../transaction-error.js';
import { checkComputeBudget } from './compute-budget.js';
import { createMissingAccount, type Execution, executeInstructions } from './execute.js';
import type { Prepared } from './prepare.js';
import type { WorkingAccount } from './program.js';
import { PROGRAMS } from './programs/index.js';
import { isAllowedAfter } from './rent.js';

/** What became of a transaction. */
export type Run = SvmResult &
  Readonly<{
    /** Whether it is on the chain: it succeeded, or its programs ran and one failed. */
    isExecuted: boolean;
    /** The writable accounts as it leaves them. If it fails, only the fee payer. */
    changed: readonly Account[];
  }>;

/** Addresses that no transaction may write to, beside those of the programs. */
const RESERVED = /^(Sysvar|NativeLoader|Vote1{3}|Stake1{3}|Config1{3}|ComputeBudget1{3}|BPFLoader|1{32}$)/;

/** Runs a transaction on accounts, which it does not change. */
export function runTransaction(
  decoded: DecodedTransaction,
  getAccount: (address: string) => Account | undefined,
  associated: Prepared['associated'],
): Run {
  const accounts = withoutReserved(decoded, getTransactionAccounts(decoded.message));
  const [payerRole] = accounts;
  const refusal = getRefusal(decoded, accounts);
  if (refusal !== undefined || !payerRole) return refuse(refusal ?? 'SanitizeFailure');
  const load = ({ address }: TransactionAccount): WorkingAccount => ({
    ...(getAccount(address) ?? createMissingAccount(address)),
  });
  const payer = load(payerRole);
  const problem = takeFee(payer, getFee(decoded.message));
  if (problem !== undefined) return refuse(problem);
  if (getInstructions(decoded.message).some(({ programAddress }) => !PROGRAMS.has(programAddress))) {
    return refuse('InvalidProgramForExecution');
  }
  const paid: Account = { ...payer };

  const working = new Map<string, WorkingAccount>(
    accounts.map((account) => [account.address, load(account)]),
  );
  working.set(payer.address, payer);
  const limit = Number(getComputeUnitLimit(decoded.message));
  const execution: Execution = {
    decoded,
    accounts,
    working,
    associated,
    logs: [],
    meter: { left: limit },
    inner: [],
  };
  const failure = executeInstructions(execution) ?? getRentProblem(execution, getAccount);
  const writable = accounts.filter((account) => account.writable);
  return {
    err: failure,
    logs: execution.logs,
    unitsConsumed: BigInt(limit - execution.meter.left),
    returnData: null,
    innerInstructions: listCalls(execution.inner),
    isExecuted: true,
    changed: failure === null ? writable.flatMap(({ address }) => working.get(address) ?? []) : [paid],
  };
}

function refuse(err: TransactionErrorJson): Run {
  return {
    err,
    logs: [],
    unitsConsumed: 0n,
    returnData: null,
    innerInstructions: [],
    isExecuted: false,
    changed: [],
  };
}

/** Returns why a transaction is refused before its accounts are loaded. */
function getRefusal(
  { message }: DecodedTransaction,
  accounts: readonly TransactionAccount[],
): TransactionErrorJson | undefined {
  // This chain has no lookup tables.
  if (accounts.some(({ address }) => !isAddress(address))) return 'AddressLookupTableNotFound';
  if (new Set(accounts.map(({ address }) => address)).size < accounts.length) return 'AccountLoadedTwice';
  return checkComputeBudget(getInstructions(message));
}

/** Takes the fee from the account; returns why it cannot pay. */
function takeFee(payer: WorkingAccount, fee: bigint): TransactionErrorJson | undefined {
  if (payer.lamports === 0n) return 'AccountNotFound';
  if (payer.owner !== SYSTEM_PROGRAM_ADDRESS || payer.data.length > 0) return 'InvalidAccountForFee';
  if (payer.lamports < fee) return 'InsufficientFundsForFee';
  const before = { ...payer };
  payer.lamports -= fee;
  return isAllowedAfter(before, payer) ? undefined : { InsufficientFundsForRent: { account_index: 0 } };
}

/** Returns an error if the transaction leaves an account with too few lamports. */
function getRentProblem(
  { accounts, working }: Execution,
  getAccount: (address: string) => Account | undefined,
): TransactionErrorJson | null {
  const index = accounts.findIndex(({ address, writable }) => {
    const after = working.get(address);
    return writable && after && !isAllowedAfter(getAccount(address) ?? createMissingAccount(address), after);
  });
  return index < 0 ? null : { InsufficientFundsForRent: { account_index: index } };
}

/** Makes those accounts read-only that no transaction may write to. */
function withoutReserved(
  { message }: DecodedTransaction,
  accounts: readonly TransactionAccount[],
): readonly TransactionAccount[] {
  const invoked = new Set<string>(getInstructions(message).map(({ programAddress }) => programAddress));
  return accounts.map((account) => {
    const isReserved = RESERVED.test(account.address) || invoked.has(account.address);
    return isReserved ? { ...account, writable: false } : account;
  });
}

function listCalls(inner: Execution['inner']): SvmResult['innerInstructions'] {
  return inner.flatMap((instructions, index) => (instructions.length > 0 ? [{ index, instructions }] : []));
}
