import { abortable, createAbortScope, setDeadline } from '../abort.js';
import { createCodeNotLoadedError, isMobileWalletError, MobileWalletError } from '../errors.js';
import { type Association, getAssociationUri } from '../protocol/association.js';
import { createDappHello, type DappHello } from '../protocol/hello.js';
import type { Channel } from '../session/channel.js';
import { describeUri } from './debug-log.js';
import type { MakeOffer, Offer, Remote, ScanReason } from './offer.js';
import type { Attempt, Connection } from './start-session.js';
import type { ShowCode } from './ui.js';

/** A phone may have to load the wallet app before it answers, and its network may be slow. */
const HELLO_TIMEOUT_MS = 30_000;
/** An offer that ends sooner than this could not have been scanned, so another one would end like it. */
const SHORTEST_LIFE_MS = 1_000;

/** How a wallet on another device is met. `reason` says why the first code is shown. */
export type RemoteWay = Readonly<{ remote: Remote; scan: ShowCode; reason: ScanReason }>;

/**
 * Shows a code until a wallet on another device has joined, and returns the connection to it. Each code has keys of its own. One
 * that has expired, or whose connection has ended, is replaced by a fresh one.
 *
 * @throws `SESSION_CLOSED` or `SESSION_TIMEOUT` if no code can be made; `USER_CANCELLED`; `CODE_NOT_LOADED`; what `scan`
 * throws; the signal's reason
 */
export async function meetRemoteWallet(
  { remote, scan, reason: firstReason }: RemoteWay,
  { signal, abort, report, log }: Attempt,
): Promise<Connection> {
  const makeOffer = await abortable(loadTransport(remote), signal);
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
    for (let reason = firstReason; ; reason = 'expired') {
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
        return { transport: remote.type, channel, hello, helloTimeoutMs: HELLO_TIMEOUT_MS };
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
 * or its offer has ended, so that a fresh one is needed.
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
    const cancelDeadline = setDeadline(last.offer.lifetimeMs, () => settle(() => resolve(undefined)));
    settled.signal.addEventListener('abort', cancelDeadline);
    for (const code of codes) {
      const join = (channel: Channel): void => {
        codes.filter((other) => other !== code).forEach(endCode);
        resolve({ channel, hello: code.hello });
      };
      const end = (error: unknown): void => {
        const isOver =
          isMobileWalletError(error, 'SESSION_CLOSED') || isMobileWalletError(error, 'SESSION_TIMEOUT');
        if (isOver && performance.now() - start > SHORTEST_LIFE_MS) resolve(undefined);
        else reject(error);
      };
      code.offer.joined.then(
        (channel) => settle(() => join(channel)),
        (error) => code === last && settle(() => end(error)),
      );
    }
    const abort = (): void => settle(() => reject(signal.reason));
    signal.addEventListener('abort', abort, settled);
    if (signal.aborted) abort();
  });
}

/** Loads the code of a transport, so that a dapp loads no other. */
async function loadTransport(remote: Remote): Promise<MakeOffer> {
  try {
    if (remote.type === 'reflector') {
      const { offerByReflector } = await import('./reflector.js');
      return (_, point, signal) => offerByReflector(remote, point, signal);
    }
    const { offerByNostr } = await import('./nostr.js');
    return (_, point, signal) => offerByNostr(remote, point, signal);
  } catch (cause) {
    throw createCodeNotLoadedError(cause);
  }
}
