import { describe, expect, it } from 'vitest';
import {
  addOutcomes,
  failed,
  formatTally,
  judgeRun,
  passed,
  readPlaywrightReport,
  readVitestReport,
} from './tally.mjs';

const test = { name: 'a', ms: 5, isFlaky: false };
const clean = { tally: { passed: 3, failed: 0, skipped: 2 }, tests: [test] };

describe('addOutcomes', () => {
  it('adds up each kind separately, and lists all tests', () => {
    const sum = addOutcomes([clean, failed, clean]);
    expect(sum).toEqual({ tally: { passed: 6, failed: 1, skipped: 4 }, tests: [test, test] });
    expect(addOutcomes([])).toEqual({ tally: { passed: 0, failed: 0, skipped: 0 }, tests: [] });
  });
});

describe('formatTally', () => {
  it('mentions skipped tests only if there are any', () => {
    expect(formatTally(passed.tally)).toBe('1 passed, 0 failed');
    expect(formatTally({ passed: 4, failed: 1, skipped: 2 })).toBe('4 passed, 1 failed, 2 skipped');
  });
});

describe('readVitestReport', () => {
  const report = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 3 };

  it('counts todo tests as skipped, and a file that could not be loaded as one failure', () => {
    const testResults = [
      { name: 'a.test.ts', status: 'failed', assertionResults: [] },
      { name: 'b.test.ts', status: 'failed', assertionResults: [{ fullName: 'is red', duration: 3 }] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ fullName: 'waits', duration: null }] },
    ];
    expect(readVitestReport({ ...report, testResults })).toEqual({
      tally: { passed: 7, failed: 3, skipped: 4 },
      tests: [
        { name: 'b.test.ts › is red', ms: 3, isFlaky: false },
        { name: 'c.test.ts › waits', ms: 0, isFlaky: false },
      ],
    });
  });
});

describe('readPlaywrightReport', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };

  it('counts errors outside tests as failures, and a test that passed on a retry as passed', () => {
    const { tally } = readPlaywrightReport({ stats, errors: [{}] });
    expect(tally).toEqual({ passed: 6, failed: 2, skipped: 2 });
  });

  it('lists tests, also those in groups, with the time of all tries', () => {
    const createSpec = (/** @type {string} */ title, /** @type {readonly string[]} */ ...statuses) => ({
      title,
      line: 7,
      tests: statuses.map((status, index) => ({
        projectName: ['demo', 'firefox'][index] ?? '',
        status,
        results: status === 'flaky' ? [{ duration: 2 }, { duration: 3 }] : [{ duration: 4 }],
      })),
    });
    const group = { title: 'on a phone', specs: [createSpec('pays', 'expected', 'flaky')] };
    const suites = [
      { title: 'demo.spec.ts', specs: [createSpec('connects', 'expected')], suites: [group] },
      { title: 'empty.spec.ts' },
    ];
    expect(readPlaywrightReport({ suites, stats, errors: [] }).tests).toEqual([
      { name: '[demo] › demo.spec.ts:7 › connects', ms: 4, isFlaky: false },
      { name: '[demo] › demo.spec.ts:7 › on a phone › pays', ms: 4, isFlaky: false },
      { name: '[firefox] › demo.spec.ts:7 › on a phone › pays', ms: 5, isFlaky: true },
    ]);
  });
});

describe('judgeRun', () => {
  const red = { ...clean, tally: { passed: 3, failed: 2, skipped: 0 } };

  it.each([
    ['the report of a runner that exits with 0', clean, 0, clean.tally],
    ['one failure for a runner without a report', undefined, 0, failed.tally],
    ['a failure that the report does not show', clean, 1, { passed: 3, failed: 1, skipped: 2 }],
    ['reported failures once', red, 1, red.tally],
  ])('counts %s', (_, reported, exitCode, tally) => {
    expect(judgeRun(reported, exitCode).tally).toEqual(tally);
  });
});
