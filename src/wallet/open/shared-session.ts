import { createSessionClosedError } from '../../connection/channel.js';
import { createAbortScope, setDeadline } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';

/** How long a session with a wallet on another device stays open without a call, by default. */
export const REMOTE_IDLE_MS = 300_000;

/**
 * What is needed to share a session: when it has ended, how long it stays open after its last work has
 * settled, and whether it takes another call, while it has calls already if it `isBusy`. Both may read the
 * store, and what they read there may end the session.
 */
export type Shareable = Readonly<{
  closed: Promise<unknown>;
  getIdleMs(): number;
  takesCalls(isBusy: boolean): boolean;
}>;

/** `sessionSignal` closes a session; `workSignal` aborts as soon as no more work may be done in it. */
export type OpenSignals = Readonly<{ sessionSignal: AbortSignal; workSignal: AbortSignal }>;

type Entry<TSession> = {
  session: Promise<TSession>;
  /** The session once it is open. */
  opened?: TSession | undefined;
  sessionController: AbortController;
  workController: AbortController;
  /** How many calls use the session. */
  users: number;
  /** Keeps an idle session open. */
  cancelEnd?: (() => void) | undefined;
};

/** A session that calls share, and the next one after its end. */
export type SharedSession<TSession> = Readonly<{
  /**
   * Runs `work` in the session, which calls join while it is being opened, or is open and takes calls. The
   * signal that `work` receives aborts when `signal` does, or when the session is closed.
   */
  run<T>(work: (session: TSession, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Ends the session, after its running calls, if it takes no more of them. Each call does so, too. */
  review(): void;
  isOpen(): boolean;
  /**
   * Aborts all work with `reason`, also in sessions that take no more calls. The next call opens another
   * session. If this one is open, it is closed after `beforeClose` has settled.
   */
  close(reason: unknown, beforeClose?: (session: TSession) => Promise<unknown>): Promise<void>;
}>;

/** Who learns when work begins in an open session, and when none is left in one that stays open. */
type WorkListeners<TSession> = Readonly<{ onWork?: () => void; onIdle: (session: TSession) => void }>;

/**
 * Shares sessions that `open` opens. A session closes its idle time after its last work has settled, but
 * never sooner than one macrotask, so that what a caller does right after an `await` still finds it open. If
 * the last caller aborts its call, the session closes at once.
 */
export function createSharedSession<TSession extends Shareable>(
  open: (signals: OpenSignals) => Promise<TSession>,
  { onWork, onIdle }: WorkListeners<TSession>,
): SharedSession<TSession> {
  /** The session that the next call joins, if it takes calls. */
  let current: Entry<TSession> | undefined;
  /** All that have not ended. Those besides the current one close when their last call has settled. */
  const entries = new Set<Entry<TSession>>();

  const leave = (entry: Entry<TSession>): void => {
    entry.cancelEnd?.();
    entries.delete(entry);
    if (current === entry) current = undefined;
  };

  const closeNow = (entry: Entry<TSession>, reason: unknown = createSessionClosedError()): void => {
    leave(entry);
    entry.sessionController.abort(reason);
  };

  const create = (): Entry<TSession> => {
    const sessionController = new AbortController();
    const workController = new AbortController();
    // Open it in a microtask: a progress listener may close the session immediately, and by then it must be
    // `current`.
    const session = Promise.resolve().then(() => {
      sessionController.signal.throwIfAborted();
      return open({ sessionSignal: sessionController.signal, workSignal: workController.signal });
    });
    const entry: Entry<TSession> = { session, sessionController, workController, users: 0 };
    entries.add(entry);
    session
      .then((opened) => {
        entry.opened = opened;
        return opened.closed;
      })
      .finally(() => leave(entry))
      .catch(() => {});
    return entry;
  };

  const review = (): void => {
    const entry = current;
    // A listener to a change of the grant, which is read here, may have ended it or begun another.
    if (entry?.opened?.takesCalls(entry.users > 0) !== false) return;
    if (entry.users === 0) closeNow(entry);
    if (current === entry) current = undefined;
  };

  return {
    review,
    async run(work, signal) {
      signal?.throwIfAborted();
      review();
      current ??= create();
      const entry = current;
      entry.users++;
      entry.cancelEnd?.();
      const scope = createAbortScope([entry.workController.signal, signal]);
      try {
        const session = await abortable(entry.session, scope.signal);
        onWork?.();
        return await work(session, scope.signal);
      } finally {
        scope.release();
        entry.users--;
        if (entry.users === 0 && current !== entry && entries.has(entry)) closeNow(entry);
        if (entry.users === 0 && current === entry) {
          // The wallet app still shows the request that its caller aborted. Closing the session dismisses it.
          if (signal?.aborted) closeNow(entry, signal.reason);
          else {
            const idleMs = entry.opened?.getIdleMs() ?? 0;
            entry.cancelEnd = setDeadline(idleMs, () => closeNow(entry));
            // Last, because a listener may call the wallet again, and the session must stay open for that.
            if (entry.opened && idleMs > 0) onIdle(entry.opened);
          }
        }
      }
    },
    isOpen: () => current?.opened !== undefined,
    async close(reason, beforeClose) {
      const [entry, all] = [current, [...entries]];
      if (entry) leave(entry);
      for (const { workController } of all) workController.abort(reason);
      try {
        if (entry?.opened) await beforeClose?.(entry.opened);
      } finally {
        entry?.sessionController.abort(reason);
      }
    },
  };
}
