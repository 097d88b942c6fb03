import { expect, type MatcherState } from 'vitest';
import type { MobileWalletErrorCode, MobileWalletErrorContext } from '../../src/util/errors.js';
import { hasErrorCode } from '../../src/util/find-error.js';

/** Expects a `MobileWalletError` of this code, context and message. The last two are optional. */
type ExpectError<TResult> = <TCode extends MobileWalletErrorCode>(
  code: TCode,
  context?: Partial<MobileWalletErrorContext[TCode]>,
  message?: string,
) => TResult;

declare module 'vitest' {
  interface Matchers<T> {
    /** Of a promise that rejects: {@link ExpectError}. There may be more in the error's context. */
    toRejectWith: T extends Promise<unknown> ? ExpectError<Promise<void>> : never;
    /** Of a function that throws: {@link ExpectError}. Nothing more may be in the error's context. */
    toThrowWith: T extends () => unknown ? ExpectError<void> : never;
  }
}

function compare(
  { isNot, equals, utils }: MatcherState,
  error: unknown,
  isWhole: boolean,
  ...[code, context, message]: Expected
) {
  // The opposite would also hold for any other error.
  if (isNot) throw new Error('`toRejectWith` and `toThrowWith` have no opposite');
  const expected = { code, context: context ?? {}, ...(message !== undefined && { message }) };
  const hasAll = equals(error, expected, [utils.iterableEquality, utils.subsetEquality]);
  const hasMore = hasErrorCode(error) && context !== undefined && !equals(error.context, context);
  return {
    pass: hasErrorCode(error) && hasAll && !(isWhole && hasMore),
    message: () => `expected to fail with ${utils.stringify(expected)}`,
    actual: hasErrorCode(error)
      ? { code: error.code, context: error.context, message: error.message }
      : error,
    expected,
  };
}

type Expected = [code: MobileWalletErrorCode, context?: object, message?: string];

expect.extend({
  async toRejectWith(received: Promise<unknown>, ...expected: Expected) {
    const error = await received.then(
      (value) => ({ fulfilled: value }),
      (reason: unknown) => reason,
    );
    return compare(this, error, false, ...expected);
  },

  toThrowWith(received: () => unknown, ...expected: Expected) {
    let error: unknown;
    try {
      error = { returned: received() };
    } catch (thrown) {
      error = thrown;
    }
    return compare(this, error, true, ...expected);
  },
});
