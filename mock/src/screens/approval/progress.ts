import type { ApprovalState } from '../../phone/approval-desk.js';

/**
 * Creates a function that gets each state in order, and returns the place of the shown request among the
 * dapp's requests, or an empty text where there is nothing to say. A dapp that cuts a large request into
 * several usually asks for one after another. Then nobody can know how many will follow.
 */
export function createProgress(): (
  state: Readonly<{
    sessions: number;
    requests: readonly Pick<ApprovalState['requests'][number], 'id' | 'type'>[];
  }>,
) => string {
  /** The request that is shown; after its end, the last one. */
  let shown: Readonly<{ id: number; type: string }> | undefined;
  /** How many requests have ended before the one that is shown, in this run. */
  let ended = 0;
  /** The requests that were waiting behind another. */
  const queued = new Set<number>();

  return ({ sessions, requests }) => {
    const [first, ...others] = requests;
    if (!first) {
      if (sessions === 0) {
        shown = undefined;
        queued.clear();
      }
      return '';
    }
    if (first.id !== shown?.id) {
      // A request of another kind is not a part of the same one, except when both waited at once.
      ended = shown && (queued.has(first.id) || shown.type === first.type) ? ended + 1 : 0;
      shown = first;
    }
    for (const { id } of others) queued.add(id);
    if (others.length > 0 || queued.has(first.id)) return `${ended + 1} of ${ended + requests.length}`;
    return ended > 0 ? `Request ${ended + 1} of this visit. More may follow.` : '';
  };
}
