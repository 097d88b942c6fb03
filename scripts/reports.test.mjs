import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatTally, readReport } from './reports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'reports-'));

/** @param {unknown} report @param {number} [exitCode] */
function read(report, exitCode = 0) {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return readReport(path, exitCode);
}

it('counts the tests of Vitest, and a file that could not be loaded as one failure', () => {
  const tests = ['passed', 'failed', 'pending', 'todo'].map((status) => ({
    fullName: status,
    status,
    duration: 3,
  }));
  const results = read({
    testResults: [
      { name: 'a.test.ts', status: 'failed', assertionResults: [] },
      { name: 'b.test.ts', status: 'failed', assertionResults: tests },
      { name: 'c.test.ts', status: 'passed', assertionResults: [] },
    ],
  });
  expect(formatTally(results)).toBe('2 passed, 2 failed, 2 skipped');
  expect(results[1]).toEqual({ name: 'b.test.ts › passed', ms: 3, status: 'passed' });
});

it('counts the tests of Playwright, also those in groups, with the time of all tries', () => {
  /** @param {string} status @param {readonly number[]} tries */
  const test = (status, ...tries) => ({
    title: status,
    tests: [{ projectName: 'demo', status, results: tries.map((duration) => ({ duration })) }],
  });
  const group = { title: 'on a phone', specs: [test('flaky', 2, 3), test('skipped')] };
  const results = read({
    suites: [{ title: 'a.spec.ts', specs: [test('expected', 4), test('unexpected', 1)], suites: [group] }],
    errors: [{ message: 'No browser' }],
  });
  expect(formatTally(results)).toBe('2 passed, 2 failed, 1 skipped');
  expect(results[2]).toEqual({ name: '[demo] › a.spec.ts › on a phone › flaky', ms: 5, status: 'flaky' });
});

it('counts one failure for a runner that fails without one, or leaves no report', () => {
  expect(formatTally(read({ testResults: [] }, 1))).toBe('0 passed, 1 failed');
  expect(formatTally(readReport(join(folder, 'none.json'), 0))).toBe('0 passed, 1 failed');
  expect(formatTally(read({}))).toBe('0 passed, 1 failed');
  const red = {
    testResults: [{ name: 'a', status: 'failed', assertionResults: [{ fullName: 'b', status: 'failed' }] }],
  };
  expect(formatTally(read(red, 1))).toBe('0 passed, 1 failed');
});
