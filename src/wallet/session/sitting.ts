import type { ScanReason } from '../../dapp/offer.js';
import type { Session } from '../../dapp/start-session.js';
import { isMobileWalletError } from '../../errors.js';
import { createSessionClosedError } from '../../session/channel.js';

/**
 * What is known between the sessions with a wallet on another device, so that a person who has to scan again is told why.
 */
export type Sitting = Readonly<{
  /** Returns why the next code is shown. */
  getReason(): ScanReason;
  setReason(reason: ScanReason): void;
  /** Must be called with every session that has been opened. `sessionSignal` closes it, `workSignal` ends its work. */
  follow(
    session: Readonly<{ closed: Promise<unknown>; transport: Session['transport'] }>,
    sessionSignal: AbortSignal,
    workSignal: AbortSignal,
  ): void;
  /** Calls `action` if the session that was followed last is open. */
  ifOpen(action: () => void): void;
}>;

/** A WebSocket that was closed in order, by the end that left: without a code, or by 1000 (normal) or 1001 (going away). */
const CLEAN_CLOSE_CODES: readonly (number | undefined)[] = [undefined, 1000, 1001, 1005];

/** Creates a {@link Sitting}. When the user leaves the page, it ends the open session by `end`. */
export function createSitting(end: (reason: unknown) => void): Sitting {
  let next: ScanReason = 'first';
  let current: object | undefined;
  return {
    getReason: () => next,
    setReason(reason) {
      next = reason;
    },
    follow(session, sessionSignal, workSignal) {
      current = session;
      const ended = new AbortController();
      const leavePage = (): void => {
        next = 'connectionLost';
        end(createSessionClosedError('The user left the page'));
      };
      globalThis.addEventListener?.('pagehide', leavePage, ended);
      void session.closed.then((reason) => {
        ended.abort();
        if (current === session) current = undefined;
        // Whoever aborted the work has said why.
        if (!workSignal.aborted) next = getScanReason(reason, session.transport, sessionSignal.aborted);
      });
    },
    ifOpen(action) {
      if (current) action();
    },
  };
}

/**
 * Returns why a code is needed after a session that ended with `reason`. `isClosedHere` is whether this end closed it.
 */
function getScanReason(reason: unknown, transport: Session['transport'], isClosedHere: boolean): ScanReason {
  const isClosed = isMobileWalletError(reason, 'SESSION_CLOSED');
  // A session without calls is closed here without another reason. With calls, a caller has aborted its own.
  if (isClosedHere) return isClosed ? 'idle' : 'cancelled';
  // A wallet with other accounts was sent away, and the next one may be the right one.
  if (isMobileWalletError(reason, 'ACCOUNT_NOT_AUTHORIZED')) return 'first';
  if (!isClosed) return 'connectionLost';
  const { closeCode, closeReason } = reason.context;
  // A reflector closes in order when the wallet does so. A relay stays when the wallet leaves, and closes for its own reasons.
  const hasLeft = transport === 'nostr' ? closeReason === undefined : CLEAN_CLOSE_CODES.includes(closeCode);
  return hasLeft ? 'walletLeft' : 'connectionLost';
}
