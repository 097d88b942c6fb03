import { describe, expect, it } from 'vitest';
import {
  addTallies,
  formatTally,
  judgeRun,
  listFlaky,
  readPlaywrightReport,
  readVitestReport,
} from './tally.mjs';

const tests = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 3, testResults: [] };

describe('addTallies', () => {
  it('adds up each kind separately', () => {
    const sum = addTallies([
      { passed: 1, failed: 0, skipped: 2 },
      { passed: 10, failed: 3, skipped: 0 },
    ]);
    expect(sum).toEqual({ passed: 11, failed: 3, skipped: 2 });
  });

  it('returns zeros for no tallies', () => {
    expect(addTallies([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
  });
});

describe('formatTally', () => {
  it('mentions skipped tests only if there are any', () => {
    expect(formatTally({ passed: 4, failed: 0, skipped: 0 })).toBe('4 passed, 0 failed');
    expect(formatTally({ passed: 4, failed: 1, skipped: 2 })).toBe('4 passed, 1 failed, 2 skipped');
  });
});

describe('readVitestReport', () => {
  it('counts todo tests as skipped', () => {
    expect(readVitestReport(tests)).toEqual({ passed: 7, failed: 2, skipped: 4 });
  });

  it('counts a file that could not be loaded as one failure, and no file twice', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    expect(readVitestReport({ ...tests, testResults }).failed).toBe(3);
  });
});

describe('readPlaywrightReport', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };

  it('counts errors outside tests as failures', () => {
    expect(readPlaywrightReport({ stats, errors: [{}] })).toMatchObject({ failed: 2, skipped: 2 });
  });

  it('counts a test that passed on a retry as passed', () => {
    expect(readPlaywrightReport({ stats, errors: [] })).toEqual({ passed: 6, failed: 1, skipped: 2 });
  });
});

describe('listFlaky', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  /**
   * @param {string} title
   * @param {...string} statuses
   */
  const createSpec = (title, ...statuses) => ({
    title,
    line: 7,
    tests: statuses.map((status, index) => ({ projectName: ['demo', 'firefox'][index] ?? '', status })),
  });

  it('names the tests that passed on a retry, also those in groups', () => {
    const group = { title: 'on a phone', specs: [createSpec('pays', 'expected', 'flaky')] };
    const specs = [createSpec('connects', 'flaky'), createSpec('signs', 'unexpected')];
    const suites = [{ title: 'demo.spec.ts', specs, suites: [group] }, { title: 'empty.spec.ts' }];
    expect(listFlaky({ suites, stats, errors: [] })).toEqual([
      '[demo] › demo.spec.ts:7 › connects',
      '[firefox] › demo.spec.ts:7 › on a phone › pays',
    ]);
  });

  it('names none in a report without tests', () => {
    expect(listFlaky({ stats, errors: [{}] })).toEqual([]);
  });
});

describe('judgeRun', () => {
  const clean = { passed: 3, failed: 0, skipped: 0 };

  it('returns the report of a runner that exits with 0', () => {
    expect(judgeRun(clean, 0)).toEqual(clean);
  });

  it('counts a runner without a report as one failure, whatever its exit code', () => {
    expect(judgeRun(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('counts a failure that the report does not show', () => {
    expect(judgeRun(clean, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  it('does not count reported failures again', () => {
    expect(judgeRun({ ...clean, failed: 2 }, 1)).toEqual({ ...clean, failed: 2 });
  });
});
