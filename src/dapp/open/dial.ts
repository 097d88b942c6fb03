import type { Channel } from '../../connection/channel.js';
import { openWebSocketChannel } from '../../connection/web-socket-channel.js';
import { createAbortScope, delay } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import { MobileWalletError } from '../../util/errors.js';

/**
 * Connects to `url` and returns an open channel. It may keep trying until the signal aborts; if it rejects
 * earlier, it is called again.
 */
export type Dial = (url: string, options: Readonly<{ signal: AbortSignal }>) => Promise<Channel>;

/** A dapp keeps trying for at least 30 s (Mobile Wallet Adapter 2.0, "Local"). */
const REACH_TIMEOUT_MS = 30_000;
/** Pauses between two calls of a dial that rejects. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Dials until a channel is open. Pauses between attempts, longer each time. */
export function dialUntilOpen(dial: Dial, url: string, signal: AbortSignal): Promise<Channel> {
  let cause: unknown;
  const run = async (limited: AbortSignal): Promise<Channel> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      limited.throwIfAborted();
      const attempt = (async () => dial(url, { signal: limited }))();
      try {
        return await abortable(attempt, limited);
      } catch (error) {
        cause = error;
        // A dial that ignores the signal may still open a channel, which nobody else would close.
        attempt.then((channel) => channel.close()).catch(() => {});
        await delay(pauseMs, limited);
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

/** Whether the page's content security policy allows the probe. */
let isProbeAllowed = true;
/**
 * Whether a wallet was reached without an answer to the probe. Then WebSocket attempts no longer wait for
 * one.
 */
let isProbeUseless = false;
/** Never written to: `Atomics.waitAsync` on it is a timer that hidden pages do not throttle. */
let sharedCell: Int32Array | undefined;

/** How many milliseconds apart the tries of each kind are. */
type Intervals = Readonly<{
  probeMs: number;
  /** Between two WebSocket attempts without probes. */
  webSocketMs: number;
  /**
   * Between two WebSocket attempts while probes are sent, for servers that close the connection of a plain
   * request. So few fail that Chromium's delay stays short.
   */
  fallbackMs: number;
}>;

/**
 * How often the loop looks whether an attempt is due, per interval between two attempts: one is late by at
 * most a seventh.
 */
const LOOKS_PER_ATTEMPT = 7;

/**
 * Returns the intervals `ms` milliseconds after the launch or after the page was last hidden, shown or
 * changed focus.
 */
export function getIntervals(ms: number): Intervals {
  // Attempts this far apart reach a wallet soonest, because Chromium delays them longer after each failure
  // (`bench/dial`).
  const webSocketMs = Math.min(140 + ms / 6, 875);
  return {
    // Probes slow down, because a wallet usually starts to listen soon after such a moment, and each refused
    // probe is a line in the browser's console: some 100 within the 30 s of a dial.
    probeMs: Math.max(Math.min(20 + ms / 10, 120), ms / 27),
    webSocketMs,
    fallbackMs: 4.5 * webSocketMs,
  };
}

/**
 * The browser's {@link Dial} for a wallet on the same device. Probes by `no-cors` fetches whether something
 * listens on the port, and opens a WebSocket only then, because Chromium delays WebSockets by seconds after
 * failed ones, but not fetches.
 */
export const dialLoopback: Dial = async (url, { signal }) => {
  const probeUrl = url.replace('ws', 'http');
  const end = new AbortController();
  /** When the wallet was launched, or the page was last hidden, shown or changed focus. */
  let changedAt = performance.now();
  /** When the last WebSocket attempt began; at first, the time of the launch. */
  let attemptedAt = changedAt;
  /** Whether the next attempt is due at once, because something has answered the probe. */
  let isDue = false;
  /** When the pending probe was sent. */
  let probedAt: number | undefined;
  let isListening = false;
  let canProbe = isProbeAllowed;
  let endPause = (): void => {};

  const restartPace = (): void => {
    changedAt = performance.now();
    endPause();
  };
  const attemptNow = (): void => {
    isListening = true;
    isDue = true;
    endPause();
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      endPause = resolve;
      setTimeout(resolve, ms);
      if (globalThis.document?.hidden) waitUnthrottled(ms).then(resolve, () => {});
    });
  const sendProbe = async (): Promise<void> => {
    try {
      const options = {
        mode: 'no-cors',
        cache: 'no-store',
        credentials: 'omit',
        signal: end.signal,
      } as const;
      // The page's service worker can make any other response itself, where nothing listens.
      const response = await fetch(probeUrl, options);
      const hasWorker = Boolean(globalThis.navigator?.serviceWorker?.controller);
      if (!hasWorker || response.type === 'opaque') return attemptNow();
    } catch {
      // Nothing listens yet.
    }
    probedAt = undefined;
  };

  for (const event of ['visibilitychange', 'blur', 'focus']) {
    globalThis.addEventListener?.(event, restartPace, end);
  }
  signal.addEventListener('abort', restartPace, end);
  const observer = observePolicies(probeUrl, attemptNow);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { probeMs, webSocketMs, fallbackMs } = getIntervals(performance.now() - changedAt);
      // Wait before the first probe, too, because no wallet listens at once, and Chromium logs a refused
      // probe as an error.
      await pause(canProbe ? probeMs : webSocketMs / LOOKS_PER_ATTEMPT);
      const now = performance.now();
      canProbe = isProbeAllowed && !isListening;
      const isProbeTrusted = canProbe && !isProbeUseless && now - (probedAt ?? now) < PROBE_TIMEOUT_MS;
      if (isDue || now - attemptedAt >= (isProbeTrusted ? fallbackMs : webSocketMs)) {
        isDue = false;
        attemptedAt = now;
        const channel = await openWebSocketChannel(url, { signal }).catch(() => {});
        if (channel) {
          isProbeUseless = !isListening;
          return channel;
        }
      } else if (canProbe && probedAt === undefined) {
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

/**
 * Waits in a hidden page, whose timers run at most once a second. Rejects if the browser has no shared
 * memory.
 */
async function waitUnthrottled(ms: number): Promise<void> {
  sharedCell ??= new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
  await (Atomics as unknown as WaitAsync).waitAsync(sharedCell, 0, 0, ms).value;
}

type WaitAsync = Readonly<{
  waitAsync(cell: Int32Array, index: number, value: number, ms: number): Readonly<{ value: unknown }>;
}>;
