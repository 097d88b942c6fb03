import { MobileWalletError } from 'mobile-wallet-standard';
import { describe, expect, it } from 'vitest';
import { sendError } from '../test/support/sends.js';
import { DemoError, describeError, type SendEnd, SendFailed } from './errors.js';

const declined = new MobileWalletError('USER_REJECTED', 'x', { rpcCode: -3 });
const unsubmitted = (message: string) => {
  const { code, context } = sendError(null);
  return new MobileWalletError(code, message, context);
};

describe('describeError', () => {
  it('splits the text for the code, and keeps code and message for the details', () => {
    expect(describeError(new MobileWalletError('WALLET_NOT_FOUND', 'for developers'))).toEqual({
      tone: 'failure',
      title: 'Your wallet didn’t answer',
      advice: 'Open your wallet app once. Then try again.',
      code: 'WALLET_NOT_FOUND',
      message: 'for developers',
    });
    expect(describeError(new DemoError('NO_TEST_SOL', 'x'))).toMatchObject({
      title: 'No test SOL this time',
    });
  });

  it.each<readonly [SendEnd, unknown, string, RegExp]>([
    ['unseen', declined, 'neutral', /^The chain shows no payment so far/],
    ['unseen', { code: 4001 }, 'neutral', /^The chain shows no payment so far/],
    ['unreachable', declined, 'neutral', /^The chain could not be asked/],
    ['not-sent', new MobileWalletError('SESSION_CLOSED', 'x'), 'failure', /^Nothing was sent\./],
    ['not-sent', new MobileWalletError('USER_CANCELLED', 'x'), 'neutral', /^Nothing was sent\./],
    ['unseen', unsubmitted('x'), 'failure', /^The chain shows no payment so far/],
    [
      'unseen',
      unsubmitted('insufficient funds for rent'),
      'failure',
      /^The chain.*too little test SOL to exist/,
    ],
  ])('says of a send where the money is: %s after %s', (end, cause, tone, advice) => {
    const described = describeError(new SendFailed(end, cause));
    expect(described).toMatchObject({ tone, advice: expect.stringMatching(advice) });
    expect(`${described.title}. ${described.advice}`).not.toMatch(/you declined|nothing was paid/i);
    if (tone === 'neutral' && end !== 'not-sent') expect(described.title).toBe('Your wallet declined');
  });

  it('describes anything that may be thrown', () => {
    for (const thrown of [new TypeError('x'), undefined, null, {}, 7, new Error('User rejected')])
      expect(describeError(thrown)).toMatchObject({ tone: 'failure', title: 'That did not work' });
  });
});
