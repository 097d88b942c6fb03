import type { ApprovalDecision } from '../../mock/src/index.js';
import { createEvent } from '../support/event.js';

/** A user who decides later: `asked` resolves when the user is asked, and `decide` gives the answer. */
export function createThinker() {
  const { happen: answer, happened: decision } = createEvent<ApprovalDecision>();
  const { happen: ask, happened: asked } = createEvent();
  const approve = () => {
    ask();
    return decision;
  };
  return { approve, asked, decide: (approved: boolean) => answer({ approved }) };
}
