import type { Remote } from '../../protocol/remote-option.js';
import { abortable } from '../../util/abortable.js';
import { assertArgument, loadCode } from '../../util/errors.js';
import { dialLoopback } from './dial.js';
import { beginOpening, establishSession, type Failure, type Session } from './establish-session.js';
import { assertUserActivation, launchByNavigation, whenPageOpens } from './launch.js';
import { connectLocally, createPreparations, noteLocalEnd } from './local.js';
import { askWithoutDialogs } from './permission.js';
import type { OpenOptions, SessionConfig, Way } from './session-config.js';
import type { ShowQrCode } from './session-ui.js';
import { loadRemote } from './transports.js';
import { PAGE_PROOF } from './ungated.js';
import { createReturnedError } from './user-return.js';

/** How it is tried to meet a wallet. */
export type Attempt = Readonly<{
  way: Way;
  /** The wallet's own link. Without it, the system chooses an app by the common scheme. */
  link: string | undefined;
  /** Why loopback cannot be used, if the user has to agree before the app is opened over the relay. */
  reasonToAsk?: Failure;
}>;

/**
 * Opens a session with the wallet app on this device or, if `config` has a `remote`, with a wallet on another
 * one. If it fails, nothing stays open. What callers pass must have been checked by `assertConfig`.
 *
 * @throws `INVALID_ARGUMENT`, `LOOPBACK_BLOCKED`, `USER_GESTURE_REQUIRED`, `WALLET_NOT_FOUND`,
 * `USER_CANCELLED`, `SESSION_TIMEOUT`, `SESSION_CLOSED`, `PROTOCOL_VIOLATION`, `CODE_NOT_LOADED`; the
 * signal's reason when it aborts
 */
export async function openSession(
  config: Omit<SessionConfig, 'onProgress'>,
  options: OpenOptions = {},
): Promise<Session> {
  const { remote, baseUri: link } = config;
  const outcome = await tryToOpen(config, { way: remote ? 'qr-code' : 'local', link }, options);
  if ('error' in outcome) throw outcome.error;
  return outcome;
}

/** Tries once to open a session. What nobody can change by another attempt is thrown. */
export async function tryToOpen(
  config: Omit<SessionConfig, 'onProgress' | 'baseUri'>,
  { way, link, reasonToAsk }: Attempt,
  options: OpenOptions,
): Promise<Session | Failure> {
  const { remote, scan, signal, launch = launchByNavigation, dial = dialLoopback, debug } = config;
  const { report = () => {}, preparations = createPreparations(), decide = askWithoutDialogs } = options;
  const { bindLaunch, relay, onLaunch, mayStay, proof = PAGE_PROOF, getScanReason, onRemoteEnd } = options;
  const isBrowsers = launch === launchByNavigation;
  assertArgument(!remote || scan, 'scan', 'must be a function');
  const hasWebSocket = typeof WebSocket === 'function' || remote || dial !== dialLoopback;
  assertArgument(hasWebSocket, 'dial', 'must be given if there is no `WebSocket`, as in Node 20');

  // A session goes on without its log.
  const loadingLog = debug ? loadDebugLog().catch(() => undefined) : undefined;
  const debugLog = loadingLog && (await abortable(loadingLog, signal));
  signal?.throwIfAborted();
  // Check this before asking the user anything, because a dialog that opens without a tap would swallow the
  // next tap.
  if (way !== 'qr-code' && !reasonToAsk && isBrowsers) assertUserActivation();
  const pageOpens = whenPageOpens();
  // A launch of the dapp's own may need no tap, and the user may never open this page.
  if (pageOpens) await abortable(pageOpens, signal);

  const launchApp = bindLaunch?.(launch, isBrowsers) ?? launch;
  const opening = beginOpening(signal, report, debugLog?.createDebugLog(debug));
  let isOpen = false;
  let hasLeft = false;
  /** Lets the user leave the app until it has answered: the attempt then fails as `left`. */
  const noteLaunch = (reopen: () => void): void =>
    onLaunch?.(reopen, () => {
      if (isOpen || opening.signal.aborted) return;
      hasLeft = true;
      opening.abort(createReturnedError());
    });
  const connectRemotely = async (through: Remote, show: ShowQrCode) => {
    const relayed =
      way === 'relay' && relay
        ? { ...relay, launch: launchApp, onLaunch: noteLaunch, reasonToAsk }
        : undefined;
    const connect = await loadRemote(through);
    return connect({ remote: through, scan: show, relayed, getScanReason, onRemoteEnd, signal }, opening);
  };
  const connecting =
    remote && scan && way !== 'local'
      ? connectRemotely(remote, scan)
      : connectLocally(
          {
            link,
            launch: launchApp,
            isBrowsers,
            askTap: relay?.askTap,
            dial,
            decide,
            proof,
            canRelay: remote !== undefined,
            preparation: preparations.take(),
            onLaunch: noteLaunch,
            mayStay,
          },
          opening,
        );
  const outcome = await establishSession(opening, connecting, options.hasStoredToken);
  if ('error' in outcome) return hasLeft ? { ...outcome, kind: 'left' } : outcome;
  isOpen = true;
  if (outcome.transport === 'local') void outcome.closed.then(noteLocalEnd);
  return outcome;
}

/** Loads the module for `debug`, which few dapps use. */
export function loadDebugLog() {
  return loadCode(() => import('../debug-log.js'));
}
