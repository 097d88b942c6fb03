import type { Channel } from '../../connection/channel.js';
import { openWebSocketChannel } from '../../connection/web-socket-channel.js';
import { createAbortScope, delay } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import { MobileWalletError } from '../../util/errors.js';
import { createPace } from './pace.js';
import type { Ungated } from './ungated.js';

/**
 * Connects to `url` and returns an open channel. It may keep trying until the signal aborts; if it rejects
 * earlier, it is called again.
 */
export type Dial = (url: string, options: Readonly<{ signal: AbortSignal }>) => Promise<Channel>;

/** A dapp keeps trying for at least 30 s (Mobile Wallet Adapter 2.0, "Local"). */
const REACH_TIMEOUT_MS = 30_000;
/** Pauses between two calls of a dial that rejects. Each is twice as long as the one before. */
const FIRST_REDIAL_PAUSE_MS = 50;
const LONGEST_REDIAL_PAUSE_MS = 1_000;

/** Dials until a channel is open. Pauses between attempts, longer each time. */
export function dialUntilOpen(dial: Dial, url: string, signal: AbortSignal): Promise<Channel> {
  let cause: unknown;
  const run = async (limited: AbortSignal): Promise<Channel> => {
    for (let ms = FIRST_REDIAL_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_REDIAL_PAUSE_MS)) {
      limited.throwIfAborted();
      const attempt = (async () => dial(url, { signal: limited }))();
      try {
        return await abortable(attempt, limited);
      } catch (error) {
        cause = error;
        // A dial that ignores the signal may still open a channel, which nobody else would close.
        attempt.then((channel) => channel.close()).catch(() => {});
        await delay(ms, limited);
      }
    }
  };
  return withReachTimeout(signal, run, () => cause);
}

/** Runs a step whose signal aborts with `WALLET_NOT_FOUND` after 30 s. */
export function withReachTimeout<T>(
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
  getCause?: () => unknown,
): Promise<T> {
  const message = 'No wallet app answered: is one installed?';
  const getReason = () => new MobileWalletError('WALLET_NOT_FOUND', message, {}, { cause: getCause?.() });
  const scope = createAbortScope([signal], { ms: REACH_TIMEOUT_MS, getReason });
  return abortable(run(scope.signal), scope.signal).finally(scope.release);
}

/** If a probe has no answer for longer than this, something accepts connections but does not answer. */
const PROBE_TIMEOUT_MS = 1_000;

/** Fetches from loopback, which a page may do without reading the answer. */
export const probeLoopback = (url: string, signal: AbortSignal): Promise<Response> =>
  fetch(url, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal });

/** Whether the page's content security policy allows the probe. */
let isProbeAllowed = true;
/**
 * Whether a wallet was reached without an answer to the probe. Then WebSocket attempts no longer wait for
 * one.
 */
let isProbeUseless = false;
/** Returns by what the last wallet was reached. */
export const getReached = (): Ungated => (isProbeUseless ? 'sockets' : 'probes');
/** Polls seven times per attempt, so that one is late by at most a seventh of the interval between two. */
const POLLS_PER_ATTEMPT = 7;

/**
 * The browser's {@link Dial} for a wallet on the same device. Probes by `no-cors` fetches whether something
 * listens on the port, and opens a WebSocket only then, because Chromium delays WebSockets by seconds after
 * failed ones, but not fetches. Without `mayProbe`, it only tries WebSockets.
 */
export const dialLoopback = async (
  url: string,
  { signal }: Parameters<Dial>[1],
  open = openWebSocketChannel,
  mayProbe = true,
): Promise<Channel> => {
  const probeUrl = url.replace('ws', 'http');
  const end = new AbortController();
  const { getIntervals, pause, endPause } = createPace(signal, end.signal);
  /** When the last WebSocket attempt began; at first, the time of the launch. */
  let attemptedAt = performance.now();
  /** When the pending probe was sent. */
  let probedAt: number | undefined;
  /** Whether something has answered a probe. Then no further one is sent. */
  let isListening = false;
  const canProbe = (): boolean => mayProbe && isProbeAllowed && !isListening;

  const attemptNow = (): void => {
    isListening = true;
    // Long ago, so that the next attempt is due.
    attemptedAt = Number.NEGATIVE_INFINITY;
    endPause();
  };
  const sendProbe = async (): Promise<void> => {
    try {
      // The page's service worker can make any other response itself, where nothing listens.
      const response = await probeLoopback(probeUrl, end.signal);
      const hasWorker = Boolean(globalThis.navigator?.serviceWorker?.controller);
      if (!hasWorker || response.type === 'opaque') return attemptNow();
    } catch {
      // Nothing listens yet.
    }
    probedAt = undefined;
  };

  const observer = observePolicies(probeUrl, attemptNow);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { probeMs, webSocketMs, fallbackMs } = getIntervals();
      // Wait before the first probe, too, because no wallet listens at once, and Chromium logs a refused
      // probe as an error.
      await pause(canProbe() ? probeMs : webSocketMs / POLLS_PER_ATTEMPT);
      const now = performance.now();
      const isProbeTrusted = canProbe() && !isProbeUseless && now - (probedAt ?? now) < PROBE_TIMEOUT_MS;
      if (now - attemptedAt >= (isProbeTrusted ? fallbackMs : webSocketMs)) {
        attemptedAt = now;
        const channel = await open(url, { signal }).catch(() => {});
        if (channel) {
          isProbeUseless = !isListening;
          return channel;
        }
      } else if (canProbe() && probedAt === undefined) {
        probedAt = now;
        void sendProbe();
      }
    }
  } finally {
    end.abort();
    observer?.disconnect();
  }
};

/**
 * Observes what the page's policies do to the probe. A content security policy forbids it. An embedder policy
 * only hides its answer, so `onAnswer` is called.
 */
function observePolicies(probeUrl: string, onAnswer: () => void): ReportingObserver | undefined {
  if (!globalThis.ReportingObserver) return undefined;
  const observer = new ReportingObserver((reports) => {
    for (const { type, body } of reports) {
      // The fields of an embedder policy's report are visible only as JSON.
      const text = JSON.stringify(body);
      if (!text.includes(probeUrl) || !text.includes('"enforce"')) continue;
      if (type === 'coep') onAnswer();
      else isProbeAllowed = false;
    }
  });
  observer.observe();
  return observer;
}
