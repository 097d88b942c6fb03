import { describe, expect, it } from 'vitest';
import {
  BUCKETS,
  countProbes,
  createRandom,
  type Dialled,
  dialByProbe,
  dialBySchedule,
  getThrottle,
  SCHEDULES,
} from './simulation.js';

/** Measured in Chromium 156: how long each of a series of refused WebSockets took. */
const MEASURED_MS = [
  2, 11, 10, 10, 11, 10, 11, 11, 34, 40, 77, 195, 508, 265, 1_708, 1_586, 3_704, 2_254, 4_149, 4_406,
];
/** The longest that a refusal itself took there. */
const MAX_REFUSAL_MS = 25;
const DIALS = 4_000;

type Row = Readonly<{ mean: number; median: number }>;

/** Simulates a dialler with the same delays and throttle as all others. Returns a row for each bucket. */
function simulate(dial: (ready: number, random: () => number) => Dialled): readonly Row[] {
  const random = createRandom(1);
  return BUCKETS.map(([from, to]) => {
    const latencies = Array.from(
      { length: DIALS },
      () => dial(from + (to - from) * random(), random).latency,
    );
    latencies.sort((one, other) => one - other);
    return { mean: getMean(latencies), median: latencies[DIALS / 2] ?? 0 };
  });
}

function getMean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

const bySchedule = (name: keyof typeof SCHEDULES) =>
  simulate((ready, random) => dialBySchedule(SCHEDULES[name], ready, random));
const getMeans = (rows: readonly Row[]): readonly number[] => rows.map(({ mean }) => mean);

describe('the simulated throttle', () => {
  it('includes every measured delay', () => {
    for (const [failures, ms] of MEASURED_MS.entries()) {
      expect(ms).toBeLessThanOrEqual(getThrottle(failures, () => 1) + MAX_REFUSAL_MS);
      if (failures > 0) expect(ms).toBeGreaterThanOrEqual(getThrottle(failures, () => 0));
    }
  });
});

describe('simulated dialling', () => {
  const blind = bySchedule('blind');

  it.each(['peer', 'peer, hidden', 'every 150 ms'] as const)(
    'is faster on average by the blind schedule than by "%s"',
    (name) => {
      expect(getMean(getMeans(blind)) / getMean(getMeans(bySchedule(name)))).toBeLessThan(0.9);
    },
  );

  it('is faster by the blind schedule than by the peer’s in each bucket', () => {
    for (const [index, { median }] of bySchedule('peer').entries()) {
      expect((blind[index]?.median ?? Number.NaN) / median).toBeLessThan(1);
    }
  });

  it.each(['peer', 'peer, hidden', 'blind'] as const)(
    'is more than three times as fast by the probe than by "%s" in each bucket',
    (name) => {
      const probe = simulate(dialByProbe);
      for (const [index, { median }] of bySchedule(name).entries()) {
        expect((probe[index]?.median ?? Number.NaN) / median).toBeLessThan(0.3);
      }
    },
  );

  it('tries at most 100 times to reach a wallet that never listens', () => {
    expect(countProbes(30_000)).toBeLessThanOrEqual(100);
  });
});
