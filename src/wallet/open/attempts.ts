import { dialLoopback } from '../../dapp/open/dial.js';
import type { Session } from '../../dapp/open/establish-session.js';
import { type Attempt, type Failure, getFirstAttempt, tryToOpen } from '../../dapp/open/open-session.js';
import {
  ensureLoopbackPermission,
  getLoopbackPermission,
  isPolicyError,
} from '../../dapp/open/permission.js';
import type { OpenOptions, SessionConfig, Way } from '../../dapp/open/session-config.js';
import type { DialogChoices, LoadedUi } from '../../dapp/open/session-ui.js';
import { hasErrorCode } from '../../util/find-error.js';
import type { AppOfSession } from './apps/choose-app.js';
import { createDecide } from './ask/permission-dialogs.js';
import type { WaitingDialog } from './ask/waiting-dialog.js';
import { createVisitMemory, type VisitMemory } from './ways/visits.js';

/** What the attempts of a session depend on besides its configuration. */
export type AttemptOptions = Omit<OpenOptions, 'decide' | 'mayStay' | 'bindLaunch' | 'onLaunch'> &
  Readonly<{
    /** How the wallet is met at first; by default by a `qr-code` if there is a `remote`. */
    way?: Way | undefined;
    /** The wallet app that is opened on this device; the phone chooses it by default. */
    app?: AppOfSession | undefined;
    /** Tells the waiting dialog how the app can be opened again, or left for another. */
    onLaunch?: WaitingDialog['setReopen'] | undefined;
    /** Lets the user open this page in a wallet app. Resolves if they want a QR code in place of that. */
    openPage?: ((signal: AbortSignal, canScan: boolean) => Promise<void>) | undefined;
    /** Whether wallet apps have answered, from one session to the next. */
    visits?: VisitMemory | undefined;
    /** Whether a wallet app was once reached on loopback: then a user who returns from it has cancelled. */
    isLoopbackProven?: boolean | undefined;
    /**
     * Called when the wallet's own link has reached nobody, and the common scheme is to be tried in its
     * place, now or later.
     */
    onLinkUnreached?: ((baseUri: string) => void) | undefined;
  }>;

/**
 * Opens a session. With `ui`, the user sees what to do, and may try again.
 *
 * @throws what `openSession` throws
 */
export async function openByAttempts(
  config: Omit<SessionConfig, 'onProgress'>,
  ui?: LoadedUi,
  options: AttemptOptions = {},
): Promise<Session> {
  const { app, isLoopbackProven = true, visits = createVisitMemory() } = options;
  const surroundings: OpenOptions = {
    ...options,
    decide: ui && createDecide(ui),
    bindLaunch: app?.bindLaunch,
    mayStay: () => !isLoopbackProven && app?.getOffer() !== undefined,
    onLaunch(reopen, leave) {
      app?.noteLaunch();
      options.onLaunch?.(reopen, app && { getOffer: app.getOffer, leave: () => app.leave(leave) });
    },
  };
  const scanned = { ...config, scan: config.scan ?? ui?.scan };
  let attempt: Attempt = getFirstAttempt(config);
  if (options.way) attempt = { ...attempt, way: options.way };
  for (;;) {
    // The visit before was one of another launch.
    app?.noteEnd();
    const outcome = await tryToOpen(scanned, attempt, surroundings);
    if (!('error' in outcome)) {
      visits.noteAnswered();
      if (outcome.isOnDevice) app?.noteAnswered();
      app?.noteEnd();
      return outcome;
    }
    attempt = await findNextAttempt(attempt, outcome, config, ui, { ...options, visits });
  }
}

/**
 * Returns what to try after a failed attempt: without a word where that is clear, else by what the user
 * chooses, in the tap that the next launch needs.
 *
 * @throws the failure's error if nothing is tried any more; the signal's reason when it aborts
 */
export async function findNextAttempt(
  attempt: Attempt,
  { error, unreached, isLeft }: Failure,
  { remote, dial = dialLoopback, signal }: SessionConfig,
  ui: LoadedUi | undefined,
  {
    app,
    isLoopbackProven = true,
    onLinkUnreached,
    visits,
    report,
    openPage,
  }: AttemptOptions & Readonly<{ visits: VisitMemory }>,
): Promise<Attempt> {
  if (attempt.way === 'qr-code') throw error;
  const canRelay = remote !== undefined && attempt.way === 'local';
  const isBlocked = hasErrorCode(error, 'LOOPBACK_BLOCKED');
  const isRepeated = unreached === 'ended' && !isBlocked && visits.noteUnanswered();
  const unreachedLink = unreached && !isBlocked && !signal?.aborted ? attempt.link : undefined;
  if (unreachedLink !== undefined && !ui) onLinkUnreached?.(unreachedLink);
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
    // Resolves in a tap, once the user has allowed it.
    await ensureLoopbackPermission(createDecide(ui), dialogSignal, () => report?.('permission')).catch(
      (reason) => {
        throw hasErrorCode(reason, 'LOOPBACK_BLOCKED') ? error : reason;
      },
    );
    return attempt;
  }

  // A custom dial need not use loopback.
  const permission = canRelay && dial === dialLoopback ? await getLoopbackPermission() : 'granted';
  /** Whether loopback may be blocked without a word: then the app opens, and the user returns. */
  const mayBeBlocked = canRelay && !isLoopbackProven && permission === 'granted';
  /** Whether a link or a chosen app has reached nobody: it is not opened again before the user is asked. */
  const wasAbsent = unreached && (unreachedLink !== undefined || app?.getPackage());
  const mayAsk =
    isLeft ||
    wasAbsent ||
    hasErrorCode(error, 'WALLET_NOT_FOUND') ||
    ((mayBeBlocked || isRepeated) && hasErrorCode(error, 'USER_CANCELLED'));
  if (!mayAsk) throw error;

  const ask = async () => {
    const offer = app?.getOffer();
    if (isLeft && app) return app.choose(dialogSignal);
    app?.noteFailed();
    const choices: DialogChoices = [
      'try-again',
      ...(offer ? [offer] : []),
      // The link may be at fault, so loopback is tried without it before the relay is offered.
      ...(canRelay && unreachedLink === undefined ? (['relay'] as const) : []),
      ...(remote ? (['qr-code'] as const) : []),
      ...(openPage ? (['open-page'] as const) : []),
    ];
    const reason = unreachedLink === undefined ? 'no-answer' : 'own-link';
    const chosen = await ui.notFound({ signal: dialogSignal, choices, reason });
    if (app && (chosen === 'other-app' || chosen === 'change-app')) return app.choose(dialogSignal);
    if (chosen !== 'open-page') return chosen;
    await openPage?.(dialogSignal, remote !== undefined);
    return 'qr-code';
  };
  // The user has just tapped to open it again, now without the link.
  const choice = wasAbsent && !isLeft && unreached === 'opened-again' ? 'try-again' : await ask();
  // A user who closes the dialog may just have changed their mind. If there was no dialog, the next call must
  // not fail, too.
  if (unreachedLink !== undefined && choice !== 'cancel' && choice !== 'qr-code')
    onLinkUnreached?.(unreachedLink);
  if (!choice || choice === 'cancel') throw error;
  return { way: choice === 'qr-code' || choice === 'relay' ? choice : attempt.way, link: undefined };
}
