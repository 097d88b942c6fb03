import { assertArgument } from '../errors.js';
import { isJsonObject, type JsonObject, type SendOptions } from './types.js';

/** Returns an object argument, or an empty one if it is absent. @throws `INVALID_ARGUMENT` */
export function getObject(value: unknown, argument: string): JsonObject {
  assertArgument(value === undefined || isJsonObject(value), argument, 'must be an object');
  return value ?? {};
}

/** Whether a member that may be `null` is given. */
export function isSet<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
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

type OptionCheck = readonly [isValid: (value: unknown) => boolean, expectation: string];

const MAX_INT32 = 2 ** 31 - 1;
const INT32: OptionCheck = [
  (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INT32,
  'must be an integer from 0 to 2147483647, because wallets read 32 bits',
];
const BOOLEAN: OptionCheck = [(value) => typeof value === 'boolean', 'must be a boolean'];

/** All send options, each with its check. */
const SEND_OPTIONS: Readonly<Record<keyof SendOptions, OptionCheck>> = {
  minContextSlot: INT32,
  commitment: [
    (value) => ['processed', 'confirmed', 'finalized'].includes(value as string),
    'must be processed, confirmed or finalized',
  ],
  skipPreflight: BOOLEAN,
  maxRetries: INT32,
  waitForCommitmentToSendNextTransaction: BOOLEAN,
};

/** Returns the send options that are given, and no other members. @throws `INVALID_ARGUMENT` for a wrong one */
export function getSendOptions(given: object): SendOptions {
  const options = given as JsonObject;
  const entries = Object.entries(SEND_OPTIONS).filter(([key, [isValid, expectation]]) => {
    assertArgument(options[key] === undefined || isValid(options[key]), key, expectation);
    return options[key] !== undefined;
  });
  return Object.fromEntries(entries.map(([key]) => [key, options[key]]));
}
