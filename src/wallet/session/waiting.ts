import type { ProgressState } from '../../dapp/session.js';
import type { SessionUi } from '../../dapp/ui.js';

/** A wallet app that is not there by then may need a word to the person. */
const LAUNCH_TIME = 3_000;
/** What the wallet answered while it was in front arrives first. */
const RETURN_TIME = 500;

/** Tells a person who looks at the page, and not at the wallet, what is being waited for. */
export type Waiting = Readonly<{
  /** Follows where the session stands. */
  follow(state: ProgressState): void;
  /** Offers to open the wallet app again, until a wallet has answered. */
  offer(reopen: () => void): void;
  /** Takes the word back: nothing is being waited for any more. */
  end(): void;
}>;

/**
 * Shows `ui.waiting` only to those who need it: while the wallet app is slow to open, and to a person who comes back to
 * the page before the wallet has answered. Who sees the wallet app, or a page's own spinner, is left alone.
 */
export function createWaiting(show: SessionUi['waiting'] | undefined, cancel: () => void): Waiting {
  let shown: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFollowing = false;
  let wasAway = false;
  /** Only until a wallet has answered, because opening the same association again does not lead into its session. */
  let reopen: (() => void) | undefined;

  const hide = (): void => {
    clearTimeout(timer);
    shown?.abort();
    shown = undefined;
  };
  const showIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (shown || document.visibilityState === 'hidden') return;
      shown = new AbortController();
      show?.({ signal: shown.signal, cancel, ...(reopen && { reopen }) });
    }, ms);
  };
  const look = (): void => {
    if (document.visibilityState === 'hidden') wasAway = true;
    else if (wasAway) showIn(RETURN_TIME);
  };
  const end = (): void => {
    hide();
    if (isFollowing) document.removeEventListener('visibilitychange', look);
    isFollowing = false;
    wasAway = false;
    reopen = undefined;
  };

  return {
    follow(state) {
      if (!show || state === 'preparing' || state === 'permission') return;
      if (state === 'idle') return end();
      if (state === 'launching') {
        if (!isFollowing) document.addEventListener('visibilitychange', look);
        isFollowing = true;
        showIn(LAUNCH_TIME);
      }
      // The wallet app has taken over; who is back already stays told.
      if (state === 'waiting') {
        const mustStay = wasAway && shown !== undefined;
        reopen = undefined;
        if (!wasAway || mustStay) hide();
        if (mustStay) showIn(0);
      }
    },
    offer(openAgain) {
      reopen = openAgain;
    },
    end,
  };
}
