import { type Channel, createSessionClosedError } from '../../connection/channel.js';
import type { RpcClient } from '../../connection/rpc.js';
import { type Association, getAssociationUri } from '../../protocol/association.js';
import { createDappHello } from '../../protocol/hello.js';
import type { Remote } from '../../protocol/remote-option.js';
import { type AbortScope, createAbortScope, delay } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import type { Bytes } from '../../util/bytes.js';
import { assertArgument, hasErrorCode, MobileWalletError } from '../../util/errors.js';
import { describeUri } from '../debug-log.js';
import type { Connection, Opening } from './establish-session.js';
import { createOpener, type RelayedWay, waitUntilVisible } from './relayed.js';
import type { RemoteHistory, ScanReason, ShowCode } from './session-ui.js';

/** A phone may have to load the wallet app before it answers, and its network may be slow. */
const HELLO_TIMEOUT_MS = 30_000;
/** An offer that ends sooner than this could not have been scanned, so another one would end like it. */
const SHORTEST_LIFE_MS = 1_000;
/** The pauses between two tries to make the next code. Each is twice as long as the one before. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/**
 * A WebSocket that was closed in order, by the end that left: without a code, or by 1000 (normal) or 1001
 * (going away).
 */
const CLEAN_CLOSE_CODES: readonly (number | undefined)[] = [undefined, 1000, 1001, 1005];

/** An association that waits at an intermediary, which is a reflector or a Nostr relay, for a wallet. */
export type Offer = Readonly<{
  /** What the code says. The intermediary is ready for it. */
  association: Association;
  /** The same for a wallet app on this device, where the transport has that. */
  localAssociation?: Association;
  /**
   * Resolves when a wallet has joined. Rejects with `SESSION_CLOSED` or `SESSION_TIMEOUT` if the offer has
   * ended before that, so that a new one is needed.
   */
  joined: Promise<Channel>;
  /** How long the intermediary is expected to keep the offer, in milliseconds. */
  lifetimeMs: number;
}>;

/**
 * Makes an offer for the dapp's association point. If `signal` aborts, all of it is closed, also the channel
 * of {@link Offer.joined}.
 *
 * @throws `SESSION_CLOSED` or `SESSION_TIMEOUT` if the intermediary does not answer; `PROTOCOL_VIOLATION`;
 * the signal's reason
 */
export type MakeOffer = (remote: Remote, associationPoint: Bytes, signal: AbortSignal) => Promise<Offer>;

/** How a wallet is met at an intermediary. `signal` is the caller's, which closes the session. */
export type RemoteWay = Readonly<{
  remote: Remote;
  /** Shows the code, unless `relayed` is given: then the wallet app on this device is opened. */
  scan: ShowCode;
  relayed?: RelayedWay | undefined;
  history: RemoteHistory;
  signal: AbortSignal | undefined;
}>;

/** Meets a wallet by the offers of one transport. */
export type ConnectRemotely = (way: RemoteWay, opening: Opening) => Promise<Connection>;

/**
 * Shows a code until a wallet on another device has joined, or opens the wallet app on this one, and returns
 * the connection to it. Each code has keys of its own. One that has expired, or whose connection has ended,
 * is replaced by a fresh one, which is tried until it can be made. Meanwhile a wallet that has scanned the
 * code before still joins.
 *
 * @throws `INVALID_ARGUMENT` without a `WebSocket`; `SESSION_CLOSED` or `SESSION_TIMEOUT` if the first code
 * cannot be made; `USER_CANCELLED`; what `scan` throws; the signal's reason
 */
