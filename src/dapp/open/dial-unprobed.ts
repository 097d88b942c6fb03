import type { openWebSocketChannel } from '../../connection/web-socket-channel.js';
import type { Dial } from './dial.js';
import { createPace } from './pace.js';

/** How long after its first use the URL is used as it is again. Firefox delays that by 400 ms at most. */
const FIRST_PLAIN_GAP_MS = 600;
/** How much longer each next time is. Firefox's delay grows as much. */
const PLAIN_GAP_GROWTH = 1.5;
/** A WebSocket that is refused takes milliseconds. One that takes longer may be what the browser asks for. */
const ASKING_AFTER_MS = 300;

/** A dial, and whether the browser may be asking the user about what it has sent. */
type UnprobedDial = Readonly<{ dial: Dial; isAsking(): boolean }>;

/** What the browser says, and how to connect. */
type Surroundings = Readonly<{
  /** The permission that the browser asks for. */
  status: PermissionStatus;
  /** Opens a WebSocket. It is not imported, so that bundlers give it no file of its own. */
  open: typeof openWebSocketChannel;
  /** Called, and waited for, when a WebSocket about which the browser may have asked was refused. */
  onRefused: () => Promise<void>;
}>;

/**
 * Creates the {@link Dial} for a browser that asks the user when a probe reaches the wallet app, which hides
 * the question: Firefox. Only WebSockets are tried, as often as probes would be sent. Firefox delays them
 * more after each that failed, but counts them by their paths, so each attempt spells the path in another
 * way.
 */
export function createUnprobedDial({ status, open, onRefused }: Surroundings): UnprobedDial {
  /** When the pending WebSocket was created. */
  let attemptedAt = Number.POSITIVE_INFINITY;

  const dial: Dial = async (url, { signal }) => {
    const ended = new AbortController();
    const { getIntervals, pause } = createPace(signal, ended.signal);
    // A server may compare the path with the one that is specified, and not decode it.
    let plainAt = 0;
    let plainGapMs = FIRST_PLAIN_GAP_MS;
    try {
      for (let count = 1; ; count++) {
        signal.throwIfAborted();
        await pause(getIntervals().probeMs);
        const wasUndecided = status.state === 'prompt';
        attemptedAt = performance.now();
        let target = spell(url, count);
        if (attemptedAt >= plainAt) {
          target = url;
          plainAt = attemptedAt + plainGapMs;
          plainGapMs *= PLAIN_GAP_GROWTH;
        }
        const channel = await open(target, { signal }).catch(() => {});
        if (channel) return channel;
        if (wasUndecided) await onRefused();
        attemptedAt = Number.POSITIVE_INFINITY;
      }
    } finally {
      attemptedAt = Number.POSITIVE_INFINITY;
      ended.abort();
    }
  };
  return {
    dial,
    /** Whether the browser seems to ask the user about a WebSocket. */
    isAsking: () => performance.now() - attemptedAt > ASKING_AFTER_MS && status.state === 'prompt',
  };
}

/**
 * Returns `url` with some letters of its path percent-encoded, by the bits of `count`. It is the same address
 * (RFC 3986, 6.2.2.2).
 */
function spell(url: string, count: number): string {
  const { origin, pathname } = new URL(url);
  const letters = Array.from(pathname.slice(1), (letter, index) =>
    (count >> index) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
  );
  return `${origin}/${letters.join('')}`;
}
