import { setMaxListeners } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { inject, TestRunner } from 'vitest';

// A runner for Vitest that repeats each test in the same process: once as it is, and then with each mutant
// that it reached and that is still alive.

/** A loop without an end reaches its mutant more often than this, and than ten times what is usual. */
const MOST_HITS = 10_000;

const given = inject('mutants');
const killed = new Set(given.killed);
const later = given.later && new Set(given.later);

/** @type {Map<number, number>} How often this test reaches each mutant */
const reached = new Map();
/** @type {number | undefined} The mutant that acts now */
let active;
let hits = 0;

globalThis.isMutant = (/** @type {number} */ id) => {
  if (active === undefined) reached.set(id, (reached.get(id) ?? 0) + 1);
  if (id !== active) return false;
  hits += 1;
  if (hits > MOST_HITS + 10 * (reached.get(id) ?? 0)) throw new Error('This mutant may never end');
  return true;
};

/** @param {import('./types.js').Result} result */
const report = (result) => appendFileSync(given.results, `${JSON.stringify(result)}\n`);

/**
 * Vitest calls it with `new`.
 * @param {ConstructorParameters<typeof TestRunner>[0]} config
 */
export default function MutantRunner(config) {
  const runner = new TestRunner(config);
  const { onBeforeRunTask, onBeforeTryTask } = runner;
  /** @type {(number | undefined)[]} What this test has still to be tried with: a mutant, or none */
  let left = [];
  /** @type {number | undefined} The mutant with which this test has failed once */
  let suspect;
  let usualMs = 0;
  let startedAt = 0;

  /** @type {Partial<import('vitest').VitestTestRunner>} */
  const own = {
    onCollected: (files) => files.forEach(prepare),
    onBeforeRunTask: async (test) => {
      active = undefined;
      await onBeforeRunTask.call(runner, test);
    },
    onBeforeTryTask: (test, { retry }) => {
      onBeforeTryTask.call(runner, test);
      // Each try adds some.
      setMaxListeners(0, test.context.signal);
      if (retry === 0) {
        reached.clear();
        suspect = undefined;
      }
      hits = 0;
      startedAt = performance.now();
    },
    runTask: async (test) => {
      const run = TestRunner.getTestFn(test);
      if (active === undefined) return await run();
      const timer = new AbortController();
      const isOver = wait(3 * usualMs + 1000, undefined, { signal: timer.signal });
      await Promise.race([run(), isOver.then(() => Promise.reject(new Error('This mutant takes too long')))]);
      timer.abort();
    },
    onAfterRetryTask: (test, { retry }) => {
      const { result } = test;
      if (!result || result.state === 'skip') return;
      const hasFailed = result.state === 'fail';
      if (active === undefined && hasFailed) {
        // Without an error, Vitest does not try again.
        result.errors = [];
        report(retry === 0 ? { broken: getName(test) } : { spoiled: getName(test) });
        return;
      }
      if (retry === 0) {
        usualMs = performance.now() - startedAt;
        left = [...reached.keys()].filter((id) => !killed.has(id));
        if (left.length > 0 && usualMs > given.mostMs) {
          left = [];
          report({ later: getName(test) });
        }
      } else if (active !== undefined && hasFailed) {
        // One failure may be chance. What a mutant broke in this process must not fail the next try.
        if (suspect === active) {
          killed.add(active);
          report({ killed: active });
          left.unshift(undefined);
        } else {
          suspect = active;
          left.unshift(undefined, active);
        }
      } else if (active !== undefined && hits > 0) report({ survived: active });
      result.state = left.length > 0 ? 'fail' : 'pass';
      result.errors = left.length > 0 ? [{ message: 'The next try follows' }] : [];
      active = left.shift();
    },
  };
  return Object.assign(runner, own);
}

/**
 * Lets the tests of a suite run one after the other, each as often as it takes, without those that need not
 * run again.
 * @param {import('vitest').RunnerTestSuite} suite
 */
function prepare(suite) {
  for (const task of suite.tasks) {
    task.concurrent = false;
    if (task.type === 'suite') prepare(task);
    else if (later && !later.has(getName(task))) task.mode = 'skip';
    else task.retry = Number.MAX_SAFE_INTEGER;
  }
}

/** @param {import('vitest').RunnerTestCase} test */
const getName = (test) => test.fullName ?? test.name;
