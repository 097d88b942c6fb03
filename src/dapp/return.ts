import { setDeadline } from '../abort.js';

/** Time for a wallet that the person has just left, or that answers at this very moment. */
const RETURN_GRACE = 2_000;

/**
 * Calls `onReturn` when the person has been away from the page and is back for good. A page that never hides tells
 * nothing: a wallet may open beside it, or slowly. Gives the function that ends the watch.
 */
export function watchReturn(onReturn: () => void): () => void {
  const page = globalThis.document;
  if (!page) return () => {};
  let wasAway = false;
  let cancel = (): void => {};
  const look = (): void => {
    cancel();
    if (page.visibilityState === 'hidden') wasAway = true;
    else if (wasAway) cancel = setDeadline(RETURN_GRACE, onReturn);
  };
  page.addEventListener('visibilitychange', look);
  return () => {
    cancel();
    page.removeEventListener('visibilitychange', look);
  };
}
