import { assertRemote, type Remote } from '../../protocol/remote-option.js';
import { assertBaseUri } from '../../protocol/text-checks.js';
import { assertArgument, hasErrorCode } from '../../util/errors.js';
import { loadCode } from '../../util/lazy.js';
import type { Debug } from '../debug-log.js';
import { type Dial, dialLoopback } from './dial.js';
import {
  beginOpening,
  createProgressReporter,
  establishSession,
  type OnProgress,
  type Session,
} from './establish-session.js';
import { assertUserActivation, type Launch, launchByNavigation } from './launch.js';
import { connectLocally, createPreparations } from './local.js';
import { createLoopbackBlockedError, getLoopbackPermission, isPolicyError } from './permission.js';
import type { RemoteHistory, SessionUi, ShowCode } from './session-ui.js';

/** Custom wallet association, as the session API names it. */
export type WalletAssociationConfig = Readonly<{
  /** The `wallet_uri_base` of an earlier authorization; `https:` only. */
  baseUri?: string | undefined;
}>;

/** How to open a session. */
export type SessionConfig = WalletAssociationConfig &
  Readonly<{
    /** Ends the session at any stage. Calls reject with the signal's reason. */
    signal?: AbortSignal | undefined;
    /** Where a wallet on another device is met. By default, the wallet app is on this device. */
    remote?: Remote | undefined;
    /** Shows the code that a wallet on another device scans; by default a dialog of this library. */
    scan?: ShowCode | undefined;
    /** Opens the association URI; by default a navigation. */
    launch?: Launch | undefined;
    /** Connects to the wallet; by default a WebSocket on loopback. */
    dial?: Dial | undefined;
    /** Called when the session reaches another state. */
    onProgress?: OnProgress | undefined;
    /**
     * Logs names, sizes and times of the session (never tokens or payloads) to the console, or to a function.
     */
    debug?: Debug | undefined;
  }>;

/**
 * How a wallet is met: the app on this device, by loopback or over a relay; or one on another device, by a
 * code.
 */
export type Way = 'local' | 'relayed' | 'scan';

/** How a session is opened besides its {@link SessionConfig}. */
export type OpenOptions = Readonly<{
  /** With those, a tap need not wait for the keys and the permission query. */
  preparations?: ReturnType<typeof createPreparations>;
  /** Called before the wallet app is opened, with a function that opens it again for the same association. */
  onLaunch?: (reopen: () => void) => void;
  /** How the wallet is met at first; by default `scan` if there is a `remote`. */
  way?: Way;
  /**
   * Asks for a tap, if the last one is used up by the time that the wallet app can be opened over the relay.
   */
  askTap?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Whether a wallet app was once reached on loopback, so that a user who returns from it has cancelled. */
  isLoopbackProven?: boolean;
  /**
   * Called when the wallet's own link has reached nobody, and the common scheme is to be tried in its place,
   * now or later.
   */
  onLinkUnreached?: (baseUri: string) => void;
  /** Called when the relay could not be used, or no wallet app has joined over it. */
  onRelayFailed?: () => void;
  /** Kept up to date by the sessions with a wallet on another device. */
  history?: RemoteHistory;
  /** Whether a token is stored, which the wallet may quote before this session has sent it. */
  hasStoredToken?: () => boolean;
}>;

/**
 * Opens a session with the wallet app on this device or, if `config` has a `remote`, with a wallet on another
 * one. If it fails, nothing stays open. With `ui`, the user sees what to do and may try again.
 *
 * @throws `INVALID_ARGUMENT`, `LOOPBACK_BLOCKED`, `USER_GESTURE_REQUIRED`, `WALLET_NOT_FOUND`,
 * `USER_CANCELLED`, `SESSION_TIMEOUT`, `SESSION_CLOSED`, `PROTOCOL_VIOLATION`, `CODE_NOT_LOADED`; the
 * signal's reason when it aborts
 */
