import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  getSolanaErrorFromTransactionError,
  isSolanaError,
  SOLANA_ERROR__TRANSACTION_ERROR__UNKNOWN,
} from '@solana/kit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  getTransactionErrorText,
  INSTRUCTION_ERROR_NAMES,
  TRANSACTION_ERROR_NAMES,
} from './transaction-error.js';

afterEach(() => vi.unstubAllEnvs());

describe('a transaction error in words', () => {
  it.each([
    ['This transaction has already been processed', 'AlreadyProcessed'],
    ['Blockhash not found', 'BlockhashNotFound'],
    [
      'Error processing Instruction 2: custom program error: 0x1771',
      { InstructionError: [2, { Custom: 6001 }] },
    ],
    [
      'Error processing Instruction 1: missing required signature for instruction',
      { InstructionError: [1, 'MissingRequiredSignature'] },
    ],
    [
      'Error processing Instruction 0: Computational budget exceeded',
      { InstructionError: [0, 'ComputationalBudgetExceeded'] },
    ],
    [
      'Transaction results in an account (3) with insufficient funds for rent',
      { InsufficientFundsForRent: { account_index: 3 } },
    ],
    [
      'Execution of the program referenced by account at index 5 is temporarily restricted.',
      { ProgramExecutionTemporarilyRestricted: { account_index: 5 } },
    ],
    ['Transaction contains a duplicate instruction (4) that is not allowed', { DuplicateInstruction: 4 }],
    ['Transaction would exceed max Vote Cost Limit', 'WouldExceedMaxVoteCostLimit'],
    [
      'Error processing Instruction 0: Max accounts exceeded',
      { InstructionError: [0, 'MaxAccountsExceeded'] },
    ],
    ['The transaction failed with the error `SomethingNew`', { SomethingNew: { a: 1 } }],
    ['The transaction failed with the error `undefined`', {}],
  ])('%s', (text, error) => {
    expect(getTransactionErrorText(error)).toBe(text);
    vi.stubEnv('NODE_ENV', 'production');
    expect(getTransactionErrorText(error)).toBe(text);
    expect(process.env['NODE_ENV']).toBe('production');
  });
});

// The package declares its numbering, but exports it neither as a value nor as a type.
const declarations = readFileSync(
  createRequire(import.meta.url).resolve('litesvm/dist/internal.d.ts'),
  'utf8',
);

function getDeclaredNames(enumeration: string): readonly (readonly [string, number])[] {
  const body = declarations.split(`const enum ${enumeration} {`)[1]?.split('}')[0] ?? '';
  return Array.from(body.matchAll(/(\w+) = (\d+)/g), ([, name = '', number]) => [name, Number(number)]);
}

describe('the names of LiteSVM’s errors', () => {
  it.each([
    ['TransactionErrorFieldless', TRANSACTION_ERROR_NAMES],
    ['InstructionErrorFieldless', INSTRUCTION_ERROR_NAMES],
  ])('are in the order of its %s', (enumeration, names) => {
    expect(names.length).toBeGreaterThan(30);
    expect(names.map((name, index) => [name, index])).toEqual(getDeclaredNames(enumeration));
  });

  it('are names that kit knows, except the newest two', () => {
    const unknown = TRANSACTION_ERROR_NAMES.filter((name) =>
      isSolanaError(getSolanaErrorFromTransactionError(name), SOLANA_ERROR__TRANSACTION_ERROR__UNKNOWN),
    );
    expect(unknown).toEqual(['ProgramCacheHitMaxLimit', 'CommitCancelled']);
  });
});
