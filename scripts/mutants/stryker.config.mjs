import { EXCLUDED } from './results.mjs';

const { MUTANTS_ONLY, MUTANTS_RESULT } = process.env;

/**
 * Configures Stryker (https://stryker-mutator.io/docs/stryker-js/configuration). `MUTANTS_RESULT` is the file with the
 * results. `MUTANTS_ONLY` is a JSON file with the keys of the mutants to run, by default all.
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', ...(MUTANTS_ONLY ? ['./scripts/mutants/only.mjs'] : [])],
  checkers: MUTANTS_ONLY ? ['only'] : [],
  vitest: { configFile: 'scripts/mutants/vitest.config.mjs', related: false },
  coverageAnalysis: 'perTest',
  // What runs while no test does, such as the end of a session of the test before, would make a mutant take all tests.
  ignoreStatic: true,
  mutator: { excludedMutations: EXCLUDED },
  concurrency: 2,
  timeoutMS: 3_000,
  timeoutFactor: 1.25,
  dryRunTimeoutMinutes: 15,
  tempDirName: '.cache/stryker',
  ignorePatterns: ['dist*', 'mock/dist', 'docs', 'e2e', 'demo', 'test-results', '.cache'],
  // TypeScript 7 has no compiler API, which Stryker would use to rewrite the file.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  incremental: !MUTANTS_ONLY,
  ...(MUTANTS_RESULT && { incrementalFile: MUTANTS_RESULT, jsonReporter: { fileName: MUTANTS_RESULT } }),
  reporters: ['progress-append-only', ...(MUTANTS_ONLY ? ['json'] : [])],
  allowConsoleColors: false,
};
