import { type Channel, createSessionClosedError } from '../../connection/channel.js';
import type { RpcClient } from '../../connection/rpc.js';
import { type Association, getAssociationUri } from '../../protocol/association.js';
import { createDappHello } from '../../protocol/hello.js';
import type { Remote } from '../../protocol/remote-option.js';
import { type AbortScope, createAbortScope, delay } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import type { Bytes } from '../../util/bytes.js';
import { assertArgument, MobileWalletError, type MobileWalletErrorContext } from '../../util/errors.js';
import { hasErrorCode } from '../../util/find-error.js';
import type { Connection, Opening } from './establish-session.js';
import { createOpener, type RelayedWay } from './relayed.js';
import type { ScanReason, ShowQrCode } from './session-ui.js';
import { waitUntilVisible } from './user-moves.js';

/** A phone may have to load the wallet app before it answers, and its network may be slow. */
const HELLO_TIMEOUT_MS = 30_000;
/** An offer that ends sooner than this could not have been scanned, so another one would end like it. */
const SHORTEST_LIFE_MS = 1_000;
/** The pauses between two tries to make the next offer. Each is twice as long as the one before. */
const FIRST_RENEWAL_PAUSE_MS = 500;
const LONGEST_RENEWAL_PAUSE_MS = 10_000;

