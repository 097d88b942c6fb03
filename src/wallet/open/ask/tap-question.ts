import { assertUserActivation } from '../../../dapp/open/launch.js';
import type { SessionUi, Want } from '../../../dapp/open/session-ui.js';
import { attempt, MobileWalletError } from '../../../util/errors.js';

/**
 * Time after a tap, or after a session, within which a call may still be part of what the user began with a
 * tap.
 */
const CONTINUATION_MS = 60_000;
/** Events of taps by finger, mouse, keyboard or screen reader. */
const TAPS = ['pointerup', 'keydown', 'click'];

/**
 * Asks for another tap when a call needs the wallet app, but the user's tap was used up by a launch, or has
 * expired.
 */
export type TapQuestion = Readonly<{
  /** Must be called with every session with a wallet app on this device. */
  onOpen(session: Readonly<{ closed: Promise<unknown> }>): void;
  /**
   * Resolves when the user has tapped, or at once if no tap is needed or no dialog can ask for one.
   *
   * @throws `USER_CANCELLED`; the signal's reason
   */
  ask(signal: AbortSignal): Promise<void>;
  /**
   * Throws `USER_GESTURE_REQUIRED` unless the call may be part of what the user began with a tap, so that a
   * dialog may appear.
   */
  assertTapped(): void;
}>;

/**
 * Creates the {@link TapQuestion} of a wallet. `name` is the dapp's. `getWant` returns what the call wants
 * that needs the tap.
 */
export function createTapQuestion(
  name: string,
  ui: Pick<SessionUi, 'tapNeeded'> | undefined,
  getWant: () => Want,
): TapQuestion {
  // Times of `performance.now()`; infinitely long ago for what has not happened.
  let lastTap = Number.NEGATIVE_INFINITY;
  let lastEnd = Number.NEGATIVE_INFINITY;
  let lastSession: object | undefined;

  const getActivation = (): UserActivation | undefined => globalThis.navigator?.userActivation;

  // Chromium sets `hasBeenActive` also on a page that a link of the same site has opened, so it says nothing
  // of this page.
  const noteTap = (): void => {
    if (getActivation()?.isActive) lastTap = performance.now();
  };
  if (ui?.tapNeeded) {
    for (const type of TAPS) globalThis.addEventListener?.(type, noteTap, true);
  }

  /**
   * Whether a tap is needed, and a dialog may ask for one: the user has tapped, not long ago, and that tap no
   * longer counts. A tap that still counts needs no dialog, and without any there may be no user.
   */
  const mayAskForTap = (): boolean => {
    const activation = getActivation();
    const wasTapped = activation?.isActive === false && activation.hasBeenActive;
    // The user may have tapped before this module was loaded. The browser tells of that tap only after its
    // next frame.
    const firstTap = attempt(getFirstTap) ?? lastTap;
    return wasTapped && performance.now() - Math.max(firstTap, lastTap, lastEnd) < CONTINUATION_MS;
  };

  return {
    assertTapped() {
      if (!mayAskForTap()) assertUserActivation();
    },
    onOpen(session) {
      lastSession = session;
      // A call may need the next session before `closed` of this one has resolved.
      lastEnd = Number.POSITIVE_INFINITY;
      void session.closed.then(() => {
        if (lastSession !== session) return;
        lastEnd = performance.now();
        lastSession = undefined;
      });
    },
    async ask(signal) {
      if (!ui?.tapNeeded || !mayAskForTap()) return;
      const choice = await ui.tapNeeded({ signal, choices: ['open-wallet'], name, want: getWant() });
      signal.throwIfAborted();
      if (choice === 'open-wallet') return;
      throw new MobileWalletError('USER_CANCELLED', 'The user cancelled before the wallet app was opened');
    },
  };
}

/** Returns when the user first tapped on this page, as far as the browser says so. */
function getFirstTap(): number | undefined {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: 'first-input', buffered: true });
  const [first] = observer.takeRecords();
  observer.disconnect();
  return first?.startTime;
}
