import { isForbidden, seemsForbidden, watchPolicy } from '../../connection/web-socket.js';
import { openWebSocketChannel } from '../../connection/web-socket-channel.js';
import { getAssociationUri, getRandomPort } from '../../protocol/association.js';
import { createDappHello, type DappHello } from '../../protocol/hello.js';
import { createAbortScope, delay } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import { assertArgument, loadCode } from '../../util/errors.js';
import { hasErrorCode } from '../../util/find-error.js';
import { watchHeldReplies } from '../held-replies.js';
import { type Dial, dialLoopback, dialUntilOpen, getReached, withReachTimeout } from './dial.js';
import type { Connection, Failure, Opening } from './establish-session.js';
import type { Launch } from './launch.js';
import {
  createLoopbackBlockedError,
  createPolicyError,
  type Decide,
  ensureLoopbackPermission,
  getLoopbackPermission,
  type LoopbackAccess,
  queryLoopbackPermission,
} from './permission.js';
import type { LoopbackPermission } from './session-ui.js';
import { getPlace, type ProofEntry, readProof } from './ungated.js';
import { waitUntilVisible } from './user-moves.js';
import { createReturnedError, watchReturn } from './user-return.js';

/**
 * How long a wallet app takes to finish after a session: 253 ms at most were measured. Until then, Android
 * ignores the launch of one that is declared `singleTask`, as most are.
 */
const FINISH_MS = 300;
/** When the latest session of this page ended, by `performance.now()`. */
let endedAt = -FINISH_MS;

/** Must be called when a session with the wallet app on this device has ended. */
export function noteLocalEnd(): void {
  endedAt = performance.now();
}

/** How long a browser that refuses a WebSocket may take to report that the page's policy is the reason. */
const VIOLATION_TIMEOUT_MS = 500;

/** What a session with a wallet app on this device needs before a tap can open the app, for one session. */
type Preparation = Readonly<{
  /** The session's keys. */
  hello: DappHello;
  /** The browser's permission to connect to loopback; `undefined` if none is needed. */
  access: LoopbackAccess | undefined;
  /** Given in a browser that asks only when something listens. */
  unprobed?: typeof import('./dial-unprobed.js') | undefined;
}>;

/** Keeps a preparation ready for the next session. */
export type Preparations = Readonly<{
  /** Prepares a session, unless one is prepared. */
  prepare(): void;
  /** Returns what is prepared, or else prepares it, for one session. */
  take(): Promise<Preparation>;
}>;

async function prepareSession(): Promise<Preparation> {
  const [hello, access] = await Promise.all([createDappHello(), queryLoopbackPermission()]);
  const isGate = access?.isGate ?? true;
  const unprobed = isGate ? undefined : await loadCode(() => import('./dial-unprobed.js'));
  return { hello, access, unprobed };
}

/** Creates {@link Preparations}, of which none is ready. */
export function createPreparations(): Preparations {
  let next: Promise<Preparation> | undefined;
  return {
    prepare() {
      next ??= prepareSession();
      // The session that takes it reports the error. If none has, the next call prepares again.
      next.catch(() => {
        next = undefined;
      });
    },
    take() {
      const taken = next ?? prepareSession();
      next = undefined;
      return taken;
    },
  };
}

/** How a wallet app on this device is opened and reached. */
type LocalWay = Readonly<{
  /** The wallet's own link, in place of the common scheme. */
  link: string | undefined;
  launch: Launch;
  /** Whether that is the browser's own launch. */
  isBrowsers: boolean;
  /** Asks for another tap if the first has expired before the browser's launch. */
  askTap: ((signal: AbortSignal) => Promise<void>) | undefined;
  dial: Dial;
  /** Has the user decide on the browser's permission. */
  decide: Decide;
  /** Where it is remembered that no permission is needed. */
  proof: ProofEntry;
  /** Whether the app can be met over a relay if the browser blocks the connection. */
  canRelay: boolean;
  preparation: Promise<Preparation>;
  onLaunch: ((reopen: () => void) => void) | undefined;
  /**
   * Whether a user who has returned is offered something that takes longer to read than the time in which a
   * return counts as a cancel.
   */
  mayStay: (() => boolean) | undefined;
}>;

/**
 * Connects to the wallet app on this device: policy, permission, association URI, launch, WebSocket. A page's
 * policy that forbids the connection ends this as soon as the browser reports it: before the launch in
 * Chromium and WebKit, and afterwards in Firefox.
 *
 * The browser's own launch waits until the page is visible, because browsers drop one of a hidden page, and
 * until the app of the session before has finished.
 *
 * The error of a failure is `WALLET_NOT_FOUND` if the launch or the dial takes longer than 30 s, or the app
 * closes at once; `USER_CANCELLED` if the user returns to the page first; `LOOPBACK_BLOCKED`, also in place
 * of either if the browser's permission is denied; `INVALID_ARGUMENT` if `dial` returns no channel; or what
 * `launch` threw.
 *
 * @throws the signal's reason
 */
