import { expect, it } from 'vitest';
import { MobileWalletError } from '../../src/util/errors.js';

const ARGUMENT = { argument: 'options.mode' };
const fail = () => {
  throw new MobileWalletError('INVALID_ARGUMENT', 'wrong', ARGUMENT);
};
const reject = async () => fail();

it('an error has the code, what is given of its context, and the message if one is given', async () => {
  await expect(reject()).toRejectWith('INVALID_ARGUMENT');
  await expect(reject()).toRejectWith('INVALID_ARGUMENT', {});
  await expect(reject()).toRejectWith('INVALID_ARGUMENT', { argument: expect.stringContaining('mode') });
  await expect(reject()).toRejectWith('INVALID_ARGUMENT', ARGUMENT, 'wrong');
  expect(fail).toThrowWith('INVALID_ARGUMENT');
  expect(fail).toThrowWith('INVALID_ARGUMENT', ARGUMENT, 'wrong');
});

const OTHER = { code: 'INVALID_ARGUMENT', context: {} };
it.each([
  ['another code', () => expect(reject()).toRejectWith('USER_CANCELLED')],
  ['another context', () => expect(reject()).toRejectWith('INVALID_ARGUMENT', { argument: 'options' })],
  ['another message', () => expect(reject()).toRejectWith('INVALID_ARGUMENT', ARGUMENT, 'wron')],
  ['no rejection', () => expect(Promise.resolve(OTHER)).toRejectWith('INVALID_ARGUMENT')],
  ['another class', () => expect(Promise.reject(OTHER)).toRejectWith('INVALID_ARGUMENT')],
  ['an opposite', () => expect(reject()).not.toRejectWith('USER_CANCELLED')],
  ['another code thrown', async () => expect(fail).toThrowWith('USER_CANCELLED')],
  ['more of the context thrown', async () => expect(fail).toThrowWith('INVALID_ARGUMENT', {})],
  ['a value returned', async () => expect(() => OTHER).toThrowWith('INVALID_ARGUMENT')],
])('%s fails', async (_, check) => {
  await expect(check()).rejects.toThrow(/have no opposite|expected to fail with/);
});
