import { assertArgument } from '../errors.js';
import type { SendOptions } from './types.js';

const MAX_INT32 = 2 ** 31 - 1;

/** Throws `INVALID_ARGUMENT` for send options of the wrong type, or integers that do not fit 32 bits. */
export function assertSendOptions(options: SendOptions): void {
  const assertOption = (
    key: keyof SendOptions,
    isValid: (value: unknown) => boolean,
    expectation: string,
  ): void => assertArgument(options[key] === undefined || isValid(options[key]), key, expectation);

  for (const key of ['minContextSlot', 'maxRetries'] as const) {
    assertOption(key, isInt32, 'must be an integer from 0 to 2147483647: wallets read 32 bits');
  }
  assertOption(
    'commitment',
    (value) => ['processed', 'confirmed', 'finalized'].includes(value as string),
    'must be processed, confirmed or finalized',
  );
  for (const key of ['skipPreflight', 'waitForCommitmentToSendNextTransaction'] as const) {
    assertOption(key, (value) => typeof value === 'boolean', 'must be a boolean');
  }
}

function isInt32(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INT32;
}
