/**
 * @typedef {Readonly<{ passed: number, failed: number, skipped: number }>} Tally
 * @typedef {Readonly<{ name: string, ms: number, isFlaky: boolean }>} Test
 *   `isFlaky`: it passed only when it was tried again.
 * @typedef {Readonly<{ tally: Tally, tests: readonly Test[] }>} Outcome what a step has counted and run
 * @typedef {Readonly<{ fullName: string, duration?: number | null }>} VitestTest
 * @typedef {Readonly<{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   numPendingTests: number,
 *   numTodoTests: number,
 *   testResults: readonly Readonly<{ name: string, status: string, assertionResults: readonly VitestTest[] }>[],
 * }>} VitestReport
 * @typedef {Readonly<{ duration: number }>} PlaywrightResult one try of a test
 * @typedef {Readonly<{
 *   title: string,
 *   specs?: readonly Readonly<{
 *     title: string,
 *     line: number,
 *     tests: readonly Readonly<{ projectName: string, status: string, results: readonly PlaywrightResult[] }>[],
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

/** @type {Outcome} */
export const passed = Object.freeze({
  tally: Object.freeze({ passed: 1, failed: 0, skipped: 0 }),
  tests: [],
});

/** @type {Outcome} */
export const failed = Object.freeze({
  tally: Object.freeze({ passed: 0, failed: 1, skipped: 0 }),
  tests: [],
});

/** @type {Outcome} */
export const skipped = Object.freeze({
  tally: Object.freeze({ passed: 0, failed: 0, skipped: 1 }),
  tests: [],
});

/**
 * Adds up outcomes.
 *
 * @param {readonly Outcome[]} outcomes
 * @returns {Outcome}
 */
export function addOutcomes(outcomes) {
  const sum = (/** @type {keyof Tally} */ key) =>
    outcomes.reduce((total, { tally }) => total + tally[key], 0);
  return {
    tally: { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') },
    tests: outcomes.flatMap(({ tests }) => tests),
  };
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
 * Reads Vitest's report. A file that could not be loaded has no tests and counts as one failure.
 *
 * @param {VitestReport} report
 * @returns {Outcome}
 */
export function readVitestReport(report) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    tally: {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unloaded.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${name} › ${fullName}`,
        ms: duration ?? 0,
        isFlaky: false,
      })),
    ),
  };
}

/**
 * Reads Playwright's report. An error outside any test counts as one failure. A test that passed only on a retry has passed.
 *
 * @param {PlaywrightReport} report
 * @returns {Outcome}
 */
export function readPlaywrightReport({ suites = [], stats, errors }) {
  return {
    tally: {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      skipped: stats.skipped,
    },
    tests: suites.flatMap((file) => listTests(file, (line) => `${file.title}:${line}`)),
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @param {(line: number) => string} getPlace where the suite's tests are, by their line
 * @returns {readonly Test[]}
 */
function listTests({ specs = [], suites = [] }, getPlace) {
  const own = specs.flatMap(({ title, line, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `[${projectName}] › ${getPlace(line)} › ${title}`,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      isFlaky: status === 'flaky',
    })),
  );
  const nested = suites.flatMap((group) => listTests(group, (line) => `${getPlace(line)} › ${group.title}`));
  return [...own, ...nested];
}

/**
 * Returns a test runner's outcome. Counts one more failure if the runner left no report, or failed although its report shows
 * no failure.
 *
 * @param {Outcome | undefined} reported
 * @param {number} exitCode
 * @returns {Outcome}
 */
export function judgeRun(reported, exitCode) {
  if (!reported) return failed;
  return exitCode !== 0 && reported.tally.failed === 0 ? addOutcomes([reported, failed]) : reported;
}
