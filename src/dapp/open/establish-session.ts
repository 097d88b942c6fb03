import { type Channel, createSessionClosedError } from '../../connection/channel.js';
import { dappHandshake } from '../../connection/handshake.js';
import { createRpcClient, endClientWith, type RpcClient, withoutCloseReason } from '../../connection/rpc.js';
import type { DappHello } from '../../protocol/hello.js';
import { createAbortScope } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import { attempt } from '../../util/attempt.js';
import { assertArgument } from '../../util/errors.js';
import { attestOrigin } from '../attestation.js';
import { createDebugLog, type Debug, describeEnd, withDebugLog } from '../debug-log.js';
import type { MobileWallet } from '../mobile-wallet.js';
import { type Attest, createSessionWallet, type TokenChains } from '../session-wallet.js';
import { createTurns } from '../turns.js';

/** An open session. */
export type Session = Readonly<Awaited<ReturnType<typeof establishSession>>>;

/** A connection to a wallet, ready for the handshake. */
export type Connection = Readonly<{
  /** How the wallet is met: on this device, or through a reflector or Nostr relay. */
  transport: 'local' | 'reflector' | 'nostr';
  /** Whether the wallet app is on this device. */
  isOnDevice: boolean;
  channel: Channel;
  hello: DappHello;
  /** How long the wallet may take to answer the handshake. */
  helloTimeoutMs?: number;
  /** Wraps the client of the session, once it is open. */
  wrap: (client: RpcClient) => RpcClient;
}>;

/**
 * A session that is being opened. Its `signal` aborts when it is given up by `abort`, or when the session has
 * ended.
 */
export type Opening = Readonly<ReturnType<typeof beginOpening>>;

/** Begins to open a session, which ends when `signal` aborts. */
export function beginOpening(signal: AbortSignal | undefined, report: OnProgress, debug?: Debug) {
  const log = createDebugLog(debug);
  report('preparing');
  return { ...createAbortScope([signal]), report, log };
}

/**
 * Opens a session over a connection that is being made: handshake, JSON-RPC, the session's wallet. If
 * anything fails, nothing stays open.
 *
 * @throws what `connecting` rejects with; `SESSION_TIMEOUT`, `SESSION_CLOSED`, `PROTOCOL_VIOLATION`; the
 * signal's reason
 */
export async function establishSession(
  { signal: ended, abort, report, log }: Opening,
  connecting: Promise<Connection>,
  hasStoredToken?: () => boolean,
) {
  try {
    connecting.then(
      ({ channel }) => {
        const closeChannel = (): void => channel.close(ended.reason);
        ended.addEventListener('abort', closeChannel, { once: true });
        if (ended.aborted) closeChannel();
      },
      () => {},
    );
    const connection = await abortable(connecting, ended);
    const { channel, hello, helloTimeoutMs, transport, isOnDevice, wrap } = connection;
    const { secure, protocol, deriveSecret } = await dappHandshake(channel, hello, helloTimeoutMs);
    const client = createRpcClient(secure, hasStoredToken);
    client.closed.then((reason) => {
      const isClosedHere = ended.aborted;
      abort(reason);
      log?.(() => describeEnd(reason, isClosedHere));
      report('idle');
    });
    report('waiting');
    log?.(() => `open: protocol ${protocol}`);
    // A wallet on another device, or whoever plays one, must not choose what this page loads. The
    // specification has attestation for local sessions only.
    const canAttest = transport === 'local' && typeof document !== 'undefined';
    const rpc = wrap(log ? withDebugLog(client, log) : client);
    const tokenChains: TokenChains = new Map();
    const takeTurn = createTurns(ended);
    const createWallet = (own: RpcClient, signal?: AbortSignal): MobileWallet => {
      const attest: Attest = async (data) => {
        const secret = await deriveSecret('mwa-attest-origin');
        return abortable(attestOrigin(data, secret, ended), signal);
      };
      return createSessionWallet(own, protocol, canAttest ? attest : undefined, tokenChains, (work) =>
        takeTurn(work, signal),
      );
    };
    return {
      wallet: createWallet(rpc),
      /**
       * Returns the session's wallet for calls that may end earlier: when `signal` aborts, they reject with
       * its reason.
       */
      getWallet: (signal: AbortSignal): MobileWallet => createWallet(endClientWith(rpc, signal), signal),
      protocol,
      transport,
      isOnDevice,
      /**
       * The longest request or response that the connection carries, in bytes of JSON; absent if there is no
       * known limit.
       */
      maxTextBytes: secure.maxTextBytes,
      /** Ends the session. Pending and later calls reject with `reason`. */
      close: (reason: unknown = createSessionClosedError()): void => abort(reason),
      /** Resolves with the reason when the session has ended, whichever end closed it. */
      closed: client.closed,
    };
  } catch (error) {
    const ownReason: unknown = ended.aborted ? ended.reason : error;
    const reason = hasStoredToken?.() ? withoutCloseReason(ownReason) : ownReason;
    abort(reason);
    report('idle');
    throw reason;
  }
}

/**
 * The state of a session: `preparing` before the wallet app is opened, `permission` while the user is asked
 * for the browser's permission, `launching` while the wallet app is being opened, `scanning` while a code is
 * shown for a wallet on another device, `connecting` until the session is open, `waiting` while a call or a
 * callback of `transact` uses it, `ready` while it is kept open for the next call, `idle` once it has ended
 * or failed.
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

/**
 * Called when the session reaches a {@link ProgressState}. Once a wallet app has authorized the registered
 * wallet in this session, `wallet` is what the app says of itself, unverified: its icon as a data URI, and
 * the host of its `wallet_uri_base`.
 */
export type OnProgress = (state: ProgressState, wallet?: Readonly<{ icon?: string; host?: string }>) => void;

/**
 * Creates a listener that passes on each change of state once, with what `getWallet` returns. An error that
 * `onProgress` throws is reported as uncaught.
 *
 * @throws `INVALID_ARGUMENT` unless `onProgress` is a function or `undefined`
 */
export function createProgressReporter(
  onProgress: OnProgress | undefined,
  getWallet: () => Parameters<OnProgress>[1] = () => undefined,
): OnProgress {
  const isListener = onProgress === undefined || typeof onProgress === 'function';
  assertArgument(isListener, 'onProgress', 'must be a function');
  let last: ProgressState = 'idle';
  return (state) => {
    if (state === last) return;
    last = state;
    attempt(() => onProgress?.(state, getWallet()), globalThis.reportError);
  };
}
