import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import {
  type DecodedTransaction,
  getInstructions,
  getLookupTableAddresses,
  getTransactionAccounts,
  type TransactionAccount,
} from '../../explain/describe-transaction.js';
import { UPGRADEABLE_LOADER_ADDRESS } from '../../explain/instructions/program-addresses.js';
import {
  type Account,
  createMissingAccount,
  type Svm,
  type SvmResult,
  type TransactionErrorJson,
} from '../../explain/svm.js';
import { getComputeUnitLimit } from '../svm/compute-budget.js';
import { refuse } from '../svm/execution.js';
import { getFee } from '../svm/fee.js';
import { getLoadedAccountsDataSize } from '../svm/loaded-size.js';
import { executeInstructions } from './execute.js';
import { createAbsentAccount, RESERVED } from './fixed-accounts.js';
import { isSane, readLoadLimit } from './limits.js';
import { Failure, fail, type InstructionAccount, type WorkingAccount } from './program.js';
import { PROGRAMS } from './programs/index.js';
import { isAllowedAfter } from './rent.js';

/** What is known of a transaction before it runs, because a browser computes it asynchronously. */
export type Prepared = Readonly<{
  /** Whether every signature is there and correct. */
  isSigned: boolean;
  /** The associated token address that each of its instructions needs, if any. */
  associated: readonly (string | undefined)[];
}>;

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
  { message }: DecodedTransaction,
  getAccount: Svm['getAccount'],
  { isSigned, associated }: Prepared,
): Run {
  try {
    const accounts = loadAccounts(message, getAccount, isSigned);
    const paid = { ...(accounts[0]?.account ?? fail('SanitizeFailure')) };
    const byAddress = new Map(accounts.map((account) => [account.account.address, account]));
    const limit = Number(getComputeUnitLimit(message));
    const result = executeInstructions(message, byAddress, associated, limit);
    const err = result.err ?? getRentProblem(accounts, getAccount);
    const written = accounts.filter(({ isWritable }) => isWritable).map(({ account }) => account);
    return { ...result, err, isExecuted: true, changed: err === null ? written : [paid] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...refuse(error.reason), isExecuted: false, changed: [] };
  }
}

/**
 * Returns the accounts of a transaction after its fee was paid; fails if it is refused before its programs
 * run.
 */
function loadAccounts(
  message: DecodedTransaction['message'],
  getAccount: Svm['getAccount'],
  isSigned: boolean,
): readonly InstructionAccount[] {
  if (!isSane(message)) fail('SanitizeFailure');
  // This chain has no lookup tables.
  const [table] = getLookupTableAddresses(message);
  if (table !== undefined)
    fail(getAccount(table) ? 'InvalidAddressLookupTableOwner' : 'AddressLookupTableNotFound');
  const addresses = message.staticAccounts;
  if (new Set(addresses).size < addresses.length) fail('AccountLoadedTwice');
  if (!isSigned) fail('SignatureFailure');
  const loadLimit = readLoadLimit(message);
  const accounts = withoutReserved(message).map(({ address, signer, writable }): InstructionAccount => {
    const account = { ...(getAccount(address) ?? createAbsentAccount(address)), address };
    return { account, isSigner: signer, isWritable: writable };
  });
  takeFee(accounts[0]?.account ?? fail('SanitizeFailure'), getFee(message));
  if (getLoadedAccountsDataSize({ getAccount }, message, addresses) > loadLimit) {
    fail('MaxLoadedAccountsDataSizeExceeded');
  }
  if (getInstructions(message).some(({ programAddress }) => !PROGRAMS.has(programAddress))) {
    fail('InvalidProgramForExecution');
  }
  return accounts;
}

/** Takes the fee from the account; fails if it cannot pay. */
function takeFee(payer: WorkingAccount, fee: bigint): void {
  if (payer.lamports === 0n) fail('AccountNotFound');
  if (payer.owner !== SYSTEM_PROGRAM_ADDRESS || payer.data.length > 0) fail('InvalidAccountForFee');
  if (payer.lamports < fee) fail('InsufficientFundsForFee');
  const before = { ...payer };
  payer.lamports -= fee;
  if (!isAllowedAfter(before, payer)) fail({ InsufficientFundsForRent: { account_index: 0 } });
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

/** Returns the accounts of a message. Those that no transaction may write to are read-only. */
function withoutReserved(message: DecodedTransaction['message']): readonly TransactionAccount[] {
  const accounts = getTransactionAccounts(message);
  // Whoever names this program may upgrade others, for which they must be writable.
  const isUpgrade = accounts.some(({ address }) => address === UPGRADEABLE_LOADER_ADDRESS);
  const programs = isUpgrade ? [] : getInstructions(message).map(({ programAddress }) => programAddress);
  const invoked = new Set<string>(programs);
  return accounts.map((account) => {
    const isReserved = RESERVED.has(account.address) || invoked.has(account.address);
    return isReserved ? { ...account, writable: false } : account;
  });
}
