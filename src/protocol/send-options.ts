import { assertArgument } from '../errors.js';
import type { JsonObject, SendOptions } from './types.js';

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