/** An association that waits at an intermediary, which is a reflector or a Nostr relay, for a wallet. */
export type Offer = Readonly<{
  /** What the QR code says. The intermediary is ready for it. */
  association: Association;
  /** The same for a wallet app on this device, where the transport has that. */
  localAssociation?: Association | undefined;
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

/** What sessions by one kind of intermediary have of their own. */
export type Intermediary = Readonly<{
  makeOffer: MakeOffer;
  /** Whether the wallet app has left in order, by how the connection to the intermediary was closed. */
  hasLeft(closed: MobileWalletErrorContext['SESSION_CLOSED']): boolean;
  explainEnd?: Connection['explainEnd'];
}>;

/** How a wallet is met at an intermediary. */
export type RemoteWay = Readonly<{
  remote: Remote;
  /** Shows a QR code, unless `relayed` is given: then the wallet app on this device is opened. */
  scan: ShowQrCode;
  relayed?: RelayedWay | undefined;
  /** Returns why the first QR code is shown; by default because there was no session before. */
  getScanReason?: (() => ScanReason) | undefined;
  /** Called when a session with a wallet on another device has ended, with why the next QR code is shown. */
  onRemoteEnd?: ((reason: ScanReason) => void) | undefined;
  /** The caller's signal, which closes the session. */
  signal: AbortSignal | undefined;
}>;

/** Meets a wallet by the offers of one kind of intermediary. */
export type ConnectRemotely = (way: RemoteWay, opening: Opening) => Promise<Connection>;

/**
 * Shows a QR code until a wallet on another device has joined, or opens the wallet app on this one, and
 * returns the connection to it. Each offer has keys of its own. One that has expired, or whose connection has
 * ended, is replaced by a fresh one, which is tried until it can be made. Meanwhile a wallet that has scanned
 * the one before still joins.
 *
 * @throws `INVALID_ARGUMENT` without a `WebSocket`; `SESSION_CLOSED` or `SESSION_TIMEOUT` if the first offer
 * cannot be made; `USER_CANCELLED`; what `scan` throws; the signal's reason
 */
export async function connectByOffers(
  intermediary: Intermediary,
  { remote, scan, relayed, getScanReason, onRemoteEnd, signal: callerSignal }: RemoteWay,
  opening: Opening,
): Promise<Connection> {
  const { signal, abort, report, log } = opening;
  const { makeOffer, explainEnd } = intermediary;
  assertArgument(typeof WebSocket === 'function', 'remote', 'needs a global `WebSocket`');
  // One signal for all QR codes, so that a fresh one takes the place of the one before it.
  const offering = createAbortScope([signal]);
  const cancel = (): void => {
    // A dapp's dialog may call this because it was hidden: then the session goes on.
    if (offering.signal.aborted) return;
    abort(
      new MobileWalletError('USER_CANCELLED', 'The user cancelled before a wallet had scanned the QR code'),
    );
  };
  const opener = relayed && createOpener(relayed, opening);
  /** Shows the QR code of an offer, or opens the wallet app on this device for it. */
  const present = ({ links, lifetimeMs }: OpenOffer, reason: ScanReason): void => {
    const options = { ...links, lifetimeMs, reason, cancel, signal: offering.signal };
    const run = async (): Promise<void> => (opener?.show ?? scan)(options);
    run().catch((error: unknown) => {
      if (!offering.signal.aborted) abort(error);
    });
  };

  let connect!: (wallet: Joined) => void;
  const joined = new Promise<Joined>((resolve) => {
    connect = resolve;
  });

  /** Opens an offer, until its scope aborts or a wallet has joined any offer. */
  const openOffer = async (): Promise<OpenOffer> => {
    // Before anything is waited for, so that a wallet that joins meanwhile ends this, too.
    const scope = createAbortScope([offering.signal]);
    try {
      const hello = await createDappHello();
      const offer = await abortable(makeOffer(remote, hello.associationPoint, scope.signal), scope.signal);
      offer.joined.then(
        (channel) => {
          // From now on, the session closes the channel.
          scope.release();
          connect({ channel, hello });
          offering.abort(undefined);
        },
        () => {},
      );
      const getUri = (association: Association): string =>
        getAssociationUri(association, hello.associationPoint);
      const localUri = offer.localAssociation && getUri(offer.localAssociation);
      return { ...offer, scope, links: { uri: getUri(offer.association), ...(localUri && { localUri }) } };
    } catch (error) {
      scope.abort(undefined);
      throw error;
    }
  };

  /** Keeps one fresh offer open and presented. Rejects if that is impossible, or once a wallet has joined. */
  const keepOffering = async (): Promise<never> => {
    /** The offer that has expired last: a wallet that scanned its QR code at the last moment still joins. */
    let expired: OpenOffer | undefined;
    let failures = 0;
    for (;;) {
      let fresh: OpenOffer | undefined;
      try {
        fresh = await openOffer();
        const { uri } = fresh.links;
        present(fresh, expired ? 'expired' : (getScanReason?.() ?? 'first'));
        if (!relayed) {
          report('scanning');
          log?.writeUri('showing a QR code for', uri);
        }
        await waitForExpiry(fresh, offering.signal);
        offering.signal.throwIfAborted();
        expired?.scope.abort(undefined);
        expired = fresh;
        failures = 0;
      } catch (error) {
        if (!expired || offering.signal.aborted) throw error;
        // A fresh offer that ended at once is of no use; the one before it still is.
        fresh?.scope.abort(undefined);
        log?.write('no new QR code can be made yet');
        present({ ...expired, lifetimeMs: 0 }, 'not-renewed');
        const pauseMs = Math.min(FIRST_RENEWAL_PAUSE_MS * 2 ** failures++, LONGEST_RENEWAL_PAUSE_MS);
        await delay(pauseMs, offering.signal);
      }
      // Nobody scans the QR code of a hidden page, which may stay hidden for hours.
      await waitUntilVisible(offering.signal);
    }
  };

  const failAfterQuestion = async (error: unknown): Promise<never> => {
    // What ends this from outside, such as a launch that throws, says nothing of the intermediary.
    if (!offering.signal.aborted) relayed?.onFailed?.();
    // A user who is being asked reads on, and is told once they have agreed.
    await opener?.agreed;
    throw error;
  };

  try {
    const { channel, hello } = await Promise.race([joined, keepOffering().catch(failAfterQuestion)]);
    log?.write('a wallet has joined');
    report('connecting');
    const isOnDevice = relayed !== undefined;
    const wrap = (client: RpcClient): RpcClient => {
      // Nobody scans again after a session on this device.
      followSession(client, isOnDevice ? undefined : onRemoteEnd, intermediary, callerSignal);
      return client;
    };
    const connection = { transport: remote.type, isOnDevice, channel, hello };
    return { ...connection, helloTimeoutMs: HELLO_TIMEOUT_MS, wrap, explainEnd };
  } finally {
    offering.abort(undefined);
  }
}

/** An offer that is open, the links to it, and the scope that ends what belongs to it. */
type OpenOffer = Offer &
  Readonly<{ scope: AbortScope; links: Pick<Parameters<ShowQrCode>[0], 'uri' | 'localUri'> }>;

/** A wallet that has joined an offer. */
type Joined = Pick<Connection, 'channel' | 'hello'>;

/**
 * Resolves when an offer has expired or ended. Rejects if that was too soon for a scan, or when `signal`
 * aborts.
 */
async function waitForExpiry({ joined, lifetimeMs }: Offer, signal: AbortSignal): Promise<void> {
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
 * Ends an open session when the user leaves the page, and calls `onEnd` when it has ended, with why the next
 * QR code is shown. `callerSignal` closes the session for its caller.
 */
function followSession(
  { closed, close }: RpcClient,
  onEnd: ((reason: ScanReason) => void) | undefined,
  intermediary: Intermediary,
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
    onEnd?.(hasLeftPage ? 'connection-lost' : getNextScanReason(error, intermediary, callerSignal?.aborted));
  });
}

/**
 * Returns why a QR code is needed after a session that ended with `reason`. `isClosedHere` is whether its
 * caller closed it.
 */
function getNextScanReason(reason: unknown, { hasLeft }: Intermediary, isClosedHere?: boolean): ScanReason {
  const isClosed = hasErrorCode(reason, 'SESSION_CLOSED');
  // A session without calls is closed here without another reason. With calls, a caller has aborted its own.
  if (isClosedHere) return isClosed ? 'idle' : 'cancelled';
  // A wallet with other accounts was sent away, and the next one may be the right one.
  if (hasErrorCode(reason, 'ACCOUNT_NOT_AUTHORIZED')) return 'first';
  if (!isClosed) return 'connection-lost';
  if (reason.context.during) return 'cannot-connect';
  return hasLeft(reason.context) ? 'wallet-left' : 'connection-lost';
}
