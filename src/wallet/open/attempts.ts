import { dialLoopback } from '../../dapp/open/dial.js';
import type { Session } from '../../dapp/open/establish-session.js';
import { type Attempt, type Failure, tryToOpen } from '../../dapp/open/open-session.js';
import {
  type Decide,
  ensureLoopbackPermission,
  getLoopbackPermission,
  isPolicyError,
} from '../../dapp/open/permission.js';
import type { OpenOptions, SessionConfig, Way } from '../../dapp/open/session-config.js';
import type { LoadedUi } from '../../dapp/open/session-ui.js';
import { watchUser } from '../../dapp/open/user-moves.js';
import { createAbortScope } from '../../util/abort.js';
import { hasErrorCode } from '../../util/find-error.js';
import type { AppChoice } from './apps/app-choice.js';
import type { OpenPage } from './apps/open-page.js';
import type { SessionApp } from './apps/session-app.js';
import { getChoices } from './ask/choices.js';
import { createDecide } from './ask/permission-dialogs.js';
import type { WaitingDialog } from './ask/waiting-dialog.js';

/** Two visits without an answer that end within this time are no accident. */
const REPEAT_MS = 60_000;

/** What the attempts of a session depend on besides its configuration. */
export type AttemptOptions = Omit<OpenOptions, 'decide' | 'mayStay' | 'bindLaunch' | 'onLaunch'> &
  Readonly<{
    /** How the wallet is met at first. */
    way: Way;
    /** The wallet app that is opened at first. */
    app: SessionApp;
    /** Lets the user choose another one. */
    appChoice?: AppChoice | undefined;
    /** Tells the waiting dialog how the app can be opened again, or left for another. */
    onLaunch?: WaitingDialog['setReopen'] | undefined;
    /** Lets the user open this page in a wallet app. */
    openPage?: OpenPage | undefined;
    /** Whether wallet apps have answered, from one session to the next. */
    visits: ReturnType<typeof createVisitMemory>;
    /** Whether a wallet app was once reached on loopback: then a user who returns from it has cancelled. */
    isLoopbackProven: boolean;
    /**
     * Called when the wallet's own link has reached nobody, and the common scheme is to be tried in its
     * place, now or later.
     */
    onLinkUnreached: (baseUri: string) => void;
  }>;

/**
 * How it is tried to meet a wallet, and which app is opened for that on this device. `decide` takes the place
 * of the question about the browser's permission, if the user has just answered it.
 */
type AppAttempt = Attempt & Readonly<{ app: SessionApp; decide?: Decide }>;

/**
 * Opens a session, and says with which app. With `ui`, the user sees what to do, and may try again.
 *
 * @throws what `openSession` throws
 */
export async function openByAttempts(
  config: Omit<SessionConfig, 'onProgress'>,
  ui: LoadedUi | undefined,
  options: AttemptOptions,
): Promise<Session & Readonly<{ app: SessionApp }>> {
  const { way, appChoice, isLoopbackProven, visits } = options;
  const askPermission = ui && createDecide(ui);
  const mayStay = (): boolean => !isLoopbackProven && appChoice?.getOffer() !== undefined;
  let attempt: AppAttempt = { way, link: config.baseUri, app: options.app };
  for (;;) {
    const { app, decide = askPermission } = attempt;
    const visit = createVisit(app, options);
    const surroundings = { ...options, decide, mayStay, bindLaunch: app.bindLaunch, onLaunch: visit.begin };
    try {
      const outcome = await tryToOpen(config, attempt, surroundings);
      if (!('error' in outcome)) {
        visits.noteAnswered();
        if (outcome.isOnDevice) app.note?.('answered');
        return { ...outcome, app };
      }
      attempt = await findNextAttempt(attempt, outcome, config, ui, options);
    } catch (error) {
      // Who gives up after a visit has seen no answer.
      if (visit.hasLeft() && hasErrorCode(error, 'USER_CANCELLED')) app.note?.('failed');
      throw error;
    } finally {
      visit.end();
    }
  }
}

