import { assertRemote, type Remote } from '../../protocol/remote-option.js';
import { assertBaseUri } from '../../protocol/text-checks.js';
import { abortable } from '../../util/abortable.js';
import { assertArgument, loadCode } from '../../util/errors.js';
import { hasErrorCode } from '../../util/find-error.js';
import type { Debug } from '../debug-log.js';
import { type Dial, dialLoopback } from './dial.js';
import { beginOpening, establishSession, type Session } from './establish-session.js';
import { assertUserActivation, type Launch, launchByNavigation, whenPageOpens } from './launch.js';
import { connectLocally, createPreparations, type Preparations, type Unreached } from './local.js';
import { ensureLoopbackPermission, getLoopbackPermission, isPolicyError } from './permission.js';
import type { OnProgress, ReportProgress } from './progress.js';
import type { DialogChoice, LoadedUi, ScanReason, ShowQrCode } from './session-ui.js';
import { createReturnedError, createVisitMemory, type VisitMemory } from './user-return.js';

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
    /** Shows the QR code that a wallet on another device scans; by default a dialog of this library. */
    scan?: ShowQrCode | undefined;
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
 * QR code.
 */
export type Way = 'local' | 'relay' | 'qr-code';

/** Which wallet app is opened on this device. */
export type OpenedApp = Readonly<{
  /** Whether the user has chosen it; otherwise the phone chooses. */
  isChosen(): boolean;
  /** Whether the waiting dialog offers another one to a user who is back. */
  isOffered(): boolean;
  /** Returns a launch that opens it by `launch`, which `isBrowsers` if the dapp has none of its own. */
  bindLaunch(launch: Launch, isBrowsers: boolean): Launch;
  /**
   * Lets the user choose another. Resolves with `try-again` in the tap that opens it.
   *
   * @throws the signal's reason
   */
  choose(signal: AbortSignal): Promise<DialogChoice>;
}>;

/** How a session is opened besides its {@link SessionConfig}. */
export type OpenOptions = Readonly<{
  /** Called with each state of the session. */
  report?: ReportProgress | undefined;
  /** With those, a tap need not wait for the keys and the permission query. */
  preparations?: Preparations | undefined;
  /** Whether wallet apps have answered, from one session to the next. */
  visits?: VisitMemory | undefined;
  /**
   * Called before the wallet app is opened, with a function that opens it again for the same association, and
   * one that gives it up, so that the user may choose another app. That does nothing once a wallet app has
   * answered.
   */
  onLaunch?: ((reopen: () => void, leave: () => void) => void) | undefined;
  /** The wallet app that is opened on this device; the phone chooses it by default. */
  app?: OpenedApp | undefined;
  /** How the wallet is met at first; by default by a `qr-code` if there is a `remote`. */
  way?: Way | undefined;
  /**
   * Asks for a tap, if the last one is used up by the time that the wallet app can be opened over the relay.
   */
  askTap?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Whether a wallet app was once reached on loopback, so that a user who returns from it has cancelled. */
  isLoopbackProven?: boolean | undefined;
  /**
   * Called when the wallet's own link has reached nobody, and the common scheme is to be tried in its place,
   * now or later.
   */
  onLinkUnreached?: ((baseUri: string) => void) | undefined;
  /** Called when the relay could not be used, or no wallet app has joined over it. */
  onRelayFailed?: (() => void) | undefined;
  /** Returns why the first QR code is shown; by default because there was no session before. */
  getScanReason?: (() => ScanReason) | undefined;
  /** Called when a session with a wallet on another device has ended, with why the next QR code is shown. */
  onRemoteEnd?: ((reason: ScanReason) => void) | undefined;
  /** Whether a token is stored, which the wallet may quote before this session has sent it. */
  hasStoredToken?: (() => boolean) | undefined;
}>;

/** What follows an attempt to meet the wallet app on this device that has failed. */
type NextStep = 'give-up' | 'relay' | 'try-again' | 'ask';

