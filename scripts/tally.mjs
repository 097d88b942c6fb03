/**
 * @typedef {Readonly<{ passed: number, failed: number, skipped: number }>} Tally
 * @typedef {Readonly<{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   numPendingTests: number,
 *   numTodoTests: number,
 *   testResults: readonly Readonly<{ status: string, assertionResults: readonly unknown[] }>[],
 * }>} VitestReport
 * @typedef {Readonly<{
 *   title: string,
 *   specs?: readonly Readonly<{
 *     title: string,
 *     line: number,
 *     tests: readonly Readonly<{ projectName: string, status: string }>[],
 *   }>[],
 *   suites?: readonly PlaywrightSuite[],
 * }>} PlaywrightSuite
 *   A file, or a group of tests in it.
 * @typedef {Readonly<{
 *   suites?: readonly PlaywrightSuite[],
 *   stats: Readonly<{ expected: number, unexpected: number, flaky: number, skipped: number }>,
 *   errors: readonly unknown[],
 * }>} PlaywrightReport
 */

/** @type {Tally} */
export const passed = Object.freeze({ passed: 1, failed: 0, skipped: 0 });

/** @type {Tally} */
export const failed = Object.freeze({ passed: 0, failed: 1, skipped: 0 });

/** @type {Tally} */
export const skipped = Object.freeze({ passed: 0, failed: 0, skipped: 1 });

/**
 * Adds up tallies.
 *
 * @param {readonly Tally[]} tallies
 * @returns {Tally}
 */
export function addTallies(tallies) {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/**
 * Formats a tally as `N passed, N failed`, followed by `, N skipped` if there are any.
 *
 * @param {Tally} tally
 */
export function formatTally(tally) {
  const words = `${tally.passed} passed, ${tally.failed} failed`;
  return tally.skipped > 0 ? `${words}, ${tally.skipped} skipped` : words;
}

/**
 * Counts the tests in Vitest's report. A file that could not be loaded has no tests and counts as one failure.
 *
 * @param {VitestReport} report
 * @returns {Tally}
 */
export function readVitestReport(report) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Counts the tests in Playwright's report. An error outside any test counts as one failure. A test that passed only on a
 * retry has passed; `listFlaky` names it.
 *
 * @param {PlaywrightReport} report
 * @returns {Tally}
 */
export function readPlaywrightReport({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/**
 * Names the tests in Playwright's report that passed only on a retry: `[project] › file:line › group › test`.
 *
 * @param {PlaywrightReport} report
 * @returns {readonly string[]}
 */
export function listFlaky({ suites = [] }) {
  return suites.flatMap((file) => listFlakyIn(file, (line) => `${file.title}:${line}`));
}

/**
 * @param {PlaywrightSuite} suite
 * @param {(line: number) => string} getPlace where the suite's tests are, by their line
 * @returns {readonly string[]}
 */
function listFlakyIn({ specs = [], suites = [] }, getPlace) {
  const own = specs.flatMap(({ title, line, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `[${projectName}] › ${getPlace(line)} › ${title}`),
  );
  const nested = suites.flatMap((group) =>
    listFlakyIn(group, (line) => `${getPlace(line)} › ${group.title}`),
  );
  return [...own, ...nested];
}

/**
 * Returns a test runner's final tally. Counts one more failure if the runner left no report, or failed although its
 * report shows no failure.
 *
 * @param {Tally | undefined} reported
 * @param {number} exitCode
 * @returns {Tally}
 */
export function judgeRun(reported, exitCode) {
  if (!reported) return failed;
  return exitCode !== 0 && reported.failed === 0 ? addTallies([reported, failed]) : reported;
}
