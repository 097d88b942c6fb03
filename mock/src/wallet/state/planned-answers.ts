import type { JsonObject } from 'mobile-wallet-standard/endpoint';
import * as v from 'valibot';
import type { ApprovalDecision, OtherAnswer } from '../approval.js';
import { assertRequestMethod, type RequestMethod } from '../faults/fault.js';
import { FAULT_NAMES } from '../faults/named-faults.js';
import { definedObject, integerTo, oneOf, parse, text, truth } from './parse.js';

/** The answers that were decided before their requests came. */
export type PlannedAnswers = Readonly<{
  /**
   * Plans the answer to the next request that asks the user, or with `method` to the next of this method.
   */
  add(decision: ApprovalDecision, method?: RequestMethod): void;
  /** Takes the first answer for a request of this method that asks the user. */
  take(method: string): ApprovalDecision | undefined;
  /** Takes the first answer that was planned for this very method. */
  takeFor(method: string): ApprovalDecision | undefined;
}>;

type Plan = Readonly<{ decision: ApprovalDecision; method: RequestMethod | undefined }>;

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

/** Creates an empty {@link PlannedAnswers}. */
export function createPlannedAnswers(): PlannedAnswers {
  const plans: Plan[] = [];
  const takeFirst = (fits: (plan: Plan) => boolean): ApprovalDecision | undefined => {
    const index = plans.findIndex(fits);
    return index < 0 ? undefined : plans.splice(index, 1)[0]?.decision;
  };
  return {
    add(decision, method) {
      if (method !== undefined) assertRequestMethod(method);
      plans.push({ decision: readDecision(decision), method });
    },
    take: (method) => takeFirst((plan) => plan.method === undefined || plan.method === method),
    takeFor: (method) => takeFirst((plan) => plan.method === method),
  };
}
