import {
  getSolanaErrorFromTransactionError,
  SOLANA_ERROR__INSTRUCTION_ERROR__UNKNOWN,
  SOLANA_ERROR__INSTRUCTION_ERROR__UNSUPPORTED_PROGRAM_ID,
  type SolanaError,
} from '@solana/kit';
import type { TransactionErrorJson } from '../explain/svm.js';

/** Returns a transaction's error in a validator's own words, because dapps search messages for them. */
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
 * Creates kit's error, with its message as in development. In production, as in `vite preview`, the message
 * would be only a number. Kit writes it when it creates the error and has no other function for it.
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
