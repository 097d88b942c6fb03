import { abortable, createAbortScope, setDeadline } from '../abort.js';
import { assertArgument, isOwnError, MobileWalletError } from '../errors.js';
import { type Association, getAssociationUri } from '../protocol/association.js';
import { createDappHello, type DappHello } from '../protocol/hello.js';
import { type Channel, createSessionClosedError } from '../session/channel.js';
import type { RpcClient } from '../session/rpc.js';
import { describeUri } from './debug-log.js';
import type { MakeOffer, Offer, Remote, ScanReason, Sitting } from './offer.js';
import type { Attempt, Connection } from './start-session.js';
import type { ShowCode } from './ui.js';

/** A phone may have to load the wallet app before it answers, and its network may be slow. */
const HELLO_TIMEOUT_MS = 30_000;
/** An offer that ends sooner than this could not have been scanned, so another one would end like it. */
const SHORTEST_LIFE_MS = 1_000;

/** A WebSocket that was closed in order, by the end that left: without a code, or by 1000 (normal) or 1001 (going away). */
const CLEAN_CLOSE_CODES: readonly (number | undefined)[] = [undefined, 1000, 1001, 1005];

/** How a wallet on another device is met. `signal` is the caller's, which closes the session. */
export type RemoteWay<TRemote extends Remote = Remote> = Readonly<{
  remote: TRemote;
  scan: ShowCode;
  sitting: Sitting;
  signal: AbortSignal | undefined;
}>;

/** Meets a wallet on another device by the offers of one transport. */
export type MeetRemoteWallet = (way: RemoteWay, attempt: Attempt) => Promise<Connection>;

/**
 * Shows a code until a wallet on another device has joined, and returns the connection to it. Each code has keys of its own. One
 * that has expired, or whose connection has ended, is replaced by a fresh one.
 *
 * @throws `INVALID_ARGUMENT` without a `WebSocket`; `SESSION_CLOSED` or `SESSION_TIMEOUT` if no code can be made; `USER_CANCELLED`;
 * what `scan` throws; the signal's reason
 */
export async function meetByOffers<TRemote extends Remote>(
  makeOffer: MakeOffer<TRemote>,
  { remote, scan, sitting, signal: callerSignal }: RemoteWay<TRemote>,
  { signal, abort, report, log }: Attempt,
): Promise<Connection> {
  assertArgument(typeof WebSocket === 'function', 'remote', 'needs a global `WebSocket`');
  // One signal for all codes, so that a fresh one takes the place of the one before it.
  const shown = new AbortController();
  const cancel = (): void => {
    // A dapp's dialog may call this because it was hidden: then the session goes on.
    if (shown.signal.aborted) return;
    abort(new MobileWalletError('USER_CANCELLED', 'The user cancelled before a wallet had scanned the code'));
  };

  const createCode = async (): Promise<Code> => {
    const hello = await createDappHello();
    // Ends with the session, and so does everything at the intermediary.
    const scope = createAbortScope([signal]);
    const offer = await abortable(makeOffer(remote, hello.associationPoint, scope.signal), scope.signal);
    return { hello, scope, offer };
  };

  const codes: Code[] = [];
  try {
    for (let { reason } = sitting; ; reason = 'expired') {
      const code = await createCode();
      codes.push(code);
      showCode(scan, { ...describeCode(code), reason, cancel, signal: shown.signal }, abort);
      report('scanning');
      log(`showing a code for ${describeUri(describeCode(code).uri)}`);
      const joined = await waitForWallet(codes, signal);
      if (joined) {
        const { channel, hello } = joined;
        log('a wallet has joined');
        report('connecting');
        const getReason = (error: unknown): ScanReason =>
          getScanReason(error, remote.type, callerSignal?.aborted === true);
        const wrap = (client: RpcClient): RpcClient => {
          followSession(client, sitting, getReason);
          return client;
        };
        return { transport: remote.type, channel, hello, helloTimeoutMs: HELLO_TIMEOUT_MS, wrap };
      }
      // A wallet that scanned a code at its last moment still joins while the next one is shown.
      codes.splice(0, codes.length - 1).forEach(endCode);
    }
  } finally {
    shown.abort();
  }
}

/** A code, and what belongs to it. */
type Code = Readonly<{ hello: DappHello; scope: ReturnType<typeof createAbortScope>; offer: Offer }>;

function endCode({ scope }: Code): void {
  scope.abort(new MobileWalletError('SESSION_TIMEOUT', 'The code has expired'));
}

