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
const REACH_TIMEOUT_MS = 30_000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

/**
 * Runs a step on the way to the wallet app; its signal aborts with `WALLET_NOT_FOUND` after 30 s, with the cause of
 * `getCause`.
 */
export async function runInReachTime<T>(
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
  getCause: () => unknown = () => undefined,
): Promise<T> {
  const scope = createAbortScope([signal], {
    ms: REACH_TIMEOUT_MS,
    getReason: () =>
      new MobileWalletError(
        'WALLET_NOT_FOUND',
        'No wallet app answered: is one installed?',
        {},
        { cause: getCause() },
      ),
  });
  try {
    return await abortable(run(scope.signal), scope.signal);
  } finally {
    scope.release();
  }
}

/**
 * Dials until a channel is open, with growing pauses.
 *
 * @throws `WALLET_NOT_FOUND` after 30 s; the signal's reason when it aborts first
 */
export function dialUntilOpen(dial: Dial, url: string, signal: AbortSignal): Promise<Channel> {
  let cause: unknown;
  const run = async (limited: AbortSignal): Promise<Channel> => {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      limited.throwIfAborted();
      const attempt = (async () => dial(url, { signal: limited }))();
      try {
        return await abortable(attempt, limited);
      } catch (error) {
        cause = error;
        // A dial that does not heed the signal may still connect: nobody would close that channel.
        attempt.then((channel) => channel.close()).catch(() => {});
        await delay(pause, limited);
      }
    }
  };
  return runInReachTime(signal, run, () => cause);
}

/** A probe that takes longer says that something took the connection, and does not answer. */
const PROBE_TIMEOUT = 1_000;
/** Stands for the time of a probe where none is on its way. */
const IDLE = Number.POSITIVE_INFINITY;
/** Pauses to a WebSocket attempt where the probe is of no use. */
export const BLIND = 7;
/** Pauses to a WebSocket attempt where the probe may yet speak. */
export const TRUSTING = 32;

/** The page's policy lets it probe. */
let mayProbe = true;
/** A wallet was reached without a word from the probe: WebSockets do not wait for one any more. */
let isBlind = false;
/** What a hidden page waits on; nobody changes it. */
let cell: Int32Array | undefined;

/**
 * Ms from one probe to the next, `ms` after the launch, or after the page was last seen to hide, show or change focus:
 * soon after that a wallet listens. Seven of them are the time between WebSockets that meets a wallet soonest under
 * Chromium's throttle (`bench/dial`).
 */
export const getPause = (ms: number): number => Math.min(20 + Math.max(ms, 0) / 40, 125);

/**
 * The browser's {@link Dial} for a wallet on the same device: learns by a cheap `no-cors` fetch that the port
 * listens, and only then spends a WebSocket attempt, because Chromium throttles failed ones by seconds and
 * failed fetches not at all.
 */
export const dialLoopback: Dial = async (url, { signal }) => {
  const probeUrl = url.replace('ws', 'http');
  const end = new AbortController();
  const begun = performance.now();
  let now = begun;
  let since = begun;
  let attempted = begun;
  let probed = IDLE;
  let isHeard = false;
  let wake = (): void => {};
  const hurry = (): void => {
    since = performance.now();
    wake();
  };
  const hear = (): void => {
    isHeard = true;
    attempted = -IDLE;
    wake();
  };
  const observer =
    globalThis.ReportingObserver &&
    new ReportingObserver((reports) => {
      for (const { type, body } of reports) {
        // An embedder policy's report has its fields as JSON only.
        const text = JSON.stringify(body);
        if (!text.includes(probeUrl) || !text.includes('"enforce"')) continue;
        // What an embedder policy keeps from the page is an answer all the same; a content policy forbids to ask.
        if (type === 'coep') hear();
        else mayProbe = false;
      }
    });
  observer?.observe();
  for (const event of ['visibilitychange', 'blur', 'focus']) {
    globalThis.addEventListener?.(event, hurry, end);
  }
  signal.addEventListener('abort', hurry, end);
  try {
    for (;;) {
      const asks = mayProbe && !isHeard;
      // The first probe waits for one pause: no wallet listens at once, and Chromium prints a refused probe in red.
      if (asks && probed === IDLE && now > begun) {
        probed = now;
        const probe = async (): Promise<unknown> =>
          fetch(probeUrl, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal: end.signal });
        probe().then(hear, () => {
          probed = IDLE;
        });
      }
      const pause = getPause(now - since);
      const isTrusting = asks && !isBlind && now - probed < PROBE_TIMEOUT;
      if (now - attempted >= pause * (isTrusting ? TRUSTING : BLIND)) {
        attempted = now;
        const channel = await openWebSocketChannel(url, { signal }).catch(() => {});
        if (channel) {
          isBlind = !isHeard;
          return channel;
        }
      }
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, pause);
        if (globalThis.document?.hidden) waitUnslowed(pause).then(resolve, () => {});
      });
      now = performance.now();
    }
  } finally {
    end.abort();
    observer?.disconnect();
  }
};

/** A hidden page's timers run but once a second; waiting on shared memory is not slowed. Rejects where there is none. */
async function waitUnslowed(ms: number): Promise<void> {
  cell ??= new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
  await (Atomics as unknown as WaitAsync).waitAsync(cell, 0, 0, ms).value;
}

type WaitAsync = Readonly<{
  waitAsync(cell: Int32Array, index: number, value: number, ms: number): Readonly<{ value: unknown }>;
}>;
