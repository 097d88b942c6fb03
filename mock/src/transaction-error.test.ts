import { describe, expect, it } from 'vitest';
import { getTransactionErrorText } from './transaction-error.js';

describe('a transaction error in words', () => {
  it.each([
    ['This transaction has already been processed', 'AlreadyProcessed'],
    [
      'Error processing Instruction 2: custom program error: 0x1771',
      { InstructionError: [2, { Custom: 6001 }] },
    ],
    [
      'Error processing Instruction 1: missing required signature for instruction',
      { InstructionError: [1, 'MissingRequiredSignature'] },
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
    ['Would exceed max vote cost limit', 'WouldExceedMaxVoteCostLimit'],
    [
      'Error processing Instruction 0: Max accounts exceeded',
      { InstructionError: [0, 'MaxAccountsExceeded'] },
    ],
    ['Something new', { SomethingNew: { a: 1 } }],
    ['Unknown error', {}],
  ])('%s', (text, error) => {
    expect(getTransactionErrorText(error)).toBe(text);
  });
});
