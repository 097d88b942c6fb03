import { assertArgument } from '../errors.js';
import { isJsonObject, type JsonObject, type SendOptions } from './types.js';

/** Returns an object argument, or an empty one if it is absent. @throws `INVALID_ARGUMENT` */
export function getObject(value: unknown, argument: string): JsonObject {
  assertArgument(value === undefined || isJsonObject(value), argument, 'must be an object');
  return value ?? {};
}

/** Returns a copy of an array of strings. @throws `INVALID_ARGUMENT` */
export function getTexts(texts: readonly string[], argument: string): string[] {
  assertArgument(
    Array.isArray(texts) && [...texts].every((text) => typeof text === 'string'),
    argument,
    'must be an array of strings',
  );
  return [...texts];
}

/**
 * Returns a copy of an object and of the arrays in it, because the caller may change the original before it is read.
 * Returns any other value unchanged, so that the checks refuse it.
 */
export function copyObject<T>(value: T): T {
  if (!isJsonObject(value)) return value;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, member]) => [key, Array.isArray(member) ? [...member] : member]),
  ) as T;
}

const MAX_INT32 = 2 ** 31 - 1;

/** Throws `INVALID_ARGUMENT` for send options of the wrong type, and for integers of more than 32 bits. */
export function assertSendOptions(options: SendOptions): void {
  const assertOption = (
    key: keyof SendOptions,
    isValid: (value: unknown) => boolean,
    expectation: string,
  ): void => assertArgument(options[key] === undefined || isValid(options[key]), key, expectation);

  for (const key of ['minContextSlot', 'maxRetries'] as const) {
    assertOption(key, isInt32, 'must be an integer from 0 to 2147483647, because wallets read 32 bits');
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

/** Whether `value` is a `Uint8Array` of any realm. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && (value as Uint8Array)[Symbol.toStringTag] === 'Uint8Array';
}
