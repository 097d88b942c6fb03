import { dialLoopback } from '../../dapp/open/dial.js';
import type { Failure, Session } from '../../dapp/open/establish-session.js';
import { type Attempt, tryToOpen } from '../../dapp/open/open-session.js';
import { type Decide, ensureLoopbackPermission, getLoopbackPermission } from '../../dapp/open/permission.js';
import type { OpenOptions } from '../../dapp/open/session-config.js';
import type { DialogChoice, LoadedUi } from '../../dapp/open/session-ui.js';
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

/** What each attempt of a session has. Its link is the attempt's own. */
type AttemptConfig = Parameters<typeof tryToOpen>[0] & Readonly<{ signal: AbortSignal }>;

/**
 * What the attempts of a session depend on besides its configuration. The first has this `way`, `link` and
 * `app`.
 */
export type AttemptOptions = Omit<OpenOptions, 'decide' | 'mayStay' | 'bindLaunch' | 'onLaunch'> &
  Pick<AppAttempt, 'way' | 'link' | 'app'> &
  Readonly<{
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
    onLinkUnreached: (link: string) => void;
  }>;

/**
 * How it is tried to meet a wallet, and which app is opened for that on this device. `decide` takes the place
 * of the question about the browser's permission, if the user has just answered it.
 */
type AppAttempt = Attempt & Readonly<{ app: SessionApp; decide?: Decide }>;

/**
 * Opens a session, and says with which app and link. With `ui`, the user sees what to do, and may try again.
 *
 * @throws what `openSession` throws
 */
export async function openByAttempts(
  config: AttemptConfig,
  ui: LoadedUi | undefined,
  options: AttemptOptions,
): Promise<Session & Pick<AppAttempt, 'app' | 'link'>> {
  const { way, link, app, appChoice, isLoopbackProven, visits } = options;
  const askPermission = ui && createDecide(ui);
  const mayStay = (): boolean => !isLoopbackProven && appChoice?.getOffer() !== undefined;
  let attempt: AppAttempt = { way, link, app };
  for (;;) {
    const { app, decide = askPermission } = attempt;
    const visit = createVisit(app, options);
    const surroundings = { ...options, decide, mayStay, bindLaunch: app.bindLaunch, onLaunch: visit.begin };
    try {
      const outcome = await tryToOpen(config, attempt, surroundings);
      if (!('error' in outcome)) {
        visits.noteAnswered();
        if (outcome.isOnDevice) app.note?.('answered');
        return { ...outcome, app, link: attempt.link };
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
  failure: Failure,
  { remote, dial = dialLoopback, signal }: AttemptConfig,
  ui: LoadedUi | undefined,
  options: AttemptOptions,
): Promise<AppAttempt> {
  const { way, link, app } = attempt;
  const { kind, error } = failure;
  if (way === 'qr-code' || kind === 'other' || signal.aborted) throw error;
  if (kind === 'blocked' || kind === 'denied' || kind === 'policy') {
    if (!ui) throw error;
    if (remote) return { ...attempt, way: 'relay', link: undefined, reasonToAsk: failure };
    await waitUntilAllowed(failure, ui, signal, () => options.report?.('permission'));
    return { ...attempt, decide: async () => true };
  }

  const { appChoice, isLoopbackProven, onLinkUnreached, openPage, visits } = options;
  const canRelay = remote !== undefined && way === 'local';
  const chooseApp = async () => (await appChoice?.choose(app, signal)) ?? 'cancel';
  /** Whether the user, who may have cancelled, is asked what to do after a visit without an answer. */
  const mayAsk = async (isRepeated: boolean): Promise<boolean> => {
    // A link or a chosen app that has reached nobody is not opened again before the user is asked.
    if (kind === 'unanswered' || link !== undefined || app.androidPackage !== undefined) return true;
    // Loopback may be blocked without a word: then the app opens, and the user returns.
    if (isRepeated) return true;
    if (!canRelay || isLoopbackProven) return false;
    // A custom dial need not use loopback.
    return dial !== dialLoopback || (await getLoopbackPermission()) === 'granted';
  };
  const ask = async (): Promise<DialogChoice | SessionApp | 'not-asked'> => {
    if (!ui) return 'not-asked';
    const isRepeated = visits.noteUnanswered();
    if (!(await mayAsk(isRepeated))) return 'cancel';
    app.note?.('failed');
    const choices = getChoices(
      'try-again',
      appChoice?.getOffer(),
      // The link may be at fault, so loopback is tried without it before the relay is offered.
      canRelay && link === undefined && 'relay',
      remote && 'qr-code',
      openPage && 'open-page',
    );
    const reason = link === undefined ? 'no-answer' : 'own-link';
    const chosen = await ui.notFound({ signal, choices, reason });
    if (chosen === 'other-app' || chosen === 'change-app') return chooseApp();
    if (chosen !== 'open-page') return chosen ?? 'not-asked';
    await openPage?.(signal, remote !== undefined);
    return 'qr-code';
  };
  if (kind === 'left') app.note?.('failed');
  // The user has just tapped to open it again, now without the link.
  const choice = kind === 'opened-again' ? 'try-again' : await (kind === 'left' ? chooseApp() : ask());
  // A user who closes the dialog may just have changed their mind. If there was no dialog, the next call must
  // not fail, too.
  const isAtFault = kind !== 'left' && choice !== 'cancel' && choice !== 'qr-code';
  if (link !== undefined && isAtFault) onLinkUnreached(link);
  if (choice === 'cancel' || choice === 'not-asked') throw error;
  if (typeof choice === 'object') return { way, link: undefined, app: choice };
  return { way: choice === 'qr-code' || choice === 'relay' ? choice : way, link: undefined, app };
}

/**
 * Explains what keeps this page from the wallet app. Resolves in a tap, once the user has allowed it, or
 * wants to try it anyway.
 *
 * @throws the failure's error if the user cannot change that, or does not; the signal's reason
 */
async function waitUntilAllowed(
  { kind, error }: Failure,
  ui: LoadedUi,
  signal: AbortSignal,
  onAsk: () => void,
): Promise<void> {
  if (kind === 'denied') throw error;
  // If the permission is not the reason, only another browser helps.
  if (kind === 'policy' || (await getLoopbackPermission()) !== 'denied') {
    await ui.blocked({ signal, choices: [], reason: kind === 'policy' ? kind : 'browser' });
    throw error;
  }
  await ensureLoopbackPermission(createDecide(ui), signal, onAsk).catch((reason) => {
    throw hasErrorCode(reason, 'LOOPBACK_BLOCKED') ? error : reason;
  });
}
