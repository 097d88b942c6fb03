import { abortable, createAbortScope } from '../abort.js';
import { assertArgument, isMobileWalletError, MobileWalletError } from '../errors.js';
import {
  assertBaseUri,
  getAssociationUri,
  getRandomPort,
  type ProtocolVersion,
} from '../protocol/association.js';
import { createSessionClosedError } from '../session/channel.js';
import { dappHandshake } from '../session/handshake.js';
import { createRpcClient, endClientWith, type RpcClient } from '../session/rpc.js';
import type { Debug } from './debug-log.js';
import { type Dial, dialLoopback, dialUntilOpen, runInReachTime } from './dial.js';
import { watchHeldReplies } from './held-replies.js';
import { assertUserActivation, type Launch, launchByNavigation } from './launch.js';
import { loadAttestation, loadDebugLog, loadPermissionGate } from './load.js';
import { getLoopbackPermission } from './loopback.js';
import { type Attest, createMobileWallet, type MobileWallet, type TokenChains } from './mobile-wallet.js';
import { type Preparation, prepareSession } from './prepare.js';
import { createProgressReporter, type OnProgress } from './progress.js';
import { watchReturn } from './return.js';
import type { SessionUi } from './ui.js';

/** Custom wallet association, as the session API names it. */
export type WalletAssociationConfig = Readonly<{
  /** A wallet's `wallet_uri_base` from an earlier authorization; `https:` only. */
  baseUri?: string;
}>;

/** How a session is opened. */
export type SessionConfig = WalletAssociationConfig &
  Readonly<{
    /** Ends the session at any stage; calls reject with the signal's reason. */
    signal?: AbortSignal;
    /** Opens the association URI; by default a navigation. */
    launch?: Launch;
    /** Connects to the wallet; by default a WebSocket on loopback. */
    dial?: Dial;
    /** Hears where the session stands. */
    onProgress?: OnProgress;
    /** Logs names, sizes and times of the session (never tokens or payloads) to the console, or to a function. */
    debug?: Debug;
  }>;

/** A session that stands. */
export type Session = Readonly<{
  wallet: MobileWallet;
  /** Returns the session's wallet for calls that end earlier: with `signal`, they reject with its reason. */
  getWallet(signal: AbortSignal): MobileWallet;
  protocol: ProtocolVersion;
  /** Ends the session; pending and later calls reject with `reason`, by default `SESSION_CLOSED`. */
  close(reason?: unknown): void;
  /** Resolves with the reason when the session has ended, whoever ended it. */
  closed: Promise<unknown>;
}>;

/**
 * Opens a session with the wallet app on this device: permission, association URI, WebSocket, handshake. Whatever
 * fails, nothing stays open. With `ui`, the person is told what is needed of them, and may try again. With `prepared`, a
 * tap need not wait for it. `onLaunch` is called before the wallet app is opened, with a function that opens it once more
 * for the same association.
 *
 * @throws `INVALID_ARGUMENT`, `LOOPBACK_BLOCKED`, `USER_GESTURE_REQUIRED`, `WALLET_NOT_FOUND`, `USER_CANCELLED`,
 * `SESSION_TIMEOUT`, `SESSION_CLOSED`, `PROTOCOL_VIOLATION`, `CODE_NOT_LOADED`; the signal's reason when it aborts
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
  assertArgument(hasWebSocket, 'dial', 'must be given where there is no `WebSocket`, as in Node 20');
  const attempt = { ...config, launch, dial, onProgress: createProgressReporter(onProgress) };
  for (let preparation = prepared; ; preparation = undefined) {
    signal?.throwIfAborted();
    try {
      return await openOnce(attempt, ui, preparation ?? prepareSession(), onLaunch);
    } catch (error) {
      if (!isMobileWalletError(error, 'WALLET_NOT_FOUND')) throw error;
      // A custom dial need not go over loopback.
      if (dial === dialLoopback && (await getLoopbackPermission()) === 'denied') {
        const { createLoopbackBlockedError } = await loadPermissionGate();
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
  // Before any question, because a question that comes without a tap would swallow the next real one.
  if (launch === launchByNavigation) assertUserActivation();
  const scope = createAbortScope([signal]);
  try {
    report('preparing');
    const [{ hello, permission }, debugging] = await abortable(
      Promise.all([preparation, debug ? loadDebugLog() : undefined]),
      scope.signal,
    );
    const log = debugging?.createDebugLog(debug);
    const port = getRandomPort();
    const uri = getAssociationUri(
      { type: 'local', port },
      hello.associationPoint,
      baseUri === undefined ? {} : { baseUri },
    );
    if (dial === dialLoopback && (permission?.state ?? 'granted') !== 'granted') {
      const { ensureLoopbackPermission } = await abortable(loadPermissionGate(), scope.signal);
      await ensureLoopbackPermission(ui, scope.signal, () => report('permission'));
    }
    scope.signal.throwIfAborted();
    report('launching');
    const withReleasedReplies = watchHeldReplies(scope.signal);
    log?.(`opening ${debugging?.describeUri(uri)}`);
    const openWallet = async (): Promise<void> => launch(uri, { signal: scope.signal });
    // If that fails, the wait for the first launch goes on and ends by itself.
    onLaunch(() => void openWallet().catch(() => {}));
    const channel = await reach(scope.signal, async (dialSignal) => {
      await runInReachTime(dialSignal, openWallet);
      report('connecting');
      return dialUntilOpen(dial, `ws://localhost:${port}/solana-wallet`, dialSignal);
    });
    const methods = [channel?.send, channel?.read, channel?.close];
    assertArgument(
      methods.every((method) => typeof method === 'function'),
      'dial',
      'must resolve with a Channel',
    );
    const hangUp = (): void => channel.close(scope.signal.reason);
    scope.signal.addEventListener('abort', hangUp, { once: true });
    if (scope.signal.aborted) hangUp();
    const { secure, protocol, deriveSecret } = await dappHandshake(channel, hello);
    const client = createRpcClient(secure);
    client.closed.then((reason) => {
      const isOurs = scope.signal.aborted;
      scope.abort(reason);
      if (log && debugging) log(debugging.describeEnd(reason, isOurs));
      report('idle');
    });
    report('waiting');
    log?.(`open: protocol ${protocol}`);
    const attest: Attest = async (data) => {
      const attestOrigin = await loadAttestation();
      return attestOrigin(data, await deriveSecret('mwa-attest-origin'), scope.signal);
    };
    const rpc = withReleasedReplies(log && debugging ? debugging.withDebugLog(client, log) : client);
    const tokenChains: TokenChains = new Map();
    const createWallet = (own: RpcClient, signal?: AbortSignal): MobileWallet =>
      createMobileWallet(
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

/** Throws `INVALID_ARGUMENT` unless `signal` is an abort signal or left out. */
export function assertSignal(signal: AbortSignal | undefined): void {
  const isSignal = signal === undefined || typeof signal?.throwIfAborted === 'function';
  assertArgument(isSignal, 'signal', 'must be an AbortSignal');
}

/** Gives what `open` opens; gives up when the person comes back before it has. */
async function reach<T>(signal: AbortSignal, open: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const scope = createAbortScope([signal]);
  const stop = watchReturn(() =>
    scope.abort(
      new MobileWalletError(
        'USER_CANCELLED',
        'The person cancelled: they came back before the wallet answered',
      ),
    ),
  );
  try {
    return await open(scope.signal);
  } finally {
    stop();
    scope.release();
  }
}
