import { getIntervals } from '../../src/dapp/open/pace.js';

/** A range of times in ms after the launch. The wallet is ready at a random moment in it. */
export type Bucket = readonly [from: number, to: number];

/** When wallets become ready: already running, started first, slow, and chosen by the user from a list. */
export const BUCKETS: readonly Bucket[] = [
  [0, 1_000],
  [1_000, 3_000],
  [3_000, 8_000],
  [8_000, 20_000],
];

/**
 * The state of a dialler before its next attempt. Times are ms since the launch; `attempted` is the last
 * attempt.
 */
export type Past = Readonly<{ now: number; attempts: number; attempted: number }>;

/** Returns the time of the next WebSocket attempt, which is not before `now`. */
export type Schedule = (past: Past, random: () => number) => number;

/** The ms from a listening wallet to an open WebSocket, and the number of WebSocket attempts. */
export type Dialled = Readonly<{ latency: number; attempts: number }>;

/** Measured on loopback: how long a WebSocket takes to open. */
const OPEN_MS = 4;
/** Measured on loopback: how long a WebSocket takes to be refused. */
const REFUSAL_MS = 11;
/** Measured on loopback: how long a fetch takes to be refused. */
const PROBE_MS = 4;
/** Hidden pages run timers at most once in this time. */
const HIDDEN_TIMER_MS = 1_000;
/** How long the published peer waits after each failure. The last pause repeats. */
const PEER_PAUSES_MS = [150, 150, 200, 500, 500, 750, 750, 1_000];

const pausePeer = (attempts: number): number =>
  PEER_PAUSES_MS[Math.min(attempts, PEER_PAUSES_MS.length) - 1] ?? 0;

/** Schedules of diallers without a probe, which make one attempt at a time. */
export const SCHEDULES = {
  /** The peer's schedule in a visible page. */
  peer: ({ now, attempts }) => (attempts === 0 ? now : now + pausePeer(attempts)),
  /** The peer's schedule in a hidden page, where timers wait for the next whole second. */
  'peer, hidden': ({ now, attempts }) => (attempts === 0 ? now : align(now + pausePeer(attempts))),
  /** A naive schedule that looks fast, but the throttle slows it down after two seconds. */
  'every 150 ms': ({ now, attempts }) => (attempts === 0 ? now : now + 150),
  /** Our schedule without the probe. It is the same in hidden pages. */
  blind: ({ now, attempted }) => {
    let time = now;
    for (;;) {
      const { webSocketMs } = getIntervals(time);
      if (time - attempted >= webSocketMs) return time;
      time += webSocketMs / 7;
    }
  },
} satisfies Readonly<Record<string, Schedule>>;

/** Creates a generator of random numbers from 0 to 1 that repeats for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns how many ms Chromium delays a WebSocket after this many failures and no success in the same
 * process. The attempt itself is already pending, and Chromium counts it as a failure too.
 */
export function getThrottle(failures: number, random: () => number): number {
  return ((1_000 + 4_000 * random()) * 2 ** Math.min(failures + 1, 16)) / 2 ** 16;
}

/**
 * Simulates a schedule with a wallet that is ready after `ready` ms, in a process without earlier failures.
 */
export function dialBySchedule(schedule: Schedule, ready: number, random: () => number): Dialled {
  let [now, attempted] = [0, 0];
  for (let attempts = 0; ; attempts++) {
    attempted = schedule({ now, attempts, attempted }, random);
    now = attempted + getThrottle(attempts, random);
    if (now >= ready) return { latency: now + OPEN_MS - ready, attempts: attempts + 1 };
    now += REFUSAL_MS;
  }
}

/** Simulates our dialler where the probe works. */
export function dialByProbe(ready: number, random: () => number): Dialled {
  let [now, attempted, attempts] = [0, 0, 0];
  for (;;) {
    const isOpen = now >= ready;
    if (isOpen) now += PROBE_MS;
    if (isOpen || now - attempted >= getIntervals(now).fallbackMs) {
      attempted = now;
      now += getThrottle(attempts, random);
      attempts++;
      if (now >= ready) return { latency: now + OPEN_MS - ready, attempts };
      now += REFUSAL_MS;
    }
    now += getIntervals(now).probeMs;
  }
}

/** Counts the probes that fail within `ms` if no wallet becomes ready. */
export function countProbes(ms: number): number {
  let probes = 0;
  for (let now = 0; now < ms; now += PROBE_MS + getIntervals(now).probeMs) probes++;
  return probes;
}

function align(time: number): number {
  return Math.ceil(time / HIDDEN_TIMER_MS) * HIDDEN_TIMER_MS;
}
