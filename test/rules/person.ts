import type { ApprovalDecision } from '../../mock/src/index.js';

/** A user who decides later: `asked` resolves when the user is asked, and `decide` gives the answer. */
export function createThinker() {
  let answer: (decision: ApprovalDecision) => void = () => {};
  const decision = new Promise<ApprovalDecision>((resolve) => {
    answer = resolve;
  });
  let ask: (value: unknown) => void = () => {};
  const asked = new Promise((resolve) => {
    ask = resolve;
  });
  const approve = () => {
    ask(undefined);
    return decision;
  };
  return { approve, asked, decide: (approved: boolean) => answer({ approved }) };
}
