import type { ApprovalDecision } from '../approval.js';
import { assertRequestMethod, type RequestMethod } from '../faults/fault.js';
import { readDecision } from './read-decision.js';

/** The answers that were decided before their requests came. */
export type PlannedAnswers = ReturnType<typeof createPlannedAnswers>;

type Plan = Readonly<{ decision: ApprovalDecision; method: RequestMethod | undefined }>;

/** Creates an empty {@link PlannedAnswers}. */
export function createPlannedAnswers() {
  const plans: Plan[] = [];
  const takeFirst = (fits: (plan: Plan) => boolean): ApprovalDecision | undefined => {
    const index = plans.findIndex(fits);
    return index < 0 ? undefined : plans.splice(index, 1)[0]?.decision;
  };
  return {
    /** Plans the answer to the next request that asks the user, or with `method` to the next of this method. */
    add(decision: ApprovalDecision, method?: RequestMethod): void {
      if (method !== undefined) assertRequestMethod(method);
      plans.push({ decision: readDecision(decision), method });
    },
    /** Takes the first answer for a request of this method that asks the user. */
    take: (method: string) => takeFirst((plan) => plan.method === undefined || plan.method === method),
    /** Takes the first answer that was planned for this very method. */
    takeFor: (method: string) => takeFirst((plan) => plan.method === method),
  };
}
