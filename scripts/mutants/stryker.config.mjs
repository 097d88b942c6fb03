/** Configures Stryker (https://stryker-mutator.io/docs/stryker-js/configuration). */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutants/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  // What runs while no test does, such as the end of a session of the test before, would make a mutant take
  // all tests.
  ignoreStatic: true,
  // Nearly all strings of this code are texts for people, or names that TypeScript checks.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 2,
  timeoutMS: 3_000,
  timeoutFactor: 1.25,
  dryRunTimeoutMinutes: 15,
  tempDirName: '.cache/stryker',
  ignorePatterns: ['dist*', 'mock/dist', 'docs', 'e2e', 'demo', 'test-results', '.cache'],
  // TypeScript 7 has no compiler API, which Stryker would use to rewrite the file.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  incremental: true,
  incrementalFile: '.cache/mutants.json',
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { logTests: false, reportTests: false },
  allowConsoleColors: false,
};
