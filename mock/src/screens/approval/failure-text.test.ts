import { describe, expect, it } from 'vitest';
import { getTransactionErrorText } from '../../chain/transaction-error.js';
import type { TransactionErrorJson } from '../../explain/svm.js';
import { getFailureText } from './failure-text.js';

const FAILURES: readonly (readonly [TransactionErrorJson, readonly string[], RegExp])[] = [
  [
    { InstructionError: [0, { Custom: 1 }] },
    ['Program 1 invoke [1]', 'Transfer: insufficient lamports 1500000000, need 2000000000000'],
    /^2,000 test SOL would be taken from an account that has 1.5 test SOL\.$/,
  ],
  [{ InstructionError: [1, { Custom: 1 }] }, ['Program log: Error: insufficient funds'], /too few tokens/],
  [
    { InstructionError: [1, { Custom: 6001 }] },
    ['Program log: Error Message: Slippage tolerance exceeded.'],
    /price/,
  ],
  [
    { InstructionError: [1, { Custom: 6002 }] },
    ['Program log: Error Message: The vault is shut.'],
    /“The vault is shut\.”/,
  ],
  [{ InstructionError: [1, { Custom: 6003 }] }, [], /program that it uses refuses it/],
  ['AccountNotFound', [], /too little test SOL for the network fee/],
  ['InsufficientFundsForFee', [], /too little test SOL for the network fee/],
  [{ InsufficientFundsForRent: { account_index: 0 } }, [], /asks it to keep/],
  [{ InstructionError: [0, 'InsufficientFunds'] }, [], /too little money/],
  ['BlockhashNotFound', [], /too old/],
  ['AlreadyProcessed', [], /sent before/],
  ['ProgramAccountNotFound', [], /program that this network does not have/],
  ['AddressLookupTableNotFound', [], /looks up addresses/],
  [{ InstructionError: [0, 'MissingRequiredSignature'] }, [], /signature of somebody else/],
  [{ InstructionError: [0, 'ComputationalBudgetExceeded'] }, [], /more computing/],
];

describe('getFailureText', () => {
  it.each(FAILURES)('explains %j with the log %j', (error, logs, reason) => {
    expect(getFailureText(getTransactionErrorText(error), logs, 'test SOL')).toEqual({
      title: 'This would fail now',
      reason: expect.stringMatching(reason),
    });
  });

  it('does not say that a transaction fails if the cluster could not be asked', () => {
    expect(getFailureText('The cluster cannot be reached (ENOTFOUND)', [], 'test SOL').title).toBe(
      'What this does is unknown',
    );
  });

  it.each([
    [0, 'Transaction 1 of 3 would fail now'],
    [1, 'Transaction 2 of 3 would fail once the one before it is sent'],
    [2, 'Transaction 3 of 3 would fail once those before it are sent'],
  ])('names the place of transaction %i of a request', (index, title) => {
    expect(getFailureText('InvalidAccountData', [], 'test SOL', { index, count: 3 }).title).toBe(title);
  });

  it('names the place of a transaction that could not be simulated', () => {
    const error = 'The cluster cannot be reached (ENOTFOUND)';
    expect(getFailureText(error, [], 'test SOL', { index: 1, count: 3 }).title).toBe(
      'What transaction 2 of 3 does is unknown',
    );
  });
});
