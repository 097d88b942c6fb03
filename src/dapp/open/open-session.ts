import type { Remote } from '../../protocol/remote-option.js';
import { abortable } from '../../util/abortable.js';
import { assertArgument, loadCode } from '../../util/errors.js';
import { dialLoopback } from './dial.js';
import { beginOpening, type Connection, establishSession, type Session } from './establish-session.js';
import { assertUserActivation, launchByNavigation, whenPageOpens } from './launch.js';
import { connectLocally, createPreparations, type Unreached } from './local.js';
import { type Attempt, findNextAttempt } from './next-attempt.js';
import type { OpenOptions, SessionConfig } from './session-config.js';
import type { LoadedUi, ShowQrCode } from './session-ui.js';
import { createReturnedError, createVisitMemory } from './user-return.js';

/**
 * Opens a session with the wallet app on this device or, if `config` has a `remote`, with a wallet on another
 * one. If it fails, nothing stays open. With `ui`, the user sees what to do and may try again. What callers
 * pass must have been checked by `assertConfig`.
 *
 * @throws `INVALID_ARGUMENT`, `LOOPBACK_BLOCKED`, `USER_GESTURE_REQUIRED`, `WALLET_NOT_FOUND`,
 * `USER_CANCELLED`, `SESSION_TIMEOUT`, `SESSION_CLOSED`, `PROTOCOL_VIOLATION`, `CODE_NOT_LOADED`; the
 * signal's reason when it aborts
 */
export async function openSession(
  config: Omit<SessionConfig, 'onProgress'>,
  ui?: LoadedUi,
  options: OpenOptions = {},
): Promise<Session> {
  const { baseUri, signal, launch = launchByNavigation, dial = dialLoopback, debug } = config;
  const { remote, scan = ui?.scan } = config;
  const { report = () => {}, preparations = createPreparations(), visits = createVisitMemory() } = options;
  const { app, isLoopbackProven = true, onLaunch, getScanReason, onRemoteEnd } = options;
  assertArgument(!remote || scan, 'scan', 'must be a function');
  const hasWebSocket = typeof WebSocket === 'function' || remote || dial !== dialLoopback;
  assertArgument(hasWebSocket, 'dial', 'must be given if there is no `WebSocket`, as in Node 20');

  // A session goes on without its log.
  const createLog = debug
    ? await abortable(
        loadDebugLog().catch(() => undefined),
        signal,
      )
    : undefined;

  const launchApp = app ? app.bindLaunch(launch, launch === launchByNavigation) : launch;
  let attempt: Attempt = { way: options.way ?? (remote ? 'qr-code' : 'local'), link: baseUri };
  for (;;) {
    const { way, link, reasonToAsk } = attempt;
    signal?.throwIfAborted();
    // Check this before asking the user anything, because a dialog that opens without a tap would swallow the
    // next tap.
    if (way !== 'qr-code' && !reasonToAsk && launch === launchByNavigation) assertUserActivation();
    const pageOpens = whenPageOpens();
    // A launch of the dapp's own may need no tap, and the user may never open this page.
    if (pageOpens) await abortable(pageOpens, signal);
    const opening = beginOpening(signal, report, createLog?.(debug));
    let isOpen = false;
    let isLeft = false;
    let unreached: Unreached | undefined;
    const noteLaunch = (reopen: () => void): void =>
      onLaunch?.(reopen, () => {
        if (isOpen || opening.signal.aborted) return;
        isLeft = true;
        opening.abort(createReturnedError());
      });
    const connectRemotely = async (through: Remote, show: ShowQrCode): Promise<Connection> => {
      const { askTap, onRelayFailed: onFailed } = options;
      const relayed =
        way === 'relay'
          ? { launch: launchApp, onLaunch: noteLaunch, askTap, ui, reasonToAsk, onFailed }
          : undefined;
      const connect = await loadRemote(through);
      return connect({ remote: through, scan: show, relayed, getScanReason, onRemoteEnd, signal }, opening);
    };
    const connecting =
      remote && scan && way !== 'local'
        ? connectRemotely(remote, scan)
        : connectLocally(
            {
              baseUri: link,
              launch: launchApp,
              dial,
              ui,
              canRelay: remote !== undefined,
              preparation: preparations.take(),
              onLaunch: noteLaunch,
              onUnreached(how) {
                unreached = how;
              },
              mayStay: () => !isLoopbackProven && app?.isOffered() === true,
            },
            opening,
          );
    try {
      const session = await establishSession(opening, connecting, options.hasStoredToken);
      isOpen = true;
      visits.noteAnswered();
      return session;
    } catch (error) {
      const onPermission = (): void => report('permission');
      attempt = await findNextAttempt(
        attempt,
        { error, unreached, isLeft },
        { config, options, ui, visits, onPermission },
      );
    }
  }
}

/** Loads the module for sessions over a relay, with the one transport that is used. */
export function loadRemote({ type }: Remote) {
  return loadCode(async () => {
    switch (type) {
      case 'reflector':
        return (await import('./reflector.js')).connectByReflector;
      case 'nostr':
        return (await import('./nostr.js')).connectByNostr;
    }
  });
}

/** Loads the module for `debug`, which few dapps use. */
export function loadDebugLog() {
  return loadCode(async () => (await import('../debug-log.js')).createDebugLog);
}