export async function openSession(
  config: SessionConfig,
  ui?: SessionUi,
  {
    preparations = createPreparations(),
    onLaunch = () => {},
    way: firstWay,
    askTap = async () => {},
    isLoopbackProven = true,
    onLinkUnreached = () => {},
    onRelayFailed = () => {},
    history = { reason: 'first' },
    hasStoredToken,
  }: OpenOptions = {},
): Promise<Session> {
  const { baseUri, signal, launch = launchByNavigation, dial = dialLoopback, onProgress, debug } = config;
  const { remote, scan = ui?.scan } = config;
  assertSignal(signal);
  if (baseUri !== undefined) assertBaseUri(baseUri);
  for (const [option, method] of Object.entries({ launch, dial, ...(remote && { scan: scan ?? null }) })) {
    assertArgument(typeof method === 'function', option, 'must be a function');
  }
  assertRemote(remote);
  const hasWebSocket = typeof WebSocket === 'function' || remote || dial !== dialLoopback;
  assertArgument(hasWebSocket, 'dial', 'must be given if there is no `WebSocket`, as in Node 20');
  const report = createProgressReporter(onProgress);

  /**
   * The wallet's own link, until it has reached nobody: then the system chooses an app by the common scheme.
   */
  let link = baseUri;
  let way = firstWay ?? (remote ? 'scan' : 'local');
  const canRelay = remote !== undefined && way !== 'scan';
  /** Why the user has to be asked before the wallet app is opened over the relay. */
  let blocked: unknown;
  for (;;) {
    signal?.throwIfAborted();
    // Check this before asking the user anything, because a dialog that opens without a tap would swallow the
    // next tap.
    if (way !== 'scan' && !blocked && launch === launchByNavigation) assertUserActivation();
    const opening = beginOpening(signal, report, debug);
    const relayed =
      way === 'relayed' ? { launch, onLaunch, askTap, ui, blocked, onFailed: onRelayFailed } : undefined;
    /** Whether nobody has answered, and how that ended. */
    let unreached: 'ended' | 'openedAgain' | undefined;
    const onUnreached = (isOpenedAgain: boolean): void => {
      unreached = isOpenedAgain ? 'openedAgain' : 'ended';
    };
    const connecting =
      remote && scan && way !== 'local'
        ? loadRemote(remote).then((connect) => connect({ remote, scan, relayed, history, signal }, opening))
        : connectLocally(
            {
              baseUri: link,
              launch,
              dial,
              ui,
              canRelay,
              preparation: preparations.take(),
              onLaunch,
              onUnreached,
            },
            opening,
          );
    try {
      return await establishSession(opening, connecting, hasStoredToken);
    } catch (error) {
      if (way === 'scan') throw error;
      const isLocal = way === 'local';
      const isMissing = hasErrorCode(error, 'WALLET_NOT_FOUND');
      // A custom dial need not use loopback.
      const permission = isLocal && dial === dialLoopback ? await getLoopbackPermission() : 'granted';
      blocked = isMissing && permission === 'denied' ? createLoopbackBlockedError(error) : error;
      const canOpen = canRelay && isLocal;
      const isBlocked = hasErrorCode(blocked, 'LOOPBACK_BLOCKED');
      const unreachedLink = unreached && !isBlocked && !signal?.aborted ? link : undefined;
      if (unreachedLink !== undefined && !ui) onLinkUnreached(unreachedLink);
      if (!ui || signal?.aborted) throw blocked;
      if (isBlocked) {
        if (!canOpen) {
          // The dialog about the permission has been shown already.
          if (isPolicyError(blocked))
            await ui.blocked({ signal: signal ?? new AbortController().signal, isPolicy: true });
          throw blocked;
        }
        way = 'relayed';
        continue;
      }
      blocked = undefined;
      // Some browsers block loopback without saying so: then the wallet app opens, and the user returns from
      // it.
      const mayBeBlocked = canOpen && !isLoopbackProven && permission === 'granted';
      const mayAsk = isMissing || (mayBeBlocked && hasErrorCode(error, 'USER_CANCELLED'));
      if (!mayAsk && unreachedLink === undefined) throw error;
      const ask = () =>
        ui.notFound({
          signal: signal ?? new AbortController().signal,
          ...(remote && { canScan: true }),
          // The link may be at fault, so loopback is tried without it before the relay is offered.
          ...(unreachedLink !== undefined ? { wasOwnLink: true } : canOpen && { canOpen }),
        });
      const choice = unreached === 'openedAgain' || (await ask());
      // A user who closes the dialog may just have changed their mind. If there was no dialog, the next call
      // must not fail, too.
      if (unreachedLink !== undefined && choice !== false && choice !== 'scan')
        onLinkUnreached(unreachedLink);
      if (!choice) throw error;
      if (choice === 'scan') way = choice;
      if (choice === 'open') way = 'relayed';
      link = undefined;
    }
  }
}

/** Loads the code for sessions over a relay, with the one transport that is used. */
export function loadRemote({ type }: Remote) {
  return loadCode(async () =>
    type === 'nostr'
      ? (await import('./nostr.js')).connectByNostr
      : (await import('./reflector.js')).connectByReflector,
  );
}

/** Throws `INVALID_ARGUMENT` unless `signal` is an abort signal or `undefined`. */
export function assertSignal(signal: AbortSignal | undefined): void {
  const isSignal = signal === undefined || typeof signal?.throwIfAborted === 'function';
  assertArgument(isSignal, 'signal', 'must be an AbortSignal');
}
