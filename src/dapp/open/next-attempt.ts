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

/** What the next attempt depends on besides, and by what the user is asked. */
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

  const dialogSignal = signal ?? new AbortController().signal;
  if (isBlocked && !isLeft) {
    if (canRelay) return { ...attempt, way: 'relay', reasonToAsk: error };
    if (isPolicyError(error)) {
      await ui.blocked({ signal: dialogSignal, choices: [], isPolicy: true });
      throw error;
    }
    // A dialog has said it already, unless only the dial has found it out.
    if (unreached === undefined) throw error;
    // Resolves in a tap, once the user has allowed it.
    await ensureLoopbackPermission(ui, dialogSignal, onPermission).catch((reason) => {
      throw hasErrorCode(reason, 'LOOPBACK_BLOCKED') ? error : reason;
    });
    return attempt;
  }

  // A custom dial need not use loopback.
  const permission = canRelay && dial === dialLoopback ? await getLoopbackPermission() : 'granted';
  /** Whether loopback may be blocked without a word: then the app opens, and the user returns. */
  const mayBeBlocked = canRelay && !isLoopbackProven && permission === 'granted';
  /** Whether a link or a chosen app has reached nobody: it is not opened again before the user is asked. */
  const wasAbsent = unreached && (unreachedLink !== undefined || app?.isChosen());
  const mayAsk =
    isLeft ||
    wasAbsent ||
    hasErrorCode(error, 'WALLET_NOT_FOUND') ||
    ((mayBeBlocked || isRepeated) && hasErrorCode(error, 'USER_CANCELLED'));
  if (!mayAsk) throw error;

  const ask = () =>
    isLeft && app
      ? app.choose(dialogSignal)
      : ui.notFound({
          signal: dialogSignal,
          choices: [
            'try-again',
            // The link may be at fault, so loopback is tried without it before the relay is offered.
            ...(canRelay && unreachedLink === undefined ? (['relay'] as const) : []),
            ...(remote ? (['qr-code'] as const) : []),
          ],
          ...(unreachedLink !== undefined && { wasOwnLink: true }),
        });
  // The user has just tapped to open it again, now without the link.
  const choice = wasAbsent && !isLeft && unreached === 'opened-again' ? 'try-again' : await ask();
  // A user who closes the dialog may just have changed their mind. If there was no dialog, the next call must
  // not fail, too.
  if (unreachedLink !== undefined && choice !== 'cancel' && choice !== 'qr-code')
    onLinkUnreached?.(unreachedLink);
  if (!choice || choice === 'cancel') throw error;
  return { way: choice === 'qr-code' || choice === 'relay' ? choice : attempt.way, link: undefined };
}