/** Creates what is remembered, from call to call, of whether wallet apps answer. */
export function createVisitMemory() {
  let unansweredAt = Number.NEGATIVE_INFINITY;
  return {
    /** Notes that no wallet app has answered. Returns whether none did within the last minute either. */
    noteUnanswered(): boolean {
      const now = performance.now();
      const isRepeated = now - unansweredAt < REPEAT_MS;
      unansweredAt = now;
      return isRepeated;
    },
    /** Notes that a wallet app has answered. */
    noteAnswered(): void {
      unansweredAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Creates the visit to a wallet app in one attempt. Once the user is back, they may choose another app. */
function createVisit(app: SessionApp, { appChoice, onLaunch }: AttemptOptions) {
  const { signal, abort } = createAbortScope([]);
  let hasLeft = false;
  const begin: NonNullable<OpenOptions['onLaunch']> = (reopen, leave) => {
    app.note?.('opened');
    const onLeft = (): void => {
      hasLeft = true;
    };
    watchUser({ onLeft, onBack: () => appChoice?.prepare() }, signal);
    onLaunch?.(reopen, appChoice && { getOffer: appChoice.getOffer, leave });
  };
  return { begin, hasLeft: () => hasLeft, end: () => abort(undefined) };
}

/**
 * Returns what to try after a failed attempt: without a word where that is clear, else by what the user
 * chooses, in the tap that the next launch needs.
 *
 * @throws the failure's error if nothing is tried any more; the signal's reason when it aborts
 */
async function findNextAttempt(
  attempt: AppAttempt,
  { error, unreached, isLeft }: Failure,
  { remote, dial = dialLoopback, signal }: SessionConfig,
  ui: LoadedUi | undefined,
  { appChoice, isLoopbackProven, onLinkUnreached, visits, report, openPage }: AttemptOptions,
): Promise<AppAttempt> {
  const { app } = attempt;
  if (attempt.way === 'qr-code') throw error;
  const canRelay = remote !== undefined && attempt.way === 'local';
  const isBlocked = hasErrorCode(error, 'LOOPBACK_BLOCKED');
  const isUnanswered = unreached === 'ended' && !isBlocked;
  const isRepeated = isUnanswered && visits.noteUnanswered();
  const unreachedLink = unreached && !isBlocked && !signal?.aborted ? attempt.link : undefined;
  if (unreachedLink !== undefined && !ui) onLinkUnreached(unreachedLink);
  if (!ui || signal?.aborted) throw error;

  const dialogSignal = signal ?? new AbortController().signal;
  if (isBlocked && !isLeft) {
    if (canRelay) return { ...attempt, way: 'relay', reasonToAsk: error };
    if (isPolicyError(error)) {
      await ui.blocked({ signal: dialogSignal, choices: [], reason: 'policy' });
      throw error;
    }
    // A dialog has said it already, unless only the dial has found it out.
    if (unreached === undefined) throw error;
    // If the permission is not the reason, only another browser helps.
    if ((await getLoopbackPermission()) !== 'denied') {
      await ui.blocked({ signal: dialogSignal, choices: [], reason: 'browser' });
      throw error;
    }
    // Resolves in a tap, once the user has allowed it, or wants to try it anyway.
    await ensureLoopbackPermission(createDecide(ui), dialogSignal, () => report?.('permission')).catch(
      (reason) => {
        throw hasErrorCode(reason, 'LOOPBACK_BLOCKED') ? error : reason;
      },
    );
    return { ...attempt, decide: async () => true };
  }

  // A custom dial need not use loopback.
  const permission = canRelay && dial === dialLoopback ? await getLoopbackPermission() : 'granted';
  /** Whether loopback may be blocked without a word: then the app opens, and the user returns. */
  const mayBeBlocked = canRelay && !isLoopbackProven && permission === 'granted';
  /** Whether a link or a chosen app has reached nobody: it is not opened again before the user is asked. */
  const wasAbsent = unreached && (unreachedLink !== undefined || app.androidPackage !== undefined);
  const mayAsk =
    isLeft ||
    wasAbsent ||
    hasErrorCode(error, 'WALLET_NOT_FOUND') ||
    ((mayBeBlocked || isRepeated) && hasErrorCode(error, 'USER_CANCELLED'));
  if (!mayAsk) throw error;

  const ask = async () => {
    app.note?.('failed');
    if (isLeft) return appChoice?.choose(app, dialogSignal);
    const choices = getChoices(
      'try-again',
      appChoice?.getOffer(),
      // The link may be at fault, so loopback is tried without it before the relay is offered.
      canRelay && unreachedLink === undefined && 'relay',
      remote && 'qr-code',
      openPage && 'open-page',
    );
    const reason = unreachedLink === undefined ? 'no-answer' : 'own-link';
    const chosen = await ui.notFound({ signal: dialogSignal, choices, reason });
    if (chosen === 'other-app' || chosen === 'change-app') return appChoice?.choose(app, dialogSignal);
    if (chosen !== 'open-page') return chosen;
    await openPage?.(dialogSignal, remote !== undefined);
    return 'qr-code';
  };
  // The user has just tapped to open it again, now without the link.
  const choice = wasAbsent && !isLeft && unreached === 'opened-again' ? 'try-again' : await ask();
  // A user who closes the dialog may just have changed their mind. If there was no dialog, the next call must
  // not fail, too.
  if (unreachedLink !== undefined && choice !== 'cancel' && choice !== 'qr-code')
    onLinkUnreached(unreachedLink);
  if (!choice || choice === 'cancel') throw error;
  if (typeof choice === 'object') return { way: attempt.way, link: undefined, app: choice };
  return { way: choice === 'qr-code' || choice === 'relay' ? choice : attempt.way, link: undefined, app };
}
