import { abortable, createAbortScope } from '../abort.js';
import { createInvalidArgumentError } from '../errors.js';
import {
  assertBaseUri,
  getAssociationUri,
  getRandomPort,
  type ProtocolVersion,
} from '../protocol/association.js';
import { createAssociationKeyPair, exportPoint } from '../protocol/hello.js';
import { createSessionClosedError } from '../session/channel.js';
import { dappHandshake } from '../session/handshake.js';
import { createRpcClient } from '../session/rpc-client.js';
import type { Debug } from './debug-log.js';
import { type Dial, dialLoopback, dialUntilOpen } from './dial.js';
import { type Launch, launchByNavigation } from './launch.js';
import { type Attest, createMobileWallet, type MobileWallet } from './mobile-wallet.js';
import { createProgressReporter, type OnProgress } from './progress.js';

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
  protocol: ProtocolVersion;
  /** Ends the session; pending and later calls reject with `reason`, by default `SESSION_CLOSED`. */
  close(reason?: unknown): void;
  /** Resolves with the reason when the session has ended, whoever ended it. */
  closed: Promise<unknown>;
}>;

/**
 * Opens a session with the wallet app on this device: association URI, WebSocket, handshake. Whatever fails,
 * nothing stays open.
 *
 * @throws `INVALID_ARGUMENT`, `USER_GESTURE_REQUIRED`, `WALLET_NOT_FOUND`, `SESSION_TIMEOUT`, `SESSION_CLOSED`,
 * `PROTOCOL_VIOLATION`; the signal's reason when it aborts
 */
export async function openSession({
  baseUri,
  signal,
  launch = launchByNavigation,
  dial = dialLoopback,
  onProgress,
  debug = false,
}: SessionConfig): Promise<Session> {
  if (baseUri !== undefined) assertBaseUri(baseUri);
  for (const [option, method] of Object.entries({ launch, dial })) {
    if (typeof method !== 'function') throw createInvalidArgumentError(option, 'must be a function');
  }
  const report = createProgressReporter(onProgress);
  signal?.throwIfAborted();
  const scope = createAbortScope([signal]);
  try {
    report('preparing');
    const debugging = debug ? await import('./debug-log.js') : undefined;
    const log = debugging?.createDebugLog(debug);
    const association = await createAssociationKeyPair();
    const port = getRandomPort();
    const uri = getAssociationUri(
      { type: 'local', port },
      await exportPoint(association),
      baseUri === undefined ? {} : { baseUri },
    );
    scope.signal.throwIfAborted();
    report('launching');
    log?.(`opening ${debugging?.describeUri(uri)}`);
    await abortable(Promise.resolve(launch(uri, { signal: scope.signal })), scope.signal);
    report('connecting');
    const channel = await dialUntilOpen(dial, `ws://localhost:${port}/solana-wallet`, scope.signal);
    const hangUp = (): void => channel.close(scope.signal.reason);
    scope.signal.addEventListener('abort', hangUp, { once: true });
    if (scope.signal.aborted) hangUp();
    const { secure, protocol, deriveSecret } = await dappHandshake(channel, association);
    const client = createRpcClient(secure);
    client.closed.then((reason) => {
      scope.abort(reason);
      log?.(`closed by ${debugging?.describeReason(reason)}`);
      report('idle');
    });
    report('waiting');
    log?.(`open: protocol ${protocol}`);
    const attest: Attest = async (data) => {
      const { attestOrigin } = await import('./attestation.js');
      return attestOrigin(data, await deriveSecret('mwa-attest-origin'), scope.signal);
    };
    return {
      wallet: createMobileWallet(
        log && debugging ? debugging.withDebugLog(client, log) : client,
        protocol,
        typeof document === 'undefined' ? undefined : attest,
      ),
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
