import { isJsonObject, type JsonObject } from 'mobile-wallet-standard/endpoint';
import * as v from 'valibot';
import { definedObject, integerTo, oneOf, parse, text, truth } from '../../values/parse.js';
import type { ApprovalDecision, OtherAnswer } from '../approval.js';
import { assertRequestMethod, type RequestMethod } from '../faults/fault.js';
import { FAULT_NAMES } from '../faults/named-faults.js';

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
  /** Forgets all that no request has taken. */
  clear(): void;
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

/**
 * Reads a decision of JSON, or of code without types. Throws a TypeError or RangeError if it is none, or has
 * what would have no effect.
 */
export function readDecision(value: JsonObject, maxDelayMs = Number.MAX_VALUE): ApprovalDecision {
  const delay = `must be a number of milliseconds from 0 to ${maxDelayMs}`;
  const schema = v.pipe(
    definedObject,
    v.object({
      ...chooseMembers(value),
      afterMs: v.exactOptional(v.pipe(v.number(delay), v.minValue(0, delay), v.maxValue(maxDelayMs, delay))),
    }),
  );
  return parse(schema, value, 'decision') as ApprovalDecision;
}

/** Returns what the decision may have besides its delay: that depends on which decision it is. */
function chooseMembers({ instead, approved }: JsonObject): v.ObjectEntries {
  const without = (others: string) => v.exactOptional(v.never(`has no effect beside ${others}`));
  const accounts = v.exactOptional(v.array(text, 'must be an array of base58 addresses'));
  if (instead === undefined) {
    return { approved: truth, accounts: approved === false ? without('`approved: false`') : accounts };
  }
  const { type } = isJsonObject(instead) ? instead : {};
  const approves = type === 'twice' || type === 'fault';
  return {
    instead: otherAnswer,
    approved: without('`instead`'),
    accounts: approves ? accounts : without('this `instead`'),
  };
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
    clear: () => void plans.splice(0),
  };
}
