import { createProgressReporter, type OnProgress, type ReportProgress } from '../../dapp/open/progress.js';
import type { AuthorizationResult } from '../../protocol/types.js';
import type { OpenSignals } from '../open/shared-session.js';

/**
 * Creates what tells the dapp, and `show`, the states of the wallet's sessions, one session after another.
 */
export function createSessionProgress(onProgress: OnProgress | undefined, show: ReportProgress) {
  const report = createProgressReporter(onProgress);
  /** What the wallet app of the session says of itself, once it has authorized. */
  let answered: Parameters<OnProgress>[0]['wallet'];
  /** The state of the session, without `ready`. */
  let state: Parameters<ReportProgress>[0] = 'idle';
  /** The session whose states count. One that was given up may report its end when the next has begun. */
  let current: OpenSignals | undefined;
  const reach: ReportProgress = (next) => {
    if (next === 'preparing') answered = undefined;
    state = next;
    show(next);
    report(next, answered);
  };
  return {
    /** Notes a state of the session that has these signals. */
    note(signals: OpenSignals, next: typeof state): void {
      if (next === 'preparing') current = signals;
      if (current === signals) reach(next);
    },
    /** Notes what the wallet app says of itself. */
    noteAnswer({ wallet_icon: icon, wallet_uri_base: base }: AuthorizationResult): void {
      answered = { ...(icon && { icon }), ...(base && { host: new URL(base).host }) };
    },
    /** Called before each work in an open session. */
    onWork(): void {
      if (state === 'waiting') report('waiting', answered);
    },
    /** Called when no work is left in a session that stays open. */
    onIdle(): void {
      if (state === 'waiting') report('ready', answered);
    },
    /** Ends the session whose states count. */
    end(): void {
      current = undefined;
      reach('idle');
    },
  };
}
