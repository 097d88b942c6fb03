/**
 * Why a transaction failed, as Solana's JSON-RPC writes it: a name (`"AlreadyProcessed"`) or an object with
 * one name (`{"InstructionError":[0,{"Custom":1}]}`).
 */
export type TransactionErrorJson = string | Readonly<Record<string, unknown>>;

/** Dapps look for these sentences in messages, so they are a validator's own, letter by letter. */
const TRANSACTION_TEXTS: ReadonlyMap<string, string> = new Map([
  ['AccountInUse', 'Account in use'],
  ['AccountLoadedTwice', 'Account loaded twice'],
  ['AccountNotFound', 'Attempt to debit an account but found no record of a prior credit.'],
  ['ProgramAccountNotFound', 'Attempt to load a program that does not exist'],
  ['InsufficientFundsForFee', 'Insufficient funds for fee'],
  ['InvalidAccountForFee', 'This account may not be used to pay transaction fees'],
  ['AlreadyProcessed', 'This transaction has already been processed'],
  ['BlockhashNotFound', 'Blockhash not found'],
  ['MissingSignatureForFee', 'Transaction requires a fee but has no signature present'],
  ['InvalidAccountIndex', 'Transaction contains an invalid account reference'],
  ['SignatureFailure', 'Transaction did not pass signature verification'],
  ['InvalidProgramForExecution', 'This program may not be used for executing instructions'],
  ['SanitizeFailure', 'Transaction failed to sanitize accounts offsets correctly'],
  ['UnsupportedVersion', 'Transaction version is unsupported'],
  ['InvalidWritableAccount', 'Transaction loads a writable account that cannot be written'],
  ['TooManyAccountLocks', 'Transaction locked too many accounts'],
  ['AddressLookupTableNotFound', "Transaction loads an address table account that doesn't exist"],
  ['InvalidAddressLookupTableOwner', 'Transaction loads an address table account with an invalid owner'],
  ['InvalidAddressLookupTableData', 'Transaction loads an address table account with invalid data'],
  ['InvalidAddressLookupTableIndex', 'Transaction address table lookup uses an invalid index'],
  ['MaxLoadedAccountsDataSizeExceeded', 'Transaction exceeded max loaded accounts data size cap'],
]);

const INSTRUCTION_TEXTS: ReadonlyMap<string, string> = new Map([
  ['GenericError', 'generic instruction error'],
  ['InvalidArgument', 'invalid program argument'],
  ['InvalidInstructionData', 'invalid instruction data'],
  ['InvalidAccountData', 'invalid account data for instruction'],
  ['AccountDataTooSmall', 'account data too small for instruction'],
  ['InsufficientFunds', 'insufficient funds for instruction'],
  ['IncorrectProgramId', 'incorrect program id for instruction'],
  ['MissingRequiredSignature', 'missing required signature for instruction'],
  ['AccountAlreadyInitialized', 'instruction requires an uninitialized account'],
  ['UninitializedAccount', 'instruction requires an initialized account'],
  ['ExternalAccountLamportSpend', 'instruction spent from the balance of an account it does not own'],
  ['ExternalAccountDataModified', 'instruction modified data of an account it does not own'],
  ['ReadonlyLamportChange', 'instruction changed the balance of a read-only account'],
  ['ReadonlyDataModified', 'instruction modified data of a read-only account'],
  ['NotEnoughAccountKeys', 'insufficient account keys for instruction'],
  ['UnsupportedProgramId', 'Unsupported program id'],
  ['MissingAccount', 'An account required by the instruction is missing'],
  ['ComputationalBudgetExceeded', 'Computational budget exceeded'],
  ['PrivilegeEscalation', 'Cross-program invocation with unauthorized signer or writable account'],
  ['ProgramFailedToComplete', 'Program failed to complete'],
  ['IncorrectAuthority', 'Incorrect authority provided'],
  ['AccountNotRentExempt', 'An account does not have enough lamports to be rent-exempt'],
  ['InvalidAccountOwner', 'Invalid account owner'],
  ['ArithmeticOverflow', 'Program arithmetic overflowed'],
]);

/**
 * Puts a transaction's error in words, as a validator does in its messages, e.g. `Error processing
 * Instruction 0: custom program error: 0x1`. A name without known words is split at its capitals.
 */
export function getTransactionErrorText(error: TransactionErrorJson): string {
  if (typeof error === 'string') return TRANSACTION_TEXTS.get(error) ?? getWords(error);
  const [name = 'unknown error', value] = Object.entries(error)[0] ?? [];
  if (name === 'InstructionError' && Array.isArray(value)) {
    return `Error processing Instruction ${value[0]}: ${getInstructionErrorText(value[1])}`;
  }
  if (name === 'InsufficientFundsForRent') {
    return `Transaction results in an account (${getAccountIndex(value)}) with insufficient funds for rent`;
  }
  if (name === 'ProgramExecutionTemporarilyRestricted') {
    return `Execution of the program referenced by account at index ${getAccountIndex(value)} is temporarily restricted.`;
  }
  if (name === 'DuplicateInstruction') {
    return `Transaction contains a duplicate instruction (${value}) that is not allowed`;
  }
  return getWords(name);
}

function getInstructionErrorText(error: unknown): string {
  if (typeof error === 'string') return INSTRUCTION_TEXTS.get(error) ?? getWords(error);
  if (typeof error === 'object' && error !== null && 'Custom' in error) {
    return `custom program error: 0x${Number(error.Custom).toString(16)}`;
  }
  return 'unknown instruction error';
}

function getAccountIndex(value: unknown): string {
  return typeof value === 'object' && value !== null && 'account_index' in value
    ? String(value.account_index)
    : '?';
}

function getWords(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
