import { expect, it } from 'vitest';
import { MobileWalletError } from '../../src/util/errors.js';

const ARGUMENT = { argument: 'options.mode' };
const fail = async () => {
  throw new MobileWalletError('INVALID_ARGUMENT', 'wrong', ARGUMENT);
};

it('an error has the code, what is given of its context, and the message if one is given', async () => {
  await expect(fail()).toRejectWith('INVALID_ARGUMENT');
  await expect(fail()).toRejectWith('INVALID_ARGUMENT', {});
  await expect(fail()).toRejectWith('INVALID_ARGUMENT', { argument: expect.stringContaining('mode') });
  await expect(fail()).toRejectWith('INVALID_ARGUMENT', ARGUMENT, 'wrong');
});

it.each([
  ['another code', () => expect(fail()).toRejectWith('USER_CANCELLED')],
  ['another context', () => expect(fail()).toRejectWith('INVALID_ARGUMENT', { argument: 'options' })],
  ['another message', () => expect(fail()).toRejectWith('INVALID_ARGUMENT', ARGUMENT, 'wron')],
  ['no rejection', () => expect(Promise.resolve(ARGUMENT)).toRejectWith('INVALID_ARGUMENT')],
  [
    'another class',
    () => expect(Promise.reject({ code: 'INVALID_ARGUMENT', context: {} })).toRejectWith('INVALID_ARGUMENT'),
  ],
  ['an opposite', () => expect(fail()).not.toRejectWith('USER_CANCELLED')],
])('%s fails', async (_, check) => {
  await expect(check()).rejects.toThrow(/toRejectWith|expected the promise to reject with/);
});
