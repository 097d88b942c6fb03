import { abortable, createAbortScope } from '../abort.js';
import { assertArgument, isMobileWalletError } from '../errors.js';
import {
  assertBaseUri,
  getAssociationUri,
  getRandomPort,
  type ProtocolVersion,
} from '../protocol/association.js';
import { createDappHello, type DappHello } from '../protocol/hello.js';
import { createSessionClosedError } from '../session/channel.js';
import { dappHandshake } from '../session/handshake.js';
import { createRpcClient, endClientWith, type RpcClient } from '../session/rpc.js';
import { attestOrigin } from './attestation.js';
import { createDebugLog, type Debug, describeEnd, describeUri, withDebugLog } from './debug-log.js';
import { type Dial, dialLoopback } from './dial.js';
import { watchHeldReplies } from './held-replies.js';
import { assertUserActivation, type Launch, launchByNavigation } from './launch.js';
import type { MobileWallet } from './mobile-wallet.js';
import {
  createLoopbackBlockedError,
  ensureLoopbackPermission,
  getLoopbackPermission,
  queryLoopbackPermission,
} from './permission.js';
import { reachWallet } from './reach.js';
import { type Attest, createSessionWallet, type TokenChains } from './session-wallet.js';
import type { SessionUi } from './ui.js';

/** Custom wallet association, as the session API names it. */
export type WalletAssociationConfig = Readonly<{
  /** The `wallet_uri_base` of an earlier authorization; `https:` only. */
  baseUri?: string;
}>;

/**
 * The state of a session: `preparing` before the wallet app is opened, `permission` while the user is asked for the browser's
 * permission, `launching` while the wallet app is being opened, `scanning` while a code is shown for a wallet on another
 * device, `connecting` until the session is open, `waiting` while it is open (for the wallet or the user in it), `ready`
 * while it is kept open for the next call, `idle` once it has ended or failed.
 */
export type ProgressState =
  | 'preparing'
  | 'permission'
  | 'launching'
  | 'scanning'
  | 'connecting'
  | 'waiting'
  | 'ready'
  | 'idle';

/** Called when the session reaches a {@link ProgressState}. */
export type OnProgress = (state: ProgressState) => void;

/** How to open a session. */
export type SessionConfig = WalletAssociationConfig &
  Readonly<{
    /** Ends the session at any stage. Calls reject with the signal's reason. */
    signal?: AbortSignal;
    /** Opens the association URI; by default a navigation. */
    launch?: Launch;
    /** Connects to the wallet; by default a WebSocket on loopback. */
    dial?: Dial;
    /** Called when the session reaches another state. */
    onProgress?: OnProgress;
    /** Logs names, sizes and times of the session (never tokens or payloads) to the console, or to a function. */
    debug?: Debug;
  }>;

/** An open session. */
export type Session = Readonly<{
  wallet: MobileWallet;
  /** Returns the session's wallet for calls that may end earlier: when `signal` aborts, they reject with its reason. */
  getWallet(signal: AbortSignal): MobileWallet;
  protocol: ProtocolVersion;
  /** Ends the session. Pending and later calls reject with `reason`, by default `SESSION_CLOSED`. */
  close(reason?: unknown): void;
  /** Resolves with the reason when the session has ended, whichever end closed it. */
  closed: Promise<unknown>;
}>;

/** What a session needs before the wallet app can be opened. Usable for one session. */
export type Preparation = Readonly<{
  hello: DappHello;
  /** The browser's permission to connect to loopback, kept up to date by the browser; `undefined` if none is needed. */
  permission: PermissionStatus | undefined;
}>;

/** Creates the keys and queries the browser's permission, so that a tap need not wait for either. */
export async function prepareSession(): Promise<Preparation> {
  const [hello, permission] = await Promise.all([createDappHello(), queryLoopbackPermission()]);
  return { hello, permission };
}

/**
 * Creates a listener that passes on each change of state once. An error that `onProgress` throws is reported as uncaught.
 *
 * @throws `INVALID_ARGUMENT` unless `onProgress` is a function or `undefined`
 */
export function createProgressReporter(onProgress: OnProgress | undefined): OnProgress {
  const isListener = onProgress === undefined || typeof onProgress === 'function';
  assertArgument(isListener, 'onProgress', 'must be a function');
  let last: ProgressState = 'idle';
  return (state) => {
    if (state === last) return;
    last = state;
    try {
      onProgress?.(state);
    } catch (error) {
      globalThis.reportError?.(error);
    }
  };
}

/**
 * Opens a session with the wallet app on this device: permission, association URI, WebSocket, handshake. If any of them
 * fails, nothing stays open. With `ui`, the user sees what to do and may try again. With `prepared`, a tap need not
 * wait for the keys and the permission query. `onLaunch` is called before the wallet app is opened, with a function
 * that opens it again for the same association.
 *
 * @throws `INVALID_ARGUMENT`, `LOOPBACK_BLOCKED`, `USER_GESTURE_REQUIRED`, `WALLET_NOT_FOUND`, `USER_CANCELLED`,
 * `SESSION_TIMEOUT`, `SESSION_CLOSED`, `PROTOCOL_VIOLATION`; the signal's reason when it aborts
 */