/** What {@link NextStep} depends on. */
type Failure = Readonly<{
  error: unknown;
  /** Whether the app can be met over a relay, which has not been tried. */
  canRelay: boolean;
  /** How the wallet's own link reached nobody, if it did. */
  unreached: Unreached | undefined;
  /** Whether the browser may block loopback without saying so: then the app opens, and the user returns. */
  mayBeBlocked: boolean;
  /** Whether the attempt before this one has reached nobody either, shortly before. */
  isRepeated: boolean;
}>;

/** Decides what follows a failed attempt, where the user can be asked. */
function getNextStep({ error, canRelay, unreached, mayBeBlocked, isRepeated }: Failure): NextStep {
  if (hasErrorCode(error, 'LOOPBACK_BLOCKED')) return canRelay ? 'relay' : 'give-up';
  // Now without the link, for which the user has just tapped.
  if (unreached === 'opened-again') return 'try-again';
  if (unreached || hasErrorCode(error, 'WALLET_NOT_FOUND')) return 'ask';
  return (mayBeBlocked || isRepeated) && hasErrorCode(error, 'USER_CANCELLED') ? 'ask' : 'give-up';
}

/**
 * Opens a session with the wallet app on this device or, if `config` has a `remote`, with a wallet on another
 * one. If it fails, nothing stays open. With `ui`, the user sees what to do and may try again. What callers
 * pass must have been checked by {@link assertConfig}.
 *
 * @throws `INVALID_ARGUMENT`, `LOOPBACK_BLOCKED`, `USER_GESTURE_REQUIRED`, `WALLET_NOT_FOUND`,
 * `USER_CANCELLED`, `SESSION_TIMEOUT`, `SESSION_CLOSED`, `PROTOCOL_VIOLATION`, `CODE_NOT_LOADED`; the
 * signal's reason when it aborts
 */
