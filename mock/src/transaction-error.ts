import {
  getSolanaErrorFromTransactionError,
  SOLANA_ERROR__INSTRUCTION_ERROR__UNKNOWN,
  SOLANA_ERROR__INSTRUCTION_ERROR__UNSUPPORTED_PROGRAM_ID,
  type SolanaError,
} from '@solana/kit';
import type { FailedTransactionMetadata } from 'litesvm';

/**
 * Why a transaction failed, as Solana's JSON-RPC writes it: a name (`"AlreadyProcessed"`) or an object with
 * one name (`{"InstructionError":[0,{"Custom":1}]}`).
 */
export type TransactionErrorJson = string | Readonly<Record<string, unknown>>;

/** Matches the name of an error in LiteSVM's text, which begins with the error. */
const NAME = /\{ err: (?:InstructionError\(\d+, )?(\w+)/;

/** Converts LiteSVM's error to the JSON of Solana's RPC. */
export function getTransactionErrorJson(failed: FailedTransactionMetadata): TransactionErrorJson {
  // LiteSVM returns the numbers of errors and does not export their names, but its text contains them.
  const [, name = 'SanitizeFailure'] = NAME.exec(failed.toString()) ?? [];
  const error = failed.err();
  if (typeof error === 'number') return name;
  if ('accountIndex' in error) return { [name]: { account_index: error.accountIndex } };
  if (!('err' in error)) return { [name]: error.index };
  const reason = error.err();
  const isCustom = typeof reason === 'object' && 'code' in reason;
  return { InstructionError: [error.index, isCustom ? { Custom: reason.code } : name] };
}

/**
 * Returns a transaction's error in a validator's own words, because dapps search messages for them, e.g. `Error
 * processing Instruction 0: custom program error: 0x1`.
 */
export function getTransactionErrorText(error: TransactionErrorJson): string {
  const failed = typeof error === 'object' ? error['InstructionError'] : undefined;
  if (!Array.isArray(failed)) return getKitError(error).message;
  const [index, reason] = failed;
  return `Error processing Instruction ${index}: ${getInstructionErrorText(reason)}`;
}

function getInstructionErrorText(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'Custom' in error) {
    return `custom program error: 0x${Number(error.Custom).toString(16)}`;
  }
  const { message, context } = getKitError({ InstructionError: [0, error] });
  const text = message.replace(' (instruction #1)', '');
  // A validator capitalizes the texts from this error on. Kit's codes are in the validator's order.
  const isLowercase =
    context.__code > SOLANA_ERROR__INSTRUCTION_ERROR__UNKNOWN &&
    context.__code < SOLANA_ERROR__INSTRUCTION_ERROR__UNSUPPORTED_PROGRAM_ID;
  return isLowercase ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/**
 * Creates kit's error, with its message as in development. In production, as in `vite preview`, the message would be
 * only a number. Kit writes it when it creates the error and has no other function for it.
 */
function getKitError(error: TransactionErrorJson): SolanaError {
  // A browser has no `process`.
  const env = globalThis.process?.env;
  if (env?.['NODE_ENV'] !== 'production') return getSolanaErrorFromTransactionError(error);
  try {
    env['NODE_ENV'] = 'development';
    return getSolanaErrorFromTransactionError(error);
  } finally {
    env['NODE_ENV'] = 'production';
  }
}
