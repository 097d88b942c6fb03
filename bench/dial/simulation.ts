import { BLIND, getPause, TRUSTING } from '../../src/dapp/dial.js';

/** A wallet is ready at a random moment, in ms after the launch, between the two. */
export type Bucket = readonly [from: number, to: number];

/** The times in which wallets become ready: already open, started, slow, and chosen by a person. */
export const BUCKETS: readonly Bucket[] = [
  [0, 1_000],
  [1_000, 3_000],
  [3_000, 8_000],
  [8_000, 20_000],
];

/** What a dialler has behind it when its next attempt is due; times are ms since the launch. */
export type Past = Readonly<{ now: number; attempts: number; attempted: number }>;

/** Gives the time of the next WebSocket attempt, not before `now`. */
export type Schedule = (past: Past, random: () => number) => number;

/** From a wallet that listens to an open WebSocket, in ms, and the WebSocket attempts that it took. */
export type Dialled = Readonly<{ latency: number; attempts: number }>;

/** Measured on loopback, in ms: a WebSocket that opens, one that is refused, a fetch that is. */
const OPENS = 4;
const REFUSED = 11;
const PROBED = 4;
/** A hidden page's timers run once in so many ms. */
const ALIGNMENT = 1_000;
/** What the published peer waits after a failure; the last one goes on. */
const PEER_PAUSES = [150, 150, 200, 500, 500, 750, 750, 1_000];

const pausePeer = (attempts: number): number => PEER_PAUSES[Math.min(attempts, PEER_PAUSES.length) - 1] ?? 0;

/** Diallers that know nothing but their failures, all of them of one attempt at a time. */
export const SCHEDULES = {
  /** The peer's, in a page that shows. */
  peer: ({ now, attempts }) => (attempts === 0 ? now : now + pausePeer(attempts)),
  /** The peer's, in a page that is hidden: its timers wait for the next whole second. */
  'peer, hidden': ({ now, attempts }) => (attempts === 0 ? now : align(now + pausePeer(attempts))),
  /** What looks quick, and meets the throttle after two seconds. */
  'every 150 ms': ({ now, attempts }) => (attempts === 0 ? now : now + 150),
  /** Ours without the probe, which a hidden page does not slow. */
  blind: ({ now, attempted }) => {
    let time = now;
    while (time - attempted < BLIND * getPause(time)) time += getPause(time);
    return time;
  },
} satisfies Readonly<Record<string, Schedule>>;

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
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
 * How long Chromium holds back a WebSocket, in ms, after so many failures in its process and no success. The attempt
 * itself is pending already, and counts as one.
 */
export function getThrottle(failures: number, random: () => number): number {
  return ((1_000 + 4_000 * random()) * 2 ** Math.min(failures + 1, 16)) / 2 ** 16;
}

/** Dials by a schedule a wallet that is ready after `ready` ms, in a process with no failures before. */
export function dialBySchedule(schedule: Schedule, ready: number, random: () => number): Dialled {
  let [now, attempted] = [0, 0];
  for (let attempts = 0; ; attempts++) {
    attempted = schedule({ now, attempts, attempted }, random);
    now = attempted + getThrottle(attempts, random);
    if (now >= ready) return { latency: now + OPENS - ready, attempts: attempts + 1 };
    now += REFUSED;
  }
}

/** Dials as we do where the probe works. */
export function dialByProbe(ready: number, random: () => number): Dialled {
  let [now, attempted, attempts] = [0, 0, 0];
  for (;;) {
    const isOpen = now >= ready;
    if (isOpen) now += PROBED;
    if (isOpen || now - attempted >= TRUSTING * getPause(now)) {
      attempted = now;
      now += getThrottle(attempts, random);
      attempts++;
      if (now >= ready) return { latency: now + OPENS - ready, attempts };
      now += REFUSED;
    }
    now += getPause(now);
  }
}

/** Probes that are sent, and fail, where no wallet is ready within `ms`. */
export function countProbes(ms: number): number {
  let probes = 0;
  for (let now = 0; now < ms; now += PROBED + getPause(now)) probes++;
  return probes;
}

function align(time: number): number {
  return Math.ceil(time / ALIGNMENT) * ALIGNMENT;
}
