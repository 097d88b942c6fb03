import { expect } from 'vitest';
import type { MobileWalletErrorCode, MobileWalletErrorContext } from '../../src/util/errors.js';
import { hasErrorCode } from '../../src/util/find-error.js';

declare module 'vitest' {
  interface Matchers<T> {
    /**
     * Expects a promise to reject with a `MobileWalletError` of this code. Its context must have what
     * `context` has, compared as `toMatchObject` does, and its message must be `message`. Not given, they may
     * be anything.
     */
    toRejectWith: T extends Promise<unknown>
      ? <TCode extends MobileWalletErrorCode>(
          code: TCode,
          context?: Partial<MobileWalletErrorContext[TCode]>,
          message?: string,
        ) => Promise<void>
      : never;
  }
}

expect.extend({
  async toRejectWith(
    received: Promise<unknown>,
    code: MobileWalletErrorCode,
    context: object = {},
    message?: string,
  ) {
    const error = await received.then(
      (value) => ({ fulfilled: value }),
      (reason: unknown) => reason,
    );
    // The opposite would also hold for any other error.
    if (this.isNot) throw new Error('`toRejectWith` has no opposite');
    const { iterableEquality, stringify, subsetEquality } = this.utils;
    const expected = { code, context, ...(message !== undefined && { message }) };
    return {
      pass: hasErrorCode(error) && this.equals(error, expected, [iterableEquality, subsetEquality]),
      message: () => `expected the promise to reject with ${stringify(expected)}`,
      actual: hasErrorCode(error)
        ? { code: error.code, context: error.context, message: error.message }
        : error,
      expected,
    };
  },
});
