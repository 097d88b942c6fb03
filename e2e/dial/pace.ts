import { expect } from '@playwright/test';
import { getIntervals } from '../../src/dapp/open/pace.js';
import type { Dialled, Outcome } from './dial.js';

/** A probe that has had no answer for longer is no longer relied on. */
const PROBE_TIMEOUT_MS = 1_000;

/**
 * Expects a page to have connected, to have sent no more than the pace allows for the time that it took, and
 * never a second probe before the first had an answer. A busy machine takes longer, so that more is sent, but
 * never sooner. `isBlind` is true of a page that does not rely on probes.
 */
export function expectPaced(outcome: Outcome | undefined, isBlind = false): void {
  if (!outcome) throw new Error('Nothing was dialled');
  expect(outcome.end).toBe('connected');
  expect(outcome.mostPending).toBeLessThanOrEqual(1);
  expect(outcome.probes).toBeLessThanOrEqual(countAllowed(outcome, ({ probeMs }) => probeMs));
  const pauses = countAllowed(outcome, ({ probeMs, webSocketMs }) => Math.min(probeMs, webSocketMs / 7));
  // The session has some timers, too.
  expect(outcome.pauses).toBeLessThanOrEqual(pauses + 10);
  const isTrusted = !isBlind && outcome.slowestMs < PROBE_TIMEOUT_MS;
  expect(outcome.webSockets).toBeLessThanOrEqual(
    1 + countAllowed(outcome, ({ fallbackMs, webSocketMs }) => (isTrusted ? fallbackMs : webSocketMs)),
  );
}

/** Counts how often something may have happened between the launch and the last WebSocket. */
function countAllowed(
  { launchedAt, changesAt, webSocketsAt }: Dialled,
  getPause: (pace: ReturnType<typeof getIntervals>) => number,
): number {
  const end = webSocketsAt.at(-1) ?? launchedAt;
  const starts = [launchedAt, ...changesAt.filter((at) => at > launchedAt && at < end)];
  return starts.reduce((sum, start, index) => {
    // Each change ends a pause at once.
    let count = index === 0 ? 0 : 1;
    let last = 0;
    // Timers may run almost a millisecond early.
    for (let now = 0; now <= (starts[index + 1] ?? end) - start; now++) {
      if (now - last < getPause(getIntervals(last)) - 1) continue;
      count++;
      last = now;
    }
    return sum + count;
  }, 0);
}