/** Returns what is shown of a code. */
function describeCode({ hello, offer }: Code): Pick<ShownCode, 'uri' | 'localUri' | 'lifetimeMs'> {
  const { association, localAssociation, lifetimeMs } = offer;
  const getUri = (one: Association): string => getAssociationUri(one, hello.associationPoint);
  return {
    uri: getUri(association),
    ...(localAssociation && { localUri: getUri(localAssociation) }),
    lifetimeMs,
  };
}

type ShownCode = Parameters<ShowCode>[0];

/** Shows a code until its signal aborts. If it cannot be shown, `onError` is called. */
function showCode(scan: ShowCode, code: ShownCode, onError: (error: unknown) => void): void {
  const show = async (): Promise<void> => scan(code);
  show().catch((error: unknown) => {
    if (!code.signal.aborted) onError(error);
  });
}

/**
 * Waits for a wallet to join by any of the codes, and ends the others. Resolves with `undefined` if the last code has expired
 * or its offer has ended, and the page is visible, so that a fresh one is needed.
 */
async function waitForWallet(
  codes: readonly Code[],
  signal: AbortSignal,
): Promise<Readonly<{ channel: Channel; hello: DappHello }> | undefined> {
  const start = performance.now();
  const last = codes.at(-1) as Code;
  return new Promise((resolve, reject) => {
    const settled = new AbortController();
    const settle = (finish: () => void): void => {
      if (settled.signal.aborted) return;
      settled.abort();
      finish();
    };
    // Nobody scans the code of a hidden page, which may stay hidden for hours.
    const renew = (): void => whenVisible(() => settle(() => resolve(undefined)), settled.signal);
    const cancelDeadline = setDeadline(last.offer.lifetimeMs, renew);
    settled.signal.addEventListener('abort', cancelDeadline);
    for (const code of codes) {
      const join = (channel: Channel): void => {
        codes.filter((other) => other !== code).forEach(endCode);
        resolve({ channel, hello: code.hello });
      };
      const end = (error: unknown): void => {
        const isOver = isOwnError(error, 'SESSION_CLOSED') || isOwnError(error, 'SESSION_TIMEOUT');
        if (isOver && performance.now() - start > SHORTEST_LIFE_MS) renew();
        else settle(() => reject(error));
      };
      code.offer.joined.then(
        (channel) => settle(() => join(channel)),
        (error) => code === last && end(error),
      );
    }
    const abort = (): void => settle(() => reject(signal.reason));
    signal.addEventListener('abort', abort, settled);
    if (signal.aborted) abort();
  });
}

/** Calls `act` when the page is visible, at once if it is already, unless `signal` aborts first. */
function whenVisible(act: () => void, signal: AbortSignal): void {
  const page = globalThis.document;
  const check = (): void => {
    if (page?.visibilityState !== 'hidden') act();
  };
  page?.addEventListener('visibilitychange', check, { signal });
  check();
}

/**
 * Keeps `sitting` up to date with an open session, which ends when the user leaves the page. `getReason` returns why a code is
 * needed after a session that ended with an error.
 */
function followSession(
  { closed, close }: RpcClient,
  sitting: Sitting,
  getReason: (error: unknown) => ScanReason,
): void {
  const ended = new AbortController();
  let hasLeftPage = false;
  const leavePage = (): void => {
    hasLeftPage = true;
    close(createSessionClosedError('The user left the page'));
  };
  globalThis.addEventListener?.('pagehide', leavePage, ended);
  sitting.isOpen = true;
  void closed.then((error) => {
    ended.abort();
    sitting.isOpen = false;
    sitting.reason = hasLeftPage ? 'connectionLost' : getReason(error);
  });
}

/**
 * Returns why a code is needed after a session that ended with `reason`. `isClosedHere` is whether its caller closed it.
 */
function getScanReason(reason: unknown, transport: Remote['type'], isClosedHere: boolean): ScanReason {
  const isClosed = isOwnError(reason, 'SESSION_CLOSED');
  // A session without calls is closed here without another reason. With calls, a caller has aborted its own.
  if (isClosedHere) return isClosed ? 'idle' : 'cancelled';
  // A wallet with other accounts was sent away, and the next one may be the right one.
  if (isOwnError(reason, 'ACCOUNT_NOT_AUTHORIZED')) return 'first';
  if (!isClosed) return 'connectionLost';
  const { closeCode, closeReason } = reason.context;
  // A reflector closes in order when the wallet does so. A relay stays when the wallet leaves, and closes for its own reasons.
  const hasLeft = transport === 'nostr' ? closeReason === undefined : CLEAN_CLOSE_CODES.includes(closeCode);
  return hasLeft ? 'walletLeft' : 'connectionLost';
}
