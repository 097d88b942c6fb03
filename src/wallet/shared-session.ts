import { MobileWalletError } from '../errors.js';

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
  type Entry = { session: Promise<TSession>; controller: AbortController; users: number };
  let current: Entry | undefined;

  const leave = (entry: Entry): void => {
    if (current === entry) current = undefined;
  };

  const enter = (): Entry => {
    if (current) return current;
    const controller = new AbortController();
    const opened = open(controller.signal);
    const entry: Entry = { session: opened, controller, users: 0 };
    opened
      .then(({ closed }) => closed)
      .then(
        () => leave(entry),
        () => leave(entry),
      );
    current = entry;
    return entry;
  };

  return {
    async run(work) {
      const entry = enter();
      entry.users++;
      try {
        return await work(await entry.session);
      } finally {
        entry.users--;
        if (entry.users === 0) {
          setTimeout(() => {
            if (entry.users > 0) return;
            leave(entry);
            entry.controller.abort(new MobileWalletError('SESSION_CLOSED', 'The session has ended'));
          }, linger);
        }
      }
    },
    close(reason) {
      const entry = current;
      current = undefined;
      entry?.controller.abort(reason);
    },
  };
}
