import { getSolanaErrorFromTransactionError } from '@solana/kit';
import type { FailedTransactionMetadata } from 'litesvm';

/**
 * Why a transaction failed, as Solana's JSON-RPC writes it: a name (`"AlreadyProcessed"`) or an object with
 * one name (`{"InstructionError":[0,{"Custom":1}]}`).
 */
export type TransactionErrorJson = string | Readonly<Record<string, unknown>>;

type LiteSvmError = ReturnType<FailedTransactionMetadata['err']>;
type LiteSvmInstructionError = ReturnType<Extract<LiteSvmError, { index: number; err: unknown }>['err']>;

/** The names of errors without details, by LiteSVM's number. Its package does not export them. */
export const TRANSACTION_ERROR_NAMES: readonly string[] = [
  'AccountInUse',
  'AccountLoadedTwice',
  'AccountNotFound',
  'ProgramAccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CallChainTooDeep',
  'MissingSignatureForFee',
  'InvalidAccountIndex',
  'SignatureFailure',
  'InvalidProgramForExecution',
  'SanitizeFailure',
  'ClusterMaintenance',
  'AccountBorrowOutstanding',
  'WouldExceedMaxBlockCostLimit',
  'UnsupportedVersion',
  'InvalidWritableAccount',
  'WouldExceedMaxAccountCostLimit',
  'WouldExceedAccountDataBlockLimit',
  'TooManyAccountLocks',
  'AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
  'InvalidRentPayingAccount',
  'WouldExceedMaxVoteCostLimit',
  'WouldExceedAccountDataTotalLimit',
  'MaxLoadedAccountsDataSizeExceeded',
  'ResanitizationNeeded',
  'InvalidLoadedAccountsDataSizeLimit',
  'UnbalancedTransaction',
  'ProgramCacheHitMaxLimit',
  'CommitCancelled',
];

/** The names of an instruction's errors without details, by LiteSVM's number. */
export const INSTRUCTION_ERROR_NAMES: readonly string[] = [
  'GenericError',
  'InvalidArgument',
  'InvalidInstructionData',
  'InvalidAccountData',
  'AccountDataTooSmall',
  'InsufficientFunds',
  'IncorrectProgramId',
  'MissingRequiredSignature',
  'AccountAlreadyInitialized',
  'UninitializedAccount',
  'UnbalancedInstruction',
  'ModifiedProgramId',
  'ExternalAccountLamportSpend',
  'ExternalAccountDataModified',
  'ReadonlyLamportChange',
  'ReadonlyDataModified',
  'DuplicateAccountIndex',
  'ExecutableModified',
  'RentEpochModified',
  'NotEnoughAccountKeys',
  'AccountDataSizeChanged',
  'AccountNotExecutable',
  'AccountBorrowFailed',
  'AccountBorrowOutstanding',
  'DuplicateAccountOutOfSync',
  'InvalidError',
  'ExecutableDataModified',
  'ExecutableLamportChange',
  'ExecutableAccountNotRentExempt',
  'UnsupportedProgramId',
  'CallDepth',
  'MissingAccount',
  'ReentrancyNotAllowed',
  'MaxSeedLengthExceeded',
  'InvalidSeeds',
  'InvalidRealloc',
  'ComputationalBudgetExceeded',
  'PrivilegeEscalation',
  'ProgramEnvironmentSetupFailure',
  'ProgramFailedToComplete',
  'ProgramFailedToCompile',
  'Immutable',
  'IncorrectAuthority',
  'AccountNotRentExempt',
  'InvalidAccountOwner',
  'ArithmeticOverflow',
  'UnsupportedSysvar',
  'IllegalOwner',
  'MaxAccountsDataAllocationsExceeded',
  'MaxAccountsExceeded',
  'MaxInstructionTraceLengthExceeded',
  'BuiltinProgramsMustConsumeComputeUnits',
  'BorshIoError',
];

/** The first error whose text begins with a capital letter in a validator; it does for all that follow. */
const FIRST_CAPITALIZED = INSTRUCTION_ERROR_NAMES.indexOf('UnsupportedProgramId');

/** Converts LiteSVM's error object to the JSON of Solana's RPC. */
export function getTransactionErrorJson(error: LiteSvmError): TransactionErrorJson {
  if (typeof error === 'number') return TRANSACTION_ERROR_NAMES[error] ?? 'SanitizeFailure';
  if ('err' in error) {
    return { InstructionError: [error.index, getInstructionErrorJson(error.err())] };
  }
  if ('index' in error) return { DuplicateInstruction: error.index };
  // The two classes with this shape differ only by their names.
  const name = error.constructor.name.replace('TransactionError', '');
  return { [name]: { account_index: error.accountIndex } };
}

function getInstructionErrorJson(error: LiteSvmInstructionError): TransactionErrorJson {
  if (typeof error === 'number') return INSTRUCTION_ERROR_NAMES[error] ?? 'GenericError';
  return 'code' in error ? { Custom: error.code } : 'BorshIoError';
}

/**
 * Returns a transaction's error in a validator's own words, because dapps search messages for them, e.g. `Error
 * processing Instruction 0: custom program error: 0x1`.
 */
export function getTransactionErrorText(error: TransactionErrorJson): string {
  const failed = typeof error === 'object' ? error['InstructionError'] : undefined;
  if (!Array.isArray(failed)) return getKitText(error);
  const [index, reason] = failed;
  return `Error processing Instruction ${index}: ${getInstructionErrorText(reason)}`;
}

function getInstructionErrorText(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'Custom' in error) {
    return `custom program error: 0x${Number(error.Custom).toString(16)}`;
  }
  const text = getKitText({ InstructionError: [0, error] }).replace(' (instruction #1)', '');
  const number = INSTRUCTION_ERROR_NAMES.indexOf(String(error));
  const isCapitalized = number < 0 || number >= FIRST_CAPITALIZED;
  return isCapitalized ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

/** Returns kit's message as in development, because in production (as in `vite preview`) it is only a number. */
function getKitText(error: TransactionErrorJson): string {
  // A browser has no `process`.
  const env = globalThis.process?.env;
  if (env?.['NODE_ENV'] !== 'production') return getSolanaErrorFromTransactionError(error).message;
  try {
    env['NODE_ENV'] = 'development';
    return getSolanaErrorFromTransactionError(error).message;
  } finally {
    env['NODE_ENV'] = 'production';
  }
}