export async function connectByOffers(
  makeOffer: MakeOffer,
  { remote, scan, relayed, history, signal: callerSignal }: RemoteWay,
  opening: Opening,
): Promise<Connection> {
  const { signal, abort, report, log } = opening;
  assertArgument(typeof WebSocket === 'function', 'remote', 'needs a global `WebSocket`');
  // One signal for all codes, so that a fresh one takes the place of the one before it.
  const shown = createAbortScope([signal]);
  const cancel = (): void => {
    // A dapp's dialog may call this because it was hidden: then the session goes on.
    if (shown.signal.aborted) return;
    abort(new MobileWalletError('USER_CANCELLED', 'The user cancelled before a wallet had scanned the code'));
  };
  const opener = relayed && createOpener(relayed, opening);
  const show = ({ offer, links }: Code, reason: ScanReason, lifetimeMs = offer.lifetimeMs): void => {
    const options = { ...links, lifetimeMs, reason, cancel, signal: shown.signal };
    const run = async (): Promise<void> => (opener?.show ?? scan)(options);
    run().catch((error: unknown) => {
      if (!shown.signal.aborted) abort(error);
    });
  };

  let join = (_: Joined): void => {};
  const joining = new Promise<Joined>((resolve) => {
    join = resolve;
  });

  /**
   * Makes an offer and its code. What belongs to it ends when its scope does, or when another one is joined.
   */
  const createCode = async (): Promise<Code> => {
    // Before anything is waited for, so that a wallet that joins meanwhile ends this, too.
    const scope = createAbortScope([shown.signal]);
    try {
      const hello = await createDappHello();
      const offer = await abortable(makeOffer(remote, hello.associationPoint, scope.signal), scope.signal);
      offer.joined.then(
        (channel) => {
          // From now on, the session closes the channel.
          scope.release();
          join({ channel, hello });
          shown.abort(undefined);
        },
        () => {},
      );
      const { association, localAssociation } = offer;
      const getUri = (one: Association): string => getAssociationUri(one, hello.associationPoint);
      const localUri = localAssociation && getUri(localAssociation);
      return { scope, offer, links: { uri: getUri(association), ...(localUri && { localUri }) } };
    } catch (error) {
      scope.abort(undefined);
      throw error;
    }
  };

  const showCodes = async (): Promise<never> => {
    /** The code that has expired last, by which a wallet that scanned it at its last moment still joins. */
    let last: Code | undefined;
    let failures = 0;
    for (;;) {
      let code: Code | undefined;
      try {
        code = await createCode();
        const { uri } = code.links;
        show(code, last ? 'expired' : history.reason);
        if (!relayed) {
          report('scanning');
          log?.(() => `showing a code for ${describeUri(uri)}`);
        }
        await waitForEnd(code.offer, shown.signal);
        shown.signal.throwIfAborted();
        last?.scope.abort(undefined);
        last = code;
        failures = 0;
      } catch (error) {
        if (!last || shown.signal.aborted) throw error;
        // A fresh code that ended at once is of no use; the one before it still is.
        code?.scope.abort(undefined);
        log?.(() => 'no new code can be made yet');
        show(last, 'notRenewed', 0);
        await delay(Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS), shown.signal);
      }
      // Nobody scans the code of a hidden page, which may stay hidden for hours.
      await waitUntilVisible(shown.signal);
    }
  };

  const fail = async (error: unknown): Promise<never> => {
    // What ends this from outside, such as a launch that throws, says nothing of the intermediary.
    if (!shown.signal.aborted) relayed?.onFailed();
    // A user who is being asked reads on, and is told once they have agreed.
    await opener?.agreed;
    throw error;
  };

  try {
    const { channel, hello } = await Promise.race([joining, showCodes().catch(fail)]);
    log?.(() => 'a wallet has joined');
    report('connecting');
    const wrap = (client: RpcClient): RpcClient => {
      // Nobody scans again after a session on this device.
      followSession(client, relayed ? { reason: 'first' } : history, remote.type, callerSignal);
      return client;
    };
    const isOnDevice = relayed !== undefined;
    return { transport: remote.type, isOnDevice, channel, hello, helloTimeoutMs: HELLO_TIMEOUT_MS, wrap };
  } finally {
    shown.abort(undefined);
  }
}

/** A code, what it says, and the scope that ends what belongs to it. */
type Code = Readonly<{
  scope: AbortScope;
  offer: Offer;
  links: Pick<Parameters<ShowCode>[0], 'uri' | 'localUri'>;
}>;

/** A wallet that has joined by a code. */
type Joined = Pick<Connection, 'channel' | 'hello'>;

/**
 * Resolves when a code has expired or its offer has ended. Rejects if that was too soon for a scan, or when
 * `signal` aborts.
 */
async function waitForEnd({ joined, lifetimeMs }: Offer, signal: AbortSignal): Promise<void> {
  const start = performance.now();
  const scope = createAbortScope([signal], { ms: lifetimeMs, getReason: () => undefined });
  try {
    await abortable(joined, scope.signal);
  } catch (error) {
    const hasExpired = scope.signal.aborted && !signal.aborted;
    if (hasExpired) return;
    const isOver = hasErrorCode(error, 'SESSION_CLOSED') || hasErrorCode(error, 'SESSION_TIMEOUT');
    if (signal.aborted || !isOver || performance.now() - start <= SHORTEST_LIFE_MS) throw error;
  } finally {
    scope.release();
  }
}

/**
 * Keeps `history` up to date with an open session, which ends when the user leaves the page. `callerSignal`
 * closes it for its caller.
 */
function followSession(
  { closed, close }: RpcClient,
  history: RemoteHistory,
  transport: Remote['type'],
  callerSignal: AbortSignal | undefined,
): void {
  const ended = new AbortController();
  let hasLeftPage = false;
  const leavePage = (): void => {
    hasLeftPage = true;
    close(createSessionClosedError('The user left the page'));
  };
  globalThis.addEventListener?.('pagehide', leavePage, ended);
  void closed.then((error) => {
    ended.abort();
    history.reason = hasLeftPage ? 'connectionLost' : getScanReason(error, transport, callerSignal?.aborted);
  });
}

/**
 * Returns why a code is needed after a session that ended with `reason`. `isClosedHere` is whether its caller
 * closed it.
 */
function getScanReason(reason: unknown, transport: Remote['type'], isClosedHere?: boolean): ScanReason {
  const isClosed = hasErrorCode(reason, 'SESSION_CLOSED');
  // A session without calls is closed here without another reason. With calls, a caller has aborted its own.
  if (isClosedHere) return isClosed ? 'idle' : 'cancelled';
  // A wallet with other accounts was sent away, and the next one may be the right one.
  if (hasErrorCode(reason, 'ACCOUNT_NOT_AUTHORIZED')) return 'first';
  if (!isClosed) return 'connectionLost';
  const { closeCode, closeReason } = reason.context;
  // A reflector closes in order when the wallet does so. A relay stays when the wallet leaves, and closes for
  // its own reasons.
  const hasLeft = transport === 'nostr' ? closeReason === undefined : CLEAN_CLOSE_CODES.includes(closeCode);
  return hasLeft ? 'walletLeft' : 'connectionLost';
}
