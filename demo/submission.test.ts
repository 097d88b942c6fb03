import { describe, expect, it } from 'vitest';
import { describeSubmission } from './submission.js';

const SENT = new Uint8Array(64);

describe('describeSubmission', () => {
  it('says of one transaction whether it was sent', () => {
    expect(describeSubmission([null])[0]).toBe('The transaction was not sent');
    expect(describeSubmission([undefined])[0]).toBe('The transaction may have been sent');
    expect(describeSubmission([SENT])[1]).toContain('was sent all the same');
  });

  it('says which of several were sent', () => {
    expect(describeSubmission([SENT, null, SENT, undefined, SENT])).toEqual([
      'Not all transactions were sent',
      'Transactions 1, 3 and 5 were sent. Transaction 2 was not sent. Transaction 4 may have been sent. ' +
        'Check your balance before you try again.',
    ]);
  });

  it('says that none was sent where the wallet says so, or nothing', () => {
    expect(describeSubmission([null, null])[0]).toBe('The transactions were not sent');
    expect(describeSubmission([])[0]).toBe('The transaction was not sent');
  });
});
