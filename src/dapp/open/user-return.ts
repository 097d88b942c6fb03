import { type AbortScope, setDeadline } from '../../util/abort.js';
import { MobileWalletError } from '../../util/errors.js';
import { watchUser } from './user-moves.js';

/** A wallet that the user just left may still be about to answer. */
const RETURN_GRACE_MS = 2_000;
/** No person reads and decides in less: a wallet app that was open for no longer has closed by itself. */
const SHORTEST_VISIT_MS = 1_000;

/**
 * Until `scope` aborts, aborts it when the user has left the page and returned to it for longer than the
 * grace time. A page that never hides proves nothing: a wallet may open beside it, or slowly.
 */
export function watchReturn({ signal, abort }: AbortScope): void {
  /** How long the user has been elsewhere, all in all. */
  let awayMs = 0;
  let cancel = (): void => {};
  const giveUp = (): void => {
    const message = 'No wallet app answered: one opened, and closed within a second';
    const isShort = awayMs < SHORTEST_VISIT_MS;
    abort(isShort ? new MobileWalletError('WALLET_NOT_FOUND', message) : createReturnedError());
  };
  watchUser(
    {
      onLeft: () => cancel(),
      onBack(ms) {
        awayMs += ms;
        cancel = setDeadline(RETURN_GRACE_MS, giveUp);
      },
    },
    signal,
  );
  signal.addEventListener('abort', () => cancel());
}

/** Creates the error of a call that ends because the user has returned to the page. */
export function createReturnedError(): MobileWalletError<'USER_CANCELLED'> {
  const message = 'The user cancelled: they returned to the page before the wallet answered';
  return new MobileWalletError('USER_CANCELLED', message);
}
