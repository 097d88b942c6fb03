import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import {
  type DecodedTransaction,
  getInstructions,
  getLookupTableAddresses,
  getTransactionAccounts,
  type TransactionAccount,
} from '../../explain/describe-transaction.js';
import { UPGRADEABLE_LOADER_ADDRESS } from '../../explain/instructions/program-addresses.js';
import { type Account, createMissingAccount, type Svm, type SvmResult } from '../../explain/svm.js';
import type { TransactionErrorJson } from '../../explain/transaction-error.js';
import { refuse } from '../svm/execution.js';
import { getComputeUnitLimit, getFee } from '../svm/fee.js';
import { getLoadedAccountsDataSize } from '../svm/loaded-size.js';
import { createLog, type Execution, executeInstructions } from './execute.js';
import { createAbsentAccount, RESERVED } from './fixed-accounts.js';
import { isSane, readLoadLimit } from './limits.js';
import type { Prepared } from './prepare.js';
import type { InstructionAccount, WorkingAccount } from './program.js';
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

/** Runs a transaction on accounts, which it does not change. Without `isSigned` it fails, if it is sane. */
export function runTransaction(
  decoded: DecodedTransaction,
  getAccount: Svm['getAccount'],
  associated: Prepared['associated'],
  isSigned: boolean,
): Run {
  const { message } = decoded;
  const roles = withoutReserved(decoded, getTransactionAccounts(message));
  const [payerRole] = roles;
  const refusal = getRefusal(decoded, roles, getAccount);
  if (refusal !== undefined || !payerRole) return createRefusal(refusal ?? 'SanitizeFailure');
  if (!isSigned) return createRefusal('SignatureFailure');
  const loadLimit = readLoadLimit(message);
  if (typeof loadLimit !== 'number') return createRefusal(loadLimit.refusal);
  const load = ({ address }: TransactionAccount): WorkingAccount => ({
    ...(getAccount(address) ?? createAbsentAccount(address)),
  });
  const payer = load(payerRole);
  const problem = takeFee(payer, getFee(message));
  if (problem !== undefined) return createRefusal(problem);
  const addresses = roles.map(({ address }) => address);
  if (getLoadedAccountsDataSize({ getAccount }, message, addresses) > loadLimit) {
    return createRefusal('MaxLoadedAccountsDataSizeExceeded');
  }
  if (getInstructions(message).some(({ programAddress }) => !PROGRAMS.has(programAddress))) {
    return createRefusal('InvalidProgramForExecution');
  }
  const paid: Account = { ...payer };

  const accounts = roles.map((role, index): InstructionAccount => {
    const account = index === 0 ? payer : load(role);
    return { account, isSigner: role.signer, isWritable: role.writable };
  });
  const limit = Number(getComputeUnitLimit(message));
  const logs: string[] = [];
  const execution: Execution = {
    message,
    accounts: new Map(accounts.map((account) => [account.account.address, account])),
    associated,
    log: createLog(logs),
    meter: { left: limit, started: 0 },
    inner: [],
  };
  const failure = executeInstructions(execution) ?? getRentProblem(accounts, getAccount);
  const written = accounts.filter(({ isWritable }) => isWritable).map(({ account }) => account);
  return {
    err: failure,
    logs,
    unitsConsumed: BigInt(limit - execution.meter.left),
    returnData: null,
    innerInstructions: execution.inner.filter(({ instructions }) => instructions.length > 0),
    isExecuted: true,
    changed: failure === null ? written : [paid],
  };
}

function createRefusal(err: TransactionErrorJson): Run {
  return { ...refuse(err), isExecuted: false, changed: [] };
}

/** Returns why a transaction is refused before its limits are read. */
function getRefusal(
  { message }: DecodedTransaction,
  accounts: readonly TransactionAccount[],
  getAccount: Svm['getAccount'],
): TransactionErrorJson | undefined {
  if (!isSane(message)) return 'SanitizeFailure';
  // This chain has no lookup tables.
  const [table] = getLookupTableAddresses(message);
  if (table !== undefined)
    return getAccount(table) ? 'InvalidAddressLookupTableOwner' : 'AddressLookupTableNotFound';
  const isTwice = new Set(accounts.map(({ address }) => address)).size < accounts.length;
  return isTwice ? 'AccountLoadedTwice' : undefined;
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
  accounts: readonly InstructionAccount[],
  getAccount: Svm['getAccount'],
): TransactionErrorJson | null {
  const index = accounts.findIndex(({ account, isWritable }) => {
    const before = getAccount(account.address) ?? createMissingAccount(account.address);
    return isWritable && !isAllowedAfter(before, account);
  });
  return index < 0 ? null : { InsufficientFundsForRent: { account_index: index } };
}

/** Makes those accounts read-only that no transaction may write to. */
function withoutReserved(
  { message }: DecodedTransaction,
  accounts: readonly TransactionAccount[],
): readonly TransactionAccount[] {
  // Whoever names this program may upgrade others, for which they must be writable.
  const isUpgrade = accounts.some(({ address }) => address === UPGRADEABLE_LOADER_ADDRESS);
  const programs = isUpgrade ? [] : getInstructions(message).map(({ programAddress }) => programAddress);
  const invoked = new Set<string>(programs);
  return accounts.map((account) => {
    const isReserved = RESERVED.has(account.address) || invoked.has(account.address);
    return isReserved ? { ...account, writable: false } : account;
  });
}
