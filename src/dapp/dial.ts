import { abortable, createAbortScope, delay } from '../abort.js';
import { MobileWalletError } from '../errors.js';
import type { Channel } from '../session/channel.js';
import { openWebSocketChannel } from '../session/web-socket-channel.js';

/**
 * Connects to `url` and gives an open channel. It may try for as long as the signal lets it; when it rejects
 * earlier it is called again.
 */
export type Dial = (url: string, options: Readonly<{ signal: AbortSignal }>) => Promise<Channel>;

/** A dapp keeps trying for at least 30 s (Mobile Wallet Adapter 2.0, "Local"). */
const DIAL_TIMEOUT = 30_000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

/**
 * Dials until a channel is open, with growing pauses.
 *
 * @throws `WALLET_NOT_FOUND` after 30 s; the signal's reason when it aborts first
 */
export async function dialUntilOpen(dial: Dial, url: string, signal: AbortSignal): Promise<Channel> {
  let lastError: unknown;
  const scope = createAbortScope([signal], {
    ms: DIAL_TIMEOUT,
    getReason: () =>
      new MobileWalletError(
        'WALLET_NOT_FOUND',
        'No wallet app answered: is one installed?',
        {},
        { cause: lastError },
      ),
  });
  try {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      scope.signal.throwIfAborted();
      const attempt = (async () => dial(url, { signal: scope.signal }))();
      try {
        return await abortable(attempt, scope.signal);
      } catch (error) {
        lastError = error;
        // A dial that does not heed the signal may still connect: nobody would close that channel.
        attempt.then(
          (channel) => channel.close(),
          () => {},
        );
        await delay(pause, scope.signal);
      }
    }
  } finally {
    scope.release();
  }
}

/** A probe that hangs means that something took the connection, or that a permission prompt is open. */
const PROBE_TIMEOUT = 1_000;
const PROBE_PAUSE = 60;
const LONGEST_PROBE_PAUSE = 250;
/**
 * When, in ms, a WebSocket is tried although no probe has got through: some pages may not fetch `http:`.
 * Chromium delays attempts after some twelve failures, so they are few and grow apart.
 */
const BLIND_ATTEMPTS = [1_000, 2_500, 4_500, 7_500, 11_500, 16_500, 22_500, 29_000];

/**
 * The browser's {@link Dial} for a wallet on the same device: learns by a cheap `no-cors` fetch that the port
 * listens, and only then spends a WebSocket attempt, because Chromium throttles failed ones by seconds and
 * failed fetches not at all.
 */
export const dialLoopback: Dial = async (url, { signal }) => {
  const probeUrl = url.replace(/^ws/, 'http');
  const start = Date.now();
  let blindAttempts = 0;
  for (let pause = PROBE_PAUSE; ; pause = Math.min(pause * 1.1, LONGEST_PROBE_PAUSE)) {
    const isBlindAttemptDue =
      Date.now() - start >= (BLIND_ATTEMPTS[blindAttempts] ?? Number.POSITIVE_INFINITY);
    if (isBlindAttemptDue) blindAttempts++;
    if ((await probe(probeUrl, signal)) || isBlindAttemptDue) {
      try {
        return await openWebSocketChannel(url, { signal });
      } catch {
        signal.throwIfAborted();
      }
    }
    await pauseUntilSeen(pause, signal);
  }
};

async function probe(url: string, signal: AbortSignal): Promise<boolean> {
  let hasTimedOut = false;
  const scope = createAbortScope([signal], {
    ms: PROBE_TIMEOUT,
    getReason: () => {
      hasTimedOut = true;
    },
  });
  try {
    await fetch(url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal: scope.signal });
    return true;
  } catch {
    signal.throwIfAborted();
    return hasTimedOut;
  } finally {
    scope.release();
  }
}

/** Pauses, but not past the moment when the page hides or shows: then a wallet opens, or the person is back. */
async function pauseUntilSeen(ms: number, signal: AbortSignal): Promise<void> {
  const scope = createAbortScope([signal]);
  const hurry = (): void => scope.abort(undefined);
  globalThis.document?.addEventListener('visibilitychange', hurry);
  try {
    await delay(ms, scope.signal);
  } catch {
    signal.throwIfAborted();
  } finally {
    globalThis.document?.removeEventListener('visibilitychange', hurry);
    scope.release();
  }
}
