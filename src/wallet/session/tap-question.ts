import type { SessionUi, Want } from '../../dapp/ui.js';
import { MobileWalletError } from '../../errors.js';

/** Time after a session in which a call may still belong to what the person began by a tap. */
const CONTINUATION_MS = 60_000;
/** What calls may want, the most important first: one question stands for all calls that wait. */
const WANTS: readonly Want[] = ['send', 'signature', 'signIn', 'connect', 'other'];

/** Asks for a tap where a call needs the wallet app again, and the tap that began it counts no longer. */
export type TapQuestion = Readonly<{
  /** Runs a call, and names what it wants as long as it is pending. */
  during<T>(want: Want, call: () => Promise<T>): Promise<T>;
  /** Must be told of each session with the wallet that stands. */
  follow(session: Readonly<{ closed: Promise<unknown> }>): void;
  /**
   * Resolves in the tap, or at once where no question has to be asked or none can be: then the launch decides.
   *
   * @throws `USER_CANCELLED`; the signal's reason
   */
  ask(signal: AbortSignal): Promise<void>;
}>;

/** Makes the {@link TapQuestion} of a wallet, for a dapp that calls itself `name`. */
export function createTapQuestion(name: string, getUi: () => Promise<SessionUi | undefined>): TapQuestion {
  /** What is wanted by each pending call. */
  const pending = new Set<Readonly<{ want: Want }>>();
  let lastEnd = Number.NEGATIVE_INFINITY;
  let lastSession: object | undefined;

  const isContinuation = (): boolean => {
    const activation = globalThis.navigator?.userActivation;
    const isSpent = activation?.isActive === false && activation.hasBeenActive;
    return isSpent && performance.now() - lastEnd < CONTINUATION_MS;
  };

  return {
    async during(want, call) {
      const entry = { want };
      pending.add(entry);
      try {
        return await call();
      } finally {
        pending.delete(entry);
      }
    },
    follow(session) {
      lastSession = session;
      // A call may need the next session before it is known here that this one has ended.
      lastEnd = Number.POSITIVE_INFINITY;
      void session.closed.then(() => {
        if (lastSession === session) lastEnd = performance.now();
      });
    },
    async ask(signal) {
      if (!isContinuation()) return;
      const ui = await getUi();
      signal.throwIfAborted();
      if (!ui?.tapNeeded) return;
      const wanted = new Set([...pending].map(({ want }) => want));
      const want = WANTS.find((one) => wanted.has(one)) ?? 'other';
      const mayOpen = await ui.tapNeeded({ signal, name, want });
      signal.throwIfAborted();
      if (!mayOpen) {
        throw new MobileWalletError(
          'USER_CANCELLED',
          'The person cancelled before the wallet app was opened again',
        );
      }
    },
  };
}
