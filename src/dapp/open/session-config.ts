import type { Remote } from '../../protocol/remote-option.js';
import { assertBaseUri } from '../../protocol/text-checks.js';
import { assertArgument } from '../../util/errors.js';
import type { Debug } from '../debug-log.js';
import type { Dial } from './dial.js';
import type { Launch } from './launch.js';
import type { Preparations } from './local.js';
import type { Decide } from './permission.js';
import type { OnProgress, ReportProgress } from './progress.js';
import type { RelayedWay } from './relayed.js';
import type { ScanReason, ShowQrCode } from './session-ui.js';
import { assertRemote } from './transports.js';
import type { ProofEntry } from './ungated.js';

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

/** How a session is opened besides its {@link SessionConfig}. */
export type OpenOptions = Readonly<{
  /** Called with each state of the session. */
  report?: ReportProgress | undefined;
  /** With those, a tap need not wait for the keys and the permission query. */
  preparations?: Preparations | undefined;
  /**
   * Called before the wallet app is opened, with a function that opens it again for the same association, and
   * one that gives it up, so that the user may choose another app. That does nothing once a wallet app has
   * answered.
   */
  onLaunch?: ((reopen: () => void, leave: () => void) => void) | undefined;
  /** Returns a launch that opens a certain app by `launch`, which `isBrowsers` if the dapp has none. */
  bindLaunch?: ((launch: Launch, isBrowsers: boolean) => Launch) | undefined;
  /** Has the user decide on the browser's permission; by default without a dialog. */
  decide?: Decide | undefined;
  /** Where it is remembered that this page needs no permission; by default in the page's memory. */
  proof?: ProofEntry | undefined;
  /** Whether a user who has returned is offered more than the time of a return lets them read. */
  mayStay?: (() => boolean) | undefined;
  /** By what the user is asked, and who is told, where the app is opened over the relay. */
  relay?: Pick<RelayedWay, 'ui' | 'askTap' | 'onFailed'> | undefined;
  /** Returns why the first QR code is shown; by default because there was no session before. */
  getScanReason?: (() => ScanReason) | undefined;
  /** Called when a session with a wallet on another device has ended, with why the next QR code is shown. */
  onRemoteEnd?: ((reason: ScanReason) => void) | undefined;
  /** Whether a token is stored, which the wallet may quote before this session has sent it. */
  hasStoredToken?: (() => boolean) | undefined;
}>;

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
