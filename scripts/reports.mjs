import { readFileSync } from 'node:fs';

/**
 * @typedef {Readonly<{ name: string, ms: number, status: 'passed' | 'failed' | 'skipped' | 'flaky' }>} Result of a test, or of a
 *   step without tests; `flaky` if it passed only at the second try
 * @typedef {{ title: string, specs?: readonly any[], suites?: readonly Suite[] }} Suite of Playwright: a file, or a group in it
 */

/** @type {Readonly<Record<string, Result['status']>>} */
const STATUS = {
  passed: 'passed',
  expected: 'passed',
  flaky: 'flaky',
  failed: 'failed',
  unexpected: 'failed',
};

/**
 * Reads the JSON report of Vitest or Playwright. What was not a test, such as a file that could not be loaded, counts as one
 * failure, and so does a runner that left no report, or failed although its report shows no failure.
 *
 * @param {string} path
 * @param {number} exitCode of the runner
 * @returns {readonly Result[]}
 */
export function readReport(path, exitCode) {
  /** @type {Result[]} */
  const results = [];
  const add = (/** @type {string} */ name, /** @type {number} */ ms, /** @type {string} */ status) =>
    results.push({ name, ms, status: STATUS[status] ?? 'skipped' });
  try {
    const { testResults, suites, errors = [] } = JSON.parse(readFileSync(path, 'utf8'));
    if (!testResults && !suites) throw new Error('no report');
    for (const { name, status, assertionResults } of testResults ?? []) {
      if (assertionResults.length === 0) add(name, 0, status);
      for (const test of assertionResults) add(`${name} › ${test.fullName}`, test.duration ?? 0, test.status);
    }
    const addSuite = (/** @type {Suite} */ { title, specs = [], suites: groups = [] }, place = title) => {
      for (const { title: test, tests } of specs) {
        for (const { projectName, status, results: tries } of tests) {
          const ms = tries.reduce(
            (/** @type {number} */ sum, /** @type {any} */ one) => sum + one.duration,
            0,
          );
          add(`[${projectName}] › ${place} › ${test}`, ms, status);
        }
      }
      for (const group of groups) addSuite(group, `${place} › ${group.title}`);
    };
    for (const file of suites ?? []) addSuite(file);
    for (const error of errors) add(error.message ?? 'an error', 0, 'failed');
  } catch {
    add(`${path} cannot be read`, 0, 'failed');
  }
  if (exitCode !== 0 && !results.some(({ status }) => status === 'failed')) add('the runner', 0, 'failed');
  return results;
}

/**
 * Formats a tally as `N passed, N failed`, followed by `, N skipped` if there are any.
 *
 * @param {readonly Result[]} results
 */
export function formatTally(results) {
  const count = (/** @type {readonly Result['status'][]} */ ...kinds) =>
    results.filter(({ status }) => kinds.includes(status)).length;
  const skipped = count('skipped');
  return `${count('passed', 'flaky')} passed, ${count('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
