import type { JsonObject } from 'mobile-wallet-standard/endpoint';
import * as v from 'valibot';
import type { ApprovalDecision, OtherAnswer } from '../approval.js';
import { FAULT_NAMES } from '../faults/named-faults.js';
import { definedObject, integerTo, oneOf, parse, text, truth } from './parse.js';

const otherAnswer: v.GenericSchema<unknown, OtherAnswer> = v.pipe(
  definedObject,
  v.variant(
    'type',
    [
      v.object({
        type: v.literal('error'),
        code: v.pipe(v.number('must be an integer'), v.safeInteger('must be an integer')),
        message: v.exactOptional(text),
        data: v.exactOptional(v.unknown()),
      }),
      v.object({
        type: v.picklist(['invalid-payloads', 'not-submitted']),
        indexes: v.array(integerTo(Number.MAX_SAFE_INTEGER), 'must be an array of indexes'),
      }),
      v.object({ type: v.literal('fault'), name: oneOf(FAULT_NAMES) }),
      v.object({ type: v.picklist(['silence', 'close', 'crash', 'forget-token', 'twice']) }),
    ],
    'must be one of the other answers (see the type `OtherAnswer`)',
  ),
);

/** Reads a decision of JSON, or of code without types. Throws a TypeError or RangeError if it is none. */
export function readDecision(value: JsonObject, maxDelayMs = Number.MAX_VALUE): ApprovalDecision {
  const delay = `must be a number of milliseconds from 0 to ${maxDelayMs}`;
  const decision = v.pipe(
    definedObject,
    v.object({
      approved: truth,
      accounts: v.exactOptional(v.array(text, 'must be an array of base58 addresses')),
      instead: v.exactOptional(otherAnswer),
      afterMs: v.exactOptional(v.pipe(v.number(delay), v.minValue(0, delay), v.maxValue(maxDelayMs, delay))),
    }),
  );
  return parse(decision, value, 'decision');
}