export async function openSession(
  config: Omit<SessionConfig, 'onProgress'>,
  ui?: LoadedUi,
  {
    report = () => {},
    preparations = createPreparations(),
    visits = createVisitMemory(),
    onLaunch,
    app,
    way: firstWay,
    askTap,
    isLoopbackProven = true,
    onLinkUnreached,
    onRelayFailed,
    getScanReason,
    onRemoteEnd,
    hasStoredToken,
  }: OpenOptions = {},
): Promise<Session> {
  const { baseUri, signal, launch = launchByNavigation, dial = dialLoopback, debug } = config;
  const { remote, scan = ui?.scan } = config;
  assertArgument(!remote || scan, 'scan', 'must be a function');
  const hasWebSocket = typeof WebSocket === 'function' || remote || dial !== dialLoopback;
  assertArgument(hasWebSocket, 'dial', 'must be given if there is no `WebSocket`, as in Node 20');
  const dialogSignal = signal ?? new AbortController().signal;

  // A session goes on without its log.
  const createLog = debug
    ? await abortable(
        loadDebugLog().catch(() => undefined),
        signal,
      )
    : undefined;

  const launchApp = app ? app.bindLaunch(launch, launch === launchByNavigation) : launch;
  let way = firstWay ?? (remote ? 'qr-code' : 'local');
  /** The wallet's own link. Without it, the system chooses an app by the common scheme. */
  let link = baseUri;
  /** Why loopback cannot be used, if the user has to agree before the app is opened over the relay. */
  let reasonToAsk: unknown;
  for (;;) {
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
    const noteLaunch = (reopen: () => void): void =>
      onLaunch?.(reopen, () => {
        if (isOpen || opening.signal.aborted) return;
        isLeft = true;
        opening.abort(createReturnedError());
      });
    const canRelay = remote !== undefined && way === 'local';
    const relayed =
      way === 'relay'
        ? { launch: launchApp, onLaunch: noteLaunch, askTap, ui, reasonToAsk, onFailed: onRelayFailed }
        : undefined;
    let unreached: Unreached | undefined;
    const onUnreached = (how: Unreached): void => {
      unreached = how;
    };
    const connecting =
      remote && scan && way !== 'local'
        ? loadRemote(remote).then((connect) =>
            connect({ remote, scan, relayed, getScanReason, onRemoteEnd, signal }, opening),
          )
        : connectLocally(
            {
              baseUri: link,
              launch: launchApp,
              dial,
              ui,
              canRelay,
              preparation: preparations.take(),
              onLaunch: noteLaunch,
              onUnreached,
              mayStay: () => !isLoopbackProven && app?.isOffered() === true,
            },
            opening,
          );
    try {
      const session = await establishSession(opening, connecting, hasStoredToken);
      isOpen = true;
      visits.noteAnswered();
      return session;
    } catch (error) {
      if (way === 'qr-code') throw error;
      const isBlocked = hasErrorCode(error, 'LOOPBACK_BLOCKED');
      /** Whether that was found out only by the dial, so that no dialog has said it. */
      const isBlockedDial = isBlocked && unreached !== undefined && !isPolicyError(error);
      const isRepeated = unreached === 'ended' && !isBlocked && visits.noteUnanswered();
      const unreachedLink = unreached && !isBlocked && !signal?.aborted ? link : undefined;
      // A chosen app that did not answer is not opened again before the user is asked.
      if (unreachedLink === undefined && (isBlocked || !app?.isChosen())) unreached = undefined;
      if (unreachedLink !== undefined && !ui) onLinkUnreached?.(unreachedLink);
      if (!ui || signal?.aborted) throw error;
      // A custom dial need not use loopback.
      const permission = canRelay && dial === dialLoopback ? await getLoopbackPermission() : 'granted';
      const mayBeBlocked = canRelay && !isLoopbackProven && permission === 'granted';
      const step = isLeft ? 'ask' : getNextStep({ error, canRelay, unreached, mayBeBlocked, isRepeated });
      if (step === 'give-up') {
        if (isPolicyError(error)) await ui.blocked({ signal: dialogSignal, choices: [], isPolicy: true });
        if (!isBlockedDial) throw error;
        // Resolves in a tap, once the user has allowed it.
        await ensureLoopbackPermission(ui, dialogSignal, () => report('permission')).catch((reason) => {
          throw hasErrorCode(reason, 'LOOPBACK_BLOCKED') ? error : reason;
        });
        continue;
      }
      reasonToAsk = undefined;
      if (step === 'relay') {
        way = step;
        reasonToAsk = error;
        continue;
      }
      const choice =
        step === 'try-again'
          ? step
          : isLeft && app
            ? await app.choose(dialogSignal)
            : await ui.notFound({
                signal: dialogSignal,
                choices: [
                  'try-again',
                  // The link may be at fault, so loopback is tried without it before the relay is offered.
                  ...(canRelay && unreachedLink === undefined ? (['relay'] as const) : []),
                  ...(remote ? (['qr-code'] as const) : []),
                ],
                ...(unreachedLink !== undefined && { wasOwnLink: true }),
              });
      // A user who closes the dialog may just have changed their mind. If there was no dialog, the next call
      // must not fail, too.
      if (unreachedLink !== undefined && choice !== 'cancel' && choice !== 'qr-code')
        onLinkUnreached?.(unreachedLink);
      if (!choice || choice === 'cancel') throw error;
      if (choice === 'qr-code' || choice === 'relay') way = choice;
      link = undefined;
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

/** Throws `INVALID_ARGUMENT` for what is wrong in how to open a session. */
export function assertConfig(config: SessionConfig): void {
  assertSignal(config.signal);
  if (config.baseUri !== undefined) assertBaseUri(config.baseUri);
  assertRemote(config.remote);
  for (const name of ['launch', 'dial', 'scan', 'onProgress'] as const) assertFunction(config[name], name);
}

/** Throws `INVALID_ARGUMENT` unless an option is a function or absent. */
export function assertFunction(option: unknown, name: string): void {
  assertArgument(option === undefined || typeof option === 'function', name, 'must be a function');
}

/** Throws `INVALID_ARGUMENT` unless `signal` is an abort signal or `undefined`. */
export function assertSignal(signal: AbortSignal | undefined): void {
  const isSignal = signal === undefined || typeof signal?.throwIfAborted === 'function';
  assertArgument(isSignal, 'signal', 'must be an AbortSignal');
}
