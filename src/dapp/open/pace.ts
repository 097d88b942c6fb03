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

/** The shortest interval between two probes: the one right after such a moment. */
const FIRST_PROBE_MS = 20;
/** What the interval grows to while a wallet is likely to start. */
const USUAL_PROBE_MS = 120;

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
    probeMs: Math.max(Math.min(FIRST_PROBE_MS + ms / 10, USUAL_PROBE_MS), ms / 27),
    webSocketMs,
    fallbackMs: 4.5 * webSocketMs,
  };
}

/**
 * Creates the pace of a dial that begins now, and is to end when `signal` aborts: how far apart its tries
 * are. The page is watched until `ended` aborts.
 */
export function createPace(signal: AbortSignal, ended: AbortSignal) {
  /** When the wallet was launched, or the page was last hidden, shown or changed focus. */
  let changedAt = performance.now();
  let resume = (): void => {};
  const restart = (): void => {
    changedAt = performance.now();
    resume();
  };
  for (const event of ['visibilitychange', 'blur', 'focus']) {
    globalThis.addEventListener?.(event, restart, { signal: ended });
  }
  signal.addEventListener('abort', restart, { signal: ended });
  return {
    getIntervals: () => getIntervals(performance.now() - changedAt),
    /** Resolves after `ms` milliseconds, or as soon as the page changes or the dial is to end. */
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        resume = resolve;
        setTimeout(resolve, ms);
        if (globalThis.document?.hidden) waitUnthrottled(ms).then(resolve, () => {});
      }),
    /** Ends the pause. */
    endPause: (): void => resume(),
  };
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
