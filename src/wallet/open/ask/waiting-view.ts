import type { ProgressState } from '../../../dapp/open/progress.js';
import type { Want } from '../../../dapp/open/session-ui.js';
import type { AppOffer } from '../apps/choose-app.js';

/** Time for the wallet app to open before a dialog says that it is being opened. */
const SHOW_AFTER_LAUNCH_MS = 3_000;
/** Time for a response that the wallet sent while the user was returning to the page. */
const SHOW_AFTER_RETURN_MS = 500;
/**
 * Time for the wallet to respond without asking the user, to a call that began while the user was on the
 * page. A user who has to answer takes longer, and must soon see where the request has gone, because no app
 * opens for it.
 */
const SHOW_AFTER_REQUEST_MS = 1_000;
/**
 * Time for a user who is perhaps back, and may be doing something else on the page: a modal dialog takes the
 * focus from it.
 */
export const SHOW_AFTER_PERHAPS_MS = 3_000;
/** What decides whether the user sees the waiting dialog. Times are those of `performance.now()`. */
export type WaitingFacts = Readonly<{
  /** The state of the session: `waiting` from when it is open until it ends. */
  state: ProgressState;
  /**
   * Whether the session's wallet is on another device, so that the user does not leave the page to answer.
   */
  isElsewhere: boolean;
  /** When the wallet app was launched for the session. */
  launchedAt: number;
  /** When the page last became visible again. */
  returnedAt: number;
  /** When the user last perhaps came back, if they have not perhaps left since. */
  perhapsReturnedAt: number;
  /** When the user last typed or touched the page; `Infinity` while they do. */
  inputAt: number;
  /**
   * Since when one call or several have been pending without a break, or since the user has hidden the dialog
   * for all before; absent if none is.
   */
  pendingSince: number | undefined;
  /** Whether the user has hidden the dialog for every pending call. */
  isHidden: boolean;
  /** The most important of what those calls want. */
  want: Want;
  /** What the user may choose in the place of the app that was opened, if they may. */
  offer: AppOffer | undefined;
  /** Has the user asked anew, once the wallet app has had time to answer a stored token. */
  askAgain: (() => void) | undefined;
}>;

/**
 * A waiting dialog, and from when on it may appear. `offer` is whether the user may choose another wallet
 * app, because they are back from the one that was opened, and it has not answered. `canReopen` is whether
 * the wallet app can be opened again for the same session. `canHide` is whether the user can hide the dialog
 * and leave the call pending. `askAgain` has the user asked anew in the same
 * session.
 */
export type WaitingView = Readonly<{
  want: Want;
  remote: boolean;
  canReopen: boolean;
  canHide: boolean;
  askAgain?: (() => void) | undefined;
  offer?: AppOffer | undefined;
  from: number;
}>;

/**
 * Returns the waiting dialog that the facts call for, if any. A user who is in the wallet app needs none. A
 * page that has hidden since the launch, and is visible, has its user back. One that never hid proves
 * nothing, because a wallet may open beside it; but if the focus has come back to it, the user may have
 * closed a wallet app that opened in a sheet above it.
 */
export function getWaitingView(facts: WaitingFacts): WaitingView | undefined {
  const { state, isElsewhere, launchedAt, returnedAt, pendingSince, want, askAgain } = facts;
  if (pendingSince === undefined) return undefined;
  const view = { want, remote: isElsewhere, canReopen: false, canHide: false, askAgain };
  const hasReturned = returnedAt >= launchedAt;
  const afterReturn = returnedAt + SHOW_AFTER_RETURN_MS;
  const isOpening = state === 'launching' || state === 'connecting';
  // At once in place of the QR code, which the user has just scanned.
  if (isElsewhere && isOpening) return { ...view, from: afterReturn };
  if (isOpening) {
    const from = hasReturned ? afterReturn : launchedAt + SHOW_AFTER_LAUNCH_MS;
    return { ...view, canReopen: true, from, ...(hasReturned && facts.offer && { offer: facts.offer }) };
  }
  if (state !== 'waiting') return undefined;
  // Once the session is open, opening the association URI again would not lead back to it.
  if (isElsewhere || hasReturned) {
    return { ...view, from: pendingSince > returnedAt ? pendingSince + SHOW_AFTER_REQUEST_MS : afterReturn };
  }
  const { perhapsReturnedAt, inputAt, isHidden } = facts;
  if (perhapsReturnedAt < launchedAt || isHidden) return undefined;
  const from = Math.max(perhapsReturnedAt, pendingSince, inputAt) + SHOW_AFTER_PERHAPS_MS;
  return { ...view, canHide: true, from };
}
