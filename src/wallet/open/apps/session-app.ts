import type { OpenOptions } from '../../../dapp/open/session-config.js';

/** The wallet app that a session is with. */
export type SessionApp = Readonly<{
  /** Its Android package, if the user had chosen it; otherwise the phone chooses, or it is elsewhere. */
  androidPackage: string | undefined;
  /**
   * Whether the user chose it while the session was opened, in the place of the one of the grant. Over a
   * relay, no other app may bring other accounts.
   */
  isChosenAnew: boolean;
  /** Has a launch open this app and no other. */
  bindLaunch?: OpenOptions['bindLaunch'];
  /** Remembers what became of it, for the next session. */
  note?: (what: 'opened' | 'answered' | 'failed') => void;
}>;

/** Whichever app the phone chooses. Nothing is remembered of it. */
export const PHONES_CHOICE: SessionApp = { androidPackage: undefined, isChosenAnew: false };