export async function openSession(
  config: SessionConfig,
  ui?: SessionUi,
  prepared?: Promise<Preparation>,
  onLaunch: (reopen: () => void) => void = () => {},
): Promise<Session> {
  const { baseUri, signal, launch = launchByNavigation, dial = dialLoopback, onProgress } = config;
  assertSignal(signal);
  if (baseUri !== undefined) assertBaseUri(baseUri);
  for (const [option, method] of Object.entries({ launch, dial })) {
    assertArgument(typeof method === 'function', option, 'must be a function');
  }
  const hasWebSocket = typeof WebSocket === 'function' || dial !== dialLoopback;
  assertArgument(hasWebSocket, 'dial', 'must be given if there is no `WebSocket`, as in Node 20');
  const attempt = { ...config, launch, dial, onProgress: createProgressReporter(onProgress) };
  for (let preparation = prepared; ; preparation = undefined) {
    signal?.throwIfAborted();
    try {
      return await openOnce(attempt, ui, preparation ?? prepareSession(), onLaunch);
    } catch (error) {
      if (!isMobileWalletError(error, 'WALLET_NOT_FOUND')) throw error;
      // A custom dial need not use loopback.
      if (dial === dialLoopback && (await getLoopbackPermission()) === 'denied') {
        throw createLoopbackBlockedError(error);
      }
      if (!ui || signal?.aborted) throw error;
      const mayTryAgain = await ui.notFound({ signal: signal ?? new AbortController().signal });
      if (!mayTryAgain) throw error;
    }
  }
}

type Attempt = SessionConfig & Required<Pick<SessionConfig, 'launch' | 'dial' | 'onProgress'>>;

async function openOnce(
  { baseUri, signal, launch, dial, onProgress: report, debug = false }: Attempt,
  ui: SessionUi | undefined,
  preparation: Promise<Preparation>,
  onLaunch: (reopen: () => void) => void,
): Promise<Session> {
  // Check this before asking the user anything, because a dialog that opens without a tap would swallow the next tap.
  if (launch === launchByNavigation) assertUserActivation();
  const scope = createAbortScope([signal]);
  try {
    report('preparing');
    const { hello, permission } = await abortable(preparation, scope.signal);
    const log = createDebugLog(debug);
    const port = getRandomPort();
    const uri = getAssociationUri(
      { type: 'local', port },
      hello.associationPoint,
      baseUri === undefined ? {} : { baseUri },
    );
    if (dial === dialLoopback && permission && permission.state !== 'granted') {
      await ensureLoopbackPermission(ui, scope.signal, () => report('permission'));
    }
    scope.signal.throwIfAborted();
    report('launching');
    const withReleasedReplies = watchHeldReplies(scope.signal);
    log(`opening ${describeUri(uri)}`);
    const openWallet = async (): Promise<void> => launch(uri, { signal: scope.signal });
    // If opening it again fails, the first launch may still succeed, and has a time limit.
    onLaunch(() => void openWallet().catch(() => {}));
    const url = `ws://localhost:${port}/solana-wallet`;
    const channel = await reachWallet(openWallet, () => report('connecting'), dial, url, scope.signal);
    const closeChannel = (): void => channel.close(scope.signal.reason);
    scope.signal.addEventListener('abort', closeChannel, { once: true });
    if (scope.signal.aborted) closeChannel();
    const { secure, protocol, deriveSecret } = await dappHandshake(channel, hello);
    const client = createRpcClient(secure);
    client.closed.then((reason) => {
      const isClosedHere = scope.signal.aborted;
      scope.abort(reason);
      log(describeEnd(reason, isClosedHere));
      report('idle');
    });
    report('waiting');
    log(`open: protocol ${protocol}`);
    const attest: Attest = async (data) =>
      attestOrigin(data, await deriveSecret('mwa-attest-origin'), scope.signal);
    const rpc = withReleasedReplies(debug ? withDebugLog(client, log) : client);
    const tokenChains: TokenChains = new Map();
    const createWallet = (own: RpcClient, signal?: AbortSignal): MobileWallet =>
      createSessionWallet(
        own,
        protocol,
        typeof document === 'undefined' ? undefined : (data) => abortable(attest(data), signal),
        tokenChains,
      );
    return {
      wallet: createWallet(rpc),
      getWallet: (signal) => createWallet(endClientWith(rpc, signal), signal),
      protocol,
      close: (reason = createSessionClosedError()) => scope.abort(reason),
      closed: client.closed,
    };
  } catch (error) {
    const reason: unknown = scope.signal.aborted ? scope.signal.reason : error;
    scope.abort(reason);
    report('idle');
    throw reason;
  }
}

/** Throws `INVALID_ARGUMENT` unless `signal` is an abort signal or `undefined`. */
export function assertSignal(signal: AbortSignal | undefined): void {
  const isSignal = signal === undefined || typeof signal?.throwIfAborted === 'function';
  assertArgument(isSignal, 'signal', 'must be an AbortSignal');
}
