import { describe, expect, it } from 'vitest';
import { describeError } from './errors.js';

const createCoded = (code: string | number) => Object.assign(new Error('what the wallet said'), { code });

describe('describeError', () => {
  it('goes by the code, and keeps code and message for the details', () => {
    const { title, code, message } = describeError(createCoded('WALLET_NOT_FOUND'));
    expect(title).toBe('No wallet app answered');
    expect({ code, message }).toEqual({ code: 'WALLET_NOT_FOUND', message: 'what the wallet said' });
  });

  it('says "User rejected" for a refusal, in whatever words a wallet puts it', () => {
    for (const error of [
      createCoded('USER_REJECTED'),
      createCoded(4001),
      new Error('User rejected the request.'),
      new Error('Transaction cancelled'),
      'User denied',
    ]) {
      expect(describeError(error).title).toContain('User rejected');
    }
  });

  it('does not take a code that it knows for a refusal because of the words beside it', () => {
    const error = Object.assign(new Error('The cluster rejected it'), { code: 'NOT_SUBMITTED' });
    expect(describeError(error).title).toBe('The transaction was not sent');
  });

  it('says which transactions were sent, where the wallet could not send all', () => {
    const context = { rpcCode: -4, data: { signatures: [new Uint8Array(64), null] } };
    const error = Object.assign(new Error('x'), { code: 'NOT_SUBMITTED', context });
    expect(describeError(error).advice).toContain('Transaction 1 was sent. Transaction 2 was not sent.');
  });

  it('speaks of the balance when the wallet closed, only where it was to send', () => {
    const closed = createCoded('SESSION_CLOSED');
    expect(describeError(closed).advice).toContain('Nothing was signed');
    expect(describeError(closed, true).advice).toContain('check your balance');
  });

  it('has words for anything that may be thrown', () => {
    for (const thrown of [new TypeError('x'), undefined, null, {}, 7]) {
      expect(describeError(thrown).title).toBe('That did not work');
    }
  });
});
