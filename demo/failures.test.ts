import { describe, expect, it } from 'vitest';
import { explainFailure, findCause } from './failures.js';

describe('explainFailure', () => {
  it('explains the chain’s error names and numbers', () => {
    expect(explainFailure('InsufficientFundsForFee')).toBe('There was not enough test SOL for the fee.');
    expect(explainFailure({ InsufficientFundsForRent: { account_index: 0 } })).toContain(
      'too little test SOL to exist',
    );
    expect(explainFailure({ InstructionError: [0, { Custom: 1 }] })).toBe(
      'There was not enough test SOL for it.',
    );
    expect(explainFailure({ InstructionError: [0n, { Custom: 1n }] })).toBe(
      'There was not enough test SOL for it.',
    );
    expect(explainFailure({ InstructionError: [0, 'InsufficientFunds'] })).toBe(
      'There was not enough test SOL for it.',
    );
  });

  it('returns a sentence without JSON for every other reason', () => {
    for (const reason of [
      'TooManyAccountLocks',
      { DuplicateInstruction: 1 },
      { InstructionError: [0, { Custom: 6001 }] },
      { InstructionError: [0, { Odd: 1 }] },
      { InstructionError: 'odd' },
      {},
      null,
      7,
    ]) {
      expect(explainFailure(reason)).toMatch(/^[A-Z][^{}[\]]+\.$/);
    }
  });
});

describe('findCause', () => {
  it('recognises the messages of nodes', () => {
    expect(findCause('Transaction results in an account (0) with insufficient funds for rent')).toContain(
      'too little test SOL to exist',
    );
    expect(findCause('Error processing Instruction 0: custom program error: 0x1')).toContain(
      'not enough test SOL',
    );
    expect(findCause('Error processing Instruction 0: custom program error: 0x1771')).toBeUndefined();
    expect(findCause('Blockhash not found')).toContain('too long');
  });
});
