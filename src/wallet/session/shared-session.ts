import { abortable, createAbortScope } from '../../abort.js';
import { createSessionClosedError } from '../../session/channel.js';

/** One session for all who need one at the same time: calls join it while it is open or being opened. */
export type SharedSession<TSession> = Readonly<{
  /**
   * Runs `work` in the session, which is opened if there is none. `work` gets a signal that tells it to stop: when
   * `signal` aborts, or the session is closed.
   */
  run<T>(work: (session: TSession, signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Ends the session: what runs in it is told to stop with `reason`, and what comes now needs another. An open one
   * closes once `farewell` has settled.
   */
  close(reason: unknown, farewell: (session: TSession) => Promise<unknown>): Promise<void>;
}>;

/** `signal` ends the session; `works` aborts as soon as nothing more may be done in it. */
type Open<TSession> = (
  signals: Readonly<{ signal: AbortSignal; works: AbortSignal }>,
) => Promise<TSession & Readonly<{ closed: Promise<unknown> }>>;

/**
 * Shares sessions made by `open`. A session ends `linger` ms after its last work has settled, and never sooner
 * than one macrotask: what a caller does right after an `await` still finds it open. It ends at once when the last
 * caller has given up. `onIdle` is called when no work is left in it.
 */
export function createSharedSession<TSession>(
  open: Open<TSession>,
  linger: number,
  onIdle: () => void = () => {},
): SharedSession<TSession> {
  type Entry = {
    session: Promise<TSession>;
    opened?: TSession;
    controller: AbortController;
    works: AbortController;
    users: number;
    timer?: ReturnType<typeof setTimeout>;
  };
  let current: Entry | undefined;

  const leave = (entry: Entry): void => {
    clearTimeout(entry.timer);
    if (current === entry) current = undefined;
  };

  const create = (): Entry => {
    const controller = new AbortController();
    const works = new AbortController();
    // Not at once: who hears of its progress may already want to end it.
    const session = Promise.resolve().then(() => {
      controller.signal.throwIfAborted();
      return open({ signal: controller.signal, works: works.signal });
    });
    const entry: Entry = { session, controller, works, users: 0 };
    session
      .then((opened) => {
        entry.opened = opened;
        return opened.closed;
      })
      .then(
        () => leave(entry),
        () => leave(entry),
      );
    return entry;
  };

  return {
    async run(work, signal) {
      signal?.throwIfAborted();
      current ??= create();
      const entry = current;
      entry.users++;
      clearTimeout(entry.timer);
      const scope = createAbortScope([entry.works.signal, signal]);
      try {
        return await work(await abortable(entry.session, scope.signal), scope.signal);
      } finally {
        scope.release();
        entry.users--;
        if (entry.users === 0 && current === entry) {
          onIdle();
          const end = (reason: unknown): void => {
            leave(entry);
            entry.controller.abort(reason);
          };
          // What the last caller gave up is still on the wallet's screen.
          if (signal?.aborted) end(signal.reason);
          else entry.timer = setTimeout(() => end(createSessionClosedError()), linger);
        }
      }
    },
    async close(reason, farewell) {
      const entry = current;
      if (!entry) return;
      leave(entry);
      onIdle();
      entry.works.abort(reason);
      try {
        if (entry.opened) await farewell(entry.opened);
      } finally {
        entry.controller.abort(reason);
      }
    },
  };
}
