import { hasErrorCode } from '../../util/find-error.js';
import { dialLoopback } from './dial.js';
import type { Unreached } from './local.js';
import { ensureLoopbackPermission, getLoopbackPermission, isPolicyError } from './permission.js';
import type { OpenOptions, SessionConfig, Way } from './session-config.js';
import type { LoadedUi } from './session-ui.js';
import type { VisitMemory } from './user-return.js';

/** How it is tried to meet a wallet. */
export type Attempt = Readonly<{
  way: Way;
  /** The wallet's own link. Without it, the system chooses an app by the common scheme. */
  link: string | undefined;
  /** Why loopback cannot be used, if the user has to agree before the app is opened over the relay. */
  reasonToAsk?: unknown;
}>;

/** How an attempt has failed. */
export type Failure = Readonly<{
  error: unknown;
  /** How the app, or the wallet's own link, has reached nobody, if it did. */
  unreached: Unreached | undefined;
  /** Whether the user has left it, to choose another app. */
  isLeft: boolean;
}>;

/** What follows an attempt to meet the wallet app on this device that has failed. */
type NextStep = 'give-up' | 'relay' | 'try-again' | 'ask';

/** What {@link NextStep} depends on. */
type Findings = Failure &
  Readonly<{
    /** Whether the app can be met over a relay, which has not been tried. */
    canRelay: boolean;
    /** Whether the browser may block loopback without saying so: then the app opens, and the user returns. */
    mayBeBlocked: boolean;
    /** Whether the attempt before this one has reached nobody either, shortly before. */
    isRepeated: boolean;
  }>;

/** Decides what follows a failed attempt, where the user can be asked. */
function getNextStep({ error, canRelay, unreached, isLeft, mayBeBlocked, isRepeated }: Findings): NextStep {
  if (isLeft) return 'ask';
  if (hasErrorCode(error, 'LOOPBACK_BLOCKED')) return canRelay ? 'relay' : 'give-up';
  // Now without the link, for which the user has just tapped.
  if (unreached === 'opened-again') return 'try-again';
  if (unreached || hasErrorCode(error, 'WALLET_NOT_FOUND')) return 'ask';
  return (mayBeBlocked || isRepeated) && hasErrorCode(error, 'USER_CANCELLED') ? 'ask' : 'give-up';
}

/** What the user sees and hears of between two attempts. */
type Surroundings = Readonly<{
  config: Pick<SessionConfig, 'remote' | 'dial' | 'signal'>;
  options: Pick<OpenOptions, 'app' | 'isLoopbackProven' | 'onLinkUnreached'>;
  ui: LoadedUi | undefined;
  visits: VisitMemory;
  onPermission: () => void;
}>;

/**
 * Returns what to try after a failed attempt: without a word where that is clear, else by what the user
 * chooses, in the tap that the next launch needs.
 *
 * @throws the failure's error if nothing is tried any more; the signal's reason when it aborts
 */
export async function findNextAttempt(
  attempt: Attempt,
  { error, unreached, isLeft }: Failure,
  { config, options, ui, visits, onPermission }: Surroundings,
): Promise<Attempt> {
  const { remote, dial = dialLoopback, signal } = config;
  const { app, isLoopbackProven = true, onLinkUnreached } = options;
  if (attempt.way === 'qr-code') throw error;
  const canRelay = remote !== undefined && attempt.way === 'local';
  const isBlocked = hasErrorCode(error, 'LOOPBACK_BLOCKED');
  const isRepeated = unreached === 'ended' && !isBlocked && visits.noteUnanswered();
  const unreachedLink = unreached && !isBlocked && !signal?.aborted ? attempt.link : undefined;
  if (unreachedLink !== undefined && !ui) onLinkUnreached?.(unreachedLink);
  if (!ui || signal?.aborted) throw error;

  // A custom dial need not use loopback.
  const permission = canRelay && dial === dialLoopback ? await getLoopbackPermission() : 'granted';
  const step = getNextStep({
    error,
    canRelay,
    isLeft,
    // A chosen app that did not answer is not opened again before the user is asked.
    unreached: unreachedLink !== undefined || (!isBlocked && app?.isChosen()) ? unreached : undefined,
    mayBeBlocked: canRelay && !isLoopbackProven && permission === 'granted',
    isRepeated,
  });
  const dialogSignal = signal ?? new AbortController().signal;
  if (step === 'relay') return { ...attempt, way: step, reasonToAsk: error };
  if (step === 'give-up') {
    if (isPolicyError(error)) await ui.blocked({ signal: dialogSignal, choices: [], isPolicy: true });
    // Only the dial has found out that it is blocked, so that no dialog has said it.
    else if (isBlocked && unreached !== undefined) {
      // Resolves in a tap, once the user has allowed it.
      await ensureLoopbackPermission(ui, dialogSignal, onPermission).catch((reason) => {
        throw hasErrorCode(reason, 'LOOPBACK_BLOCKED') ? error : reason;
      });
      return attempt;
    }
    throw error;
  }

  const offerOthers = () =>
    ui.notFound({
      signal: dialogSignal,
      choices: [
        'try-again',
        // The link may be at fault, so loopback is tried without it before the relay is offered.
        ...(canRelay && unreachedLink === undefined ? (['relay'] as const) : []),
        ...(remote ? (['qr-code'] as const) : []),
      ],
      ...(unreachedLink !== undefined && { wasOwnLink: true }),
    });
  const choice =
    step === 'try-again' ? step : await (isLeft && app ? app.choose(dialogSignal) : offerOthers());
  // A user who closes the dialog may just have changed their mind. If there was no dialog, the next call must
  // not fail, too.
  if (unreachedLink !== undefined && choice !== 'cancel' && choice !== 'qr-code')
    onLinkUnreached?.(unreachedLink);
  if (!choice || choice === 'cancel') throw error;
  return { way: choice === 'qr-code' || choice === 'relay' ? choice : attempt.way, link: undefined };
}
