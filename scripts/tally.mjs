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
 * Words a tally: `N passed, N failed`, and `, N skipped` where there are any.
 *
 * @param {Tally} tally
 */
export function formatTally(tally) {
  const words = `${tally.passed} passed, ${tally.failed} failed`;
  return tally.skipped > 0 ? `${words}, ${tally.skipped} skipped` : words;
}

/**
 * Counts what Vitest reports. A file that could not be loaded has no tests to count: it is one failure.
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
 * Counts what Playwright reports. An error outside of any test is one failure, and so is a test that only passed
 * when it was tried again.
 *
 * @param {PlaywrightReport} report
 * @returns {Tally}
 */
export function readPlaywrightReport({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/**
 * What a runner's work comes to. One that failed though its report shows no failure, or that left no report at all,
 * counts as one failure more.
 *
 * @param {Tally | undefined} reported
 * @param {number} exitCode
 * @returns {Tally}
 */
export function judgeRun(reported, exitCode) {
  if (!reported) return failed;
  return exitCode !== 0 && reported.failed === 0 ? addTallies([reported, failed]) : reported;
}