export async function connectLocally(
  way: LocalWay,
  { signal, report, log }: Opening,
): Promise<Connection | Failure> {
  const { link, launch, isBrowsers, askTap, dial, decide, proof, canRelay, preparation, onLaunch, mayStay } =
    way;
  const { hello, access, unprobed: code } = await abortable(preparation, signal);
  const port = getRandomPort();
  const uri = getAssociationUri({ type: 'local', port }, hello.associationPoint, { baseUri: link });
  const url = `ws://localhost:${port}/solana-wallet`;
  const scope = createAbortScope([signal]);
  const isLoopback = dial === dialLoopback;
  /** Returns the permission, or `granted` if no browser holds what this dial sends until it is decided. */
  const getState = (): LoopbackPermission => (isLoopback && access?.isGate ? access.status.state : 'granted');
  const proven = getState() === 'granted' ? undefined : readProof(proof);
  watchPolicy(url, () => scope.abort(createPolicyError()), scope.signal);
  const open: typeof openWebSocketChannel = (to, options) =>
    openWebSocketChannel(to, options).catch((error) => {
      const block = (): void => scope.abort(createLoopbackBlockedError(error));
      if (isForbidden(error)) delay(VIOLATION_TIMEOUT_MS, scope.signal).then(block, () => {});
      throw error;
    });
  const unprobed =
    access && isLoopback
      ? code?.createUnprobedDial({
          status: access.status,
          open,
          async onRefused() {
            if ((await getLoopbackPermission()) === 'denied') scope.abort(createLoopbackBlockedError());
          },
        })
      : undefined;
  /** Waits until neither a policy of the page nor the permission forbids the connection, or ends by that. */
  const waitForGate = async (): Promise<void> => {
    if (seemsForbidden(url)) {
      await delay(VIOLATION_TIMEOUT_MS, scope.signal);
      // No policy was reported, so one real WebSocket must tell: `open` ends this if it cannot be created.
      // Not without the permission, because the browser might ask the user for it.
      if (getState() === 'granted') {
        (await open(url, scope).catch(() => undefined))?.close();
        await delay(VIOLATION_TIMEOUT_MS, scope.signal);
      }
    }
    if (getState() === 'granted' || proven) return;
    await ensureLoopbackPermission(decide, scope.signal, () => report('permission'), canRelay);
  };
  let isDialling = false;
  let isOpenedAgain = false;
  try {
    if (isLoopback) await waitForGate();
    if (isBrowsers) {
      await waitUntilVisible(scope.signal);
      await delay(endedAt + FINISH_MS - performance.now(), scope.signal);
      await askTap?.(scope.signal);
    }
    scope.signal.throwIfAborted();
    report('launching');
    const wrap = watchHeldReplies(signal);
    log?.writeUri('opening', uri);
    const openWallet = async (): Promise<void> => launch(uri, { signal });
    onLaunch?.(() => {
      if (link !== undefined && !scope.signal.aborted) {
        isOpenedAgain = true;
        return scope.abort(createReturnedError());
      }
      // If opening it again fails, the first launch may still succeed, and has a time limit.
      openWallet().catch(() => {});
    });
    watchReturn({
      ...scope,
      abort(reason) {
        const isStaying = hasErrorCode(reason, 'USER_CANCELLED') && mayStay?.();
        // The user may have returned for the browser's question.
        if (!isStaying && !unprobed?.isAsking()) scope.abort(reason);
      },
    });
    await withReachTimeout(scope.signal, openWallet);
    report('connecting');
    isDialling = true;
    const state = getState();
    // A probe that raises the browser's question would do so behind the wallet app.
    const dialProbed: Dial = (to, options) => dialLoopback(to, options, open, proven !== 'sockets');
    const ownDial = unprobed?.dial ?? (isLoopback ? dialProbed : dial);
    const channel = await dialUntilOpen(ownDial, url, scope.signal);
    if (state !== 'granted' && !proven) noteProof(proof, state);
    const methods = [channel?.send, channel?.read, channel?.close];
    const isChannel = methods.every((method) => typeof method === 'function');
    assertArgument(isChannel, 'dial', 'must resolve with a Channel');
    return { transport: 'local', isOnDevice: true, channel, hello, wrap };
  } catch (error) {
    if (proven && isDialling && !isOpenedAgain) proof.write();
    if (signal.aborted) throw error;
    if (isOpenedAgain) return { kind: 'opened-again', error };
    const isEnd = scope.signal.aborted && error === scope.signal.reason;
    return classify(error, isEnd, isLoopback && (isDialling || access?.isGate === true));
  } finally {
    scope.abort(undefined);
  }
}

/**
 * Remembers by what loopback was reached while the permission was not granted, if it is still `before`. Must
 * be called as soon as a dial has succeeded, because it is read of the page's latest.
 */
function noteProof(proof: ProofEntry, before: LoopbackPermission): void {
  const reached = getReached();
  void getLoopbackPermission().then((now) => now === before && proof.write(reached, getPlace()));
}

/** Says how an attempt has failed with `error`, which has ended it from outside if it `isEnd`. */
async function classify(error: unknown, isEnd: boolean, mayBeBlocked: boolean): Promise<Failure> {
  if (hasErrorCode(error, 'LOOPBACK_BLOCKED')) {
    const kind = isEnd ? 'blocked' : 'denied';
    return { kind: error.context.policy === undefined ? kind : 'policy', error };
  }
  // An error of a custom launch says nothing of the wallet, unless it says that there is none.
  if (!isEnd && !hasErrorCode(error, 'WALLET_NOT_FOUND')) return { kind: 'other', error };
  if (mayBeBlocked && (await getLoopbackPermission()) === 'denied')
    return { kind: 'blocked', error: createLoopbackBlockedError(error) };
  return { kind: hasErrorCode(error, 'USER_CANCELLED') ? 'returned' : 'unanswered', error };
}
