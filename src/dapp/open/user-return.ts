import { type AbortScope, setDeadline } from '../../util/abort.js';
import { MobileWalletError } from '../../util/errors.js';

/** A wallet that the user just left may still be about to answer. */
const RETURN_GRACE_MS = 2_000;

/**
 * Until `scope` aborts, aborts it when the user has left the page and returned to it for longer than the
 * grace time. A page that never hides proves nothing: a wallet may open beside it, or slowly.
 */
export function watchReturn({ signal, abort }: AbortScope): void {
  const page = globalThis.document;
  let hasLeft = false;
  let cancel = (): void => {};
  const giveUp = (): void => abort(createReturnedError());
  const check = (): void => {
    cancel();
    if (page.visibilityState === 'hidden') hasLeft = true;
    else if (hasLeft) cancel = setDeadline(RETURN_GRACE_MS, giveUp);
  };
  page?.addEventListener('visibilitychange', check, { signal });
  signal.addEventListener('abort', () => cancel());
}

/** Creates the error of a call that ends because the user has returned to the page. */
export function createReturnedError(): MobileWalletError<'USER_CANCELLED'> {
  const message = 'The user cancelled: they returned to the page before the wallet answered';
  return new MobileWalletError('USER_CANCELLED', message);
}
