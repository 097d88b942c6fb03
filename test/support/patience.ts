import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

/**
 * In ms, what one round of the control takes on a calm machine, rounded up so that there the time alone
 * decides.
 */
const ROUND_MS = 20;
const block = new Uint8Array(200_000);
const checks = new Set<() => void>();
let rounds = 0;
let isRunning = false;

/**
 * Settles as `promise` does, or rejects if that takes longer than `ms` milliseconds of a calm machine: the
 * time must be over, and a control that runs meanwhile must have had as many turns as usual. A busy machine
 * slows down both.
 */
export async function within<T>(ms: number, promise: Promise<T>, what: string): Promise<T> {
  const [start, first] = [performance.now(), rounds];
  let check = (): void => {};
  const late = new Promise<never>((_, reject) => {
    check = () => {
      if (performance.now() - start > ms && rounds - first > ms / ROUND_MS) {
        reject(new Error(`Waited more than ${ms} ms for ${what}`));
      }
    };
  });
  checks.add(check);
  void runControl();
  return Promise.race([promise, late]).finally(() => checks.delete(check));
}

/** Resolves when a condition holds, for what has no event. Rejects as {@link within} does. */
export async function until(isSo: () => boolean, what: string, ms = 5_000): Promise<void> {
  let isOver = false;
  const wait = async (): Promise<void> => {
    while (!isOver && !isSo()) await new Promise((resolve) => setImmediate(resolve));
  };
  await within(ms, wait(), what).finally(() => {
    isOver = true;
  });
}

/**
 * Expects an action to take at most so many times as long as some milliseconds of arithmetic right before and
 * after it, in one of three tries. With long input, quadratic time takes thousands of times as long in every
 * try.
 */
export async function expectQuick(action: () => unknown, limit = 250): Promise<void> {
  calculate();
  const ratios: number[] = [];
  for (let count = 0; count < 3; count++) {
    const before = await time(calculate);
    const taken = await time(action);
    ratios.push(taken / Math.min(before, await time(calculate)));
  }
  if (Math.min(...ratios) > limit)
    throw new Error(`Took ${ratios.map(Math.round)} times as long as arithmetic`);
}

/**
 * Needs the event loop and the thread pool in turn, as sessions do, while anything waits. Its timers keep no
 * process alive.
 */
async function runControl(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  while (checks.size > 0) {
    await setTimeout(ROUND_MS / 2, undefined, { ref: false });
    await crypto.subtle.digest('SHA-256', block);
    rounds++;
    for (const check of checks) check();
  }
  isRunning = false;
}

async function time(action: () => unknown): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

function calculate(): number {
  let sum = 0;
  for (let count = 0; count < 2_000_000; count++) sum = (sum * 31 + count) | 0;
  return sum;
}
