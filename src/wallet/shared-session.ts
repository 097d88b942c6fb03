import { createSessionClosedError } from '../session/channel.js';

/** One session for all who need one at the same time: calls join it while it is open or being opened. */
export type SharedSession<TSession> = Readonly<{
  /** Runs `work` in the session, which is opened if there is none. */
  run<T>(work: (session: TSession) => Promise<T>): Promise<T>;
  /** Ends the session; every `run` in it rejects with `reason`. */
  close(reason: unknown): void;
}>;

type Open<TSession> = (signal: AbortSignal) => Promise<TSession & Readonly<{ closed: Promise<unknown> }>>;

/**
 * Shares sessions made by `open`. A session ends `linger` ms after its last work has settled, and never sooner
 * than one macrotask: what a caller does right after an `await` still finds it open.
 */
export function createSharedSession<TSession>(open: Open<TSession>, linger: number): SharedSession<TSession> {
  type Entry = {
    session: Promise<TSession>;
    controller: AbortController;
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
    const session = open(controller.signal);
    const entry: Entry = { session, controller, users: 0 };
    session
      .then(({ closed }) => closed)
      .then(
        () => leave(entry),
        () => leave(entry),
      );
    return entry;
  };

  return {
    async run(work) {
      current ??= create();
      const entry = current;
      entry.users++;
      clearTimeout(entry.timer);
      try {
        return await work(await entry.session);
      } finally {
        entry.users--;
        if (entry.users === 0 && current === entry) {
          entry.timer = setTimeout(() => {
            leave(entry);
            entry.controller.abort(createSessionClosedError());
          }, linger);
        }
      }
    },
    close(reason) {
      const entry = current;
      if (!entry) return;
      leave(entry);
      entry.controller.abort(reason);
    },
  };
}
