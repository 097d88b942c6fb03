import { type Channel, createSessionClosedError } from '../../connection/channel.js';
import { dappHandshake } from '../../connection/handshake.js';
import { createRpcClient, type RpcClient, withoutCloseReason } from '../../connection/rpc.js';
import type { ProtocolVersion } from '../../protocol/association.js';
import type { DappHello } from '../../protocol/hello.js';
import type { Transport } from '../../protocol/remote-option.js';
import { type AbortScope, createAbortScope } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import { hasErrorCode } from '../../util/find-error.js';
import { type Attest, attestOrigin } from '../attestation.js';
import type { Log } from '../debug-log.js';
import { createRequests, type Requests } from '../requests.js';
import type { ReportProgress } from './progress.js';

/** An open session. */
export type Session = Readonly<{
  requests: Requests;
  /** The version of the protocol that the wallet app speaks. */
  protocol: ProtocolVersion;
  /** How the wallet app was met. */
  transport: Transport;
  /** Whether the wallet app is on this device. */
  isOnDevice: boolean;
  /** The longest request or response that the connection carries, in bytes of JSON, if that is known. */
  maxBytes: number | undefined;
  /** Ends the session. Pending and later requests reject with `reason`, by default `SESSION_CLOSED`. */
  close(reason?: unknown): void;
  /** Resolves with the reason when the session has ended, whichever end closed it. */
  closed: Promise<unknown>;
}>;

/** A connection to a wallet, ready for the handshake. */
export type Connection = Readonly<{
  /** How the wallet is met: on this device, or through a reflector or Nostr relay. */
  transport: Transport;
  /** Whether the wallet app is on this device. */
  isOnDevice: boolean;
  channel: Channel;
  hello: DappHello;
  /** How long the wallet may take to answer the handshake. */
  helloTimeoutMs?: number;
  /** Wraps the client of the session, once it is open. */
  wrap: (client: RpcClient) => RpcClient;
  /** Says more of how the session ended: see `createRpcClient`. */
  explainEnd?: Parameters<typeof createRpcClient>[2];
}>;

/**
 * How an attempt to open a session has failed. `unanswered`: there is no app, it has closed at once, or
 * nobody has answered in time. `returned`: the user was back before. `opened-again`: the user has asked to
 * open the app again, and not by the wallet's own link. `left`: they have left it, to choose another.
 * `blocked`: the browser does not let this page connect to the app. `denied`: the same, and a dialog has said
 * so, unless the app can be opened over a relay. `policy`: one of the site, or of the frame around it,
 * forbids it.
 */
export type Failure = Readonly<{
  kind: 'unanswered' | 'returned' | 'opened-again' | 'left' | 'blocked' | 'denied' | 'policy' | 'other';
  error: unknown;
}>;

/**
 * A session that is being opened. Its `signal` aborts when it is given up by `abort`, or when the session has
 * ended.
 */
export type Opening = AbortScope &
  Readonly<{
    /** Reports how far the opening is. */
    report: ReportProgress;
    /** Writes to the session's log, if the dapp wants one. */
    log: Log | undefined;
  }>;

/** Begins to open a session, which ends when `signal` aborts. */
export function beginOpening(signal: AbortSignal | undefined, report: ReportProgress, log?: Log): Opening {
  report('preparing');
  return { ...createAbortScope([signal]), report, log };
}

/**
 * Opens a session over a connection that is being made: handshake, JSON-RPC, requests. If anything fails,
 * nothing stays open, and the error is that of `connecting`, `SESSION_TIMEOUT`, `SESSION_CLOSED`,
 * `PROTOCOL_VIOLATION`, or the signal's reason. Never rejects.
 */
export async function establishSession(
  { signal: sessionSignal, abort, report, log }: Opening,
  connecting: Promise<Connection | Failure>,
  hasStoredToken?: () => boolean,
): Promise<Session | Failure> {
  const fail = (kind: Failure['kind'], failure: unknown): Failure => {
    const ownReason: unknown = sessionSignal.aborted ? sessionSignal.reason : failure;
    const error = hasStoredToken?.() ? withoutCloseReason(ownReason) : ownReason;
    abort(error);
    report('idle');
    return { kind, error };
  };
  try {
    connecting.then(
      (outcome) => {
        if ('error' in outcome) return;
        const { channel } = outcome;
        const closeChannel = (): void => channel.close(sessionSignal.reason);
        sessionSignal.addEventListener('abort', closeChannel, { once: true });
        if (sessionSignal.aborted) closeChannel();
      },
      () => {},
    );
    const outcome = await abortable(connecting, sessionSignal);
    if ('error' in outcome) return fail(outcome.kind, outcome.error);
    const { channel, hello, helloTimeoutMs, transport, isOnDevice, wrap, explainEnd } = outcome;
    const { secure, protocol, deriveSecret } = await dappHandshake(channel, hello, helloTimeoutMs);
    const client = createRpcClient(secure, hasStoredToken, explainEnd);
    client.closed.then((reason) => {
      const isClosedHere = sessionSignal.aborted;
      abort(reason);
      log?.writeEnd(reason, isClosedHere);
      report('idle');
    });
    report('waiting');
    log?.write(`open: protocol ${protocol}`);
    // A wallet on another device, or whoever plays one, must not choose what this page loads. The
    // specification has attestation for local sessions only.
    const canAttest = transport === 'local' && typeof document !== 'undefined';
    const attest: Attest = async (data) =>
      attestOrigin(data, await deriveSecret('mwa-attest-origin'), sessionSignal);
    const requests = createRequests({
      client: wrap(log?.wrap(client) ?? client),
      protocol,
      attest: canAttest ? attest : undefined,
      sessionSignal,
    });
    return {
      requests,
      protocol,
      transport,
      isOnDevice,
      maxBytes: secure.maxTextBytes,
      close: (reason: unknown = createSessionClosedError()) => abort(reason),
      closed: client.closed,
    };
  } catch (error) {
    // An app that is opened over a relay.
    return fail(hasErrorCode(error, 'WALLET_NOT_FOUND') ? 'unanswered' : 'other', error);
  }
}
