import { expect, test } from '@playwright/test';
import { say } from '../scripts/process.mjs';
import { openPair, type Pair } from './reflector-load/pair.js';
import { startReflector, type Usage } from './reflector-load/start.js';
import { describeMachine, formatTable, writeSection } from './report.js';
import { getQuantile } from './speed/statistics.js';

const PAIRS = 1_000;
/** How many pairs connect at the same time. */
const CONNECTING = 50;
/** Each round is a message in each direction. */
const ROUNDS = 20;

test('1,000 pairs at once through the development reflector', async () => {
  const reflector = await startReflector();
  const openAll = async (count: number): Promise<readonly Pair[]> => {
    const pairs: Pair[] = [];
    let opened = 0;
    const work = async (): Promise<void> => {
      while (opened < count) pairs.push(await openPair(reflector.host, `pair ${opened++}`));
    };
    await Promise.all(Array.from({ length: CONNECTING }, work));
    return pairs;
  };
  // The code is compiled, and the heap grown, before anything is measured.
  const first = await openAll(CONNECTING);
  await Promise.all(first.map((pair) => pair.exchange(ROUNDS)));
  await Promise.all(first.map((pair) => pair.close()));
  const before = await reflector.measure();
  expect(before).toMatchObject({ halfOpen: 0, pairs: 0 });

  const pairs = await openAll(PAIRS);
  const open = await reflector.measure();
  expect(open).toMatchObject({ halfOpen: 0, pairs: PAIRS });

  const exchangeStart = performance.now();
  const times = (await Promise.all(pairs.map((pair) => pair.exchange(ROUNDS)))).flat();
  const exchangedMs = performance.now() - exchangeStart;
  const busy = await reflector.measure();
  expect(busy).toMatchObject({ halfOpen: 0, pairs: PAIRS });
  expect(sum(pairs.map((pair) => pair.getArrived()))).toBe(2 * PAIRS * ROUNDS);
  expect(sum(pairs.map((pair) => pair.getStrays()))).toBe(0);

  await Promise.all(pairs.map((pair) => pair.close()));
  const after = await reflector.measure();
  expect(after).toMatchObject({ halfOpen: 0, pairs: 0 });
  await reflector.stop();

  const perPair = ({ heap }: Usage): string => `${((heap - before.heap) / PAIRS / 1_024).toFixed(1)} KiB`;
  const joins = pairs.map(({ joinMs }) => joinMs);
  const rows = [
    ['pairs open at once', String(open.pairs)],
    ['heap and buffers for each pair, after the messages', perPair(busy)],
    ['… when all have closed', perPair(after)],
    ['messages, each with the name of its pair', String(2 * PAIRS * ROUNDS)],
    ['messages that reached another pair, or came out of order', '0'],
    ['messages per second', String(Math.round((2 * PAIRS * ROUNDS * 1_000) / exchangedMs))],
    ['from the wallet’s connection to both APP_PINGs, median / p95', describe(joins)],
    ['from a message to its answer, all pairs at once, median / p95', describe(times)],
  ];
  const about = `Node ${process.versions.node}. ${describeMachine()}`;
  const section = `${formatTable(['what', 'reached'], rows)}\n\n${about}`;
  writeSection('reflector-load', section);
  say(`\n${section}`);
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function describe(times: readonly number[]): string {
  return `${[0.5, 0.95].map((share) => getQuantile(times, share).toFixed(0)).join(' / ')} ms`;
}
