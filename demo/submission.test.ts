import { MobileWalletError } from 'mobile-wallet-standard';
import { describe, expect, it } from 'vitest';
import { sendError, stateOf } from '../test/support/sends.js';
import { describeSubmission, getStates, isAnySent } from './submission.js';

const SENT = new Uint8Array(64);

describe('describeSubmission', () => {
  it('says whether a single transaction was sent', () => {
    expect(describeSubmission([null].map(stateOf))[0]).toBe('The transaction was not sent');
    expect(describeSubmission([undefined].map(stateOf))[0]).toBe('We can’t tell if it was paid');
    expect(describeSubmission([SENT].map(stateOf))[1]).toContain('was sent all the same');
  });

  it('says which of several transactions were sent', () => {
    expect(describeSubmission([SENT, null, SENT, undefined, SENT].map(stateOf))).toEqual([
      'Not all transactions were sent',
      'Transactions 1, 3 and 5 were sent. Transaction 2 was not sent. Transaction 4 may have been sent. ' +
        'Check your balance before you pay again.',
    ]);
  });

  it('says that none was sent only if the wallet says so', () => {
    expect(describeSubmission([null, null].map(stateOf))[0]).toBe('The transactions were not sent');
    for (const unknown of [[], [undefined], [undefined, undefined], [SENT, undefined]]) {
      const [title, advice] = describeSubmission(unknown.map(stateOf));
      expect(title).toMatch(/may have been sent$|can’t tell/);
      expect(advice).not.toMatch(/try again/i);
      expect(isAnySent(unknown.map(stateOf))).toBe(true);
    }
    expect(isAnySent([null, null].map(stateOf))).toBe(false);
  });
});

describe('getStates', () => {
  it('accepts anything that may be thrown', () => {
    for (const thrown of [undefined, null, 'x', {}, { context: { transactions: 'x' } }]) {
      expect(getStates(thrown)).toEqual([]);
    }
  });

  it('finds what became of each transaction, also inside the error of another library', () => {
    const { code, context } = sendError(SENT, null);
    const cause = new MobileWalletError(code, 'No', context);
    expect(getStates(new Error('wrapped', { cause }))).toEqual(context.transactions);
  });
});
