import { defineConfig } from 'vitest/config';
import all, { SLOW } from '../../vitest.config.js';
import { root } from '../process.mjs';

const units = /** @type {{ resolve: object }} */ (all.test?.projects?.[0]);

/** What `scripts/mutants.mjs` adds to, by itself all quick units in one process. */
export default defineConfig({
  resolve: units.resolve,
  root,
  test: {
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    runner: 'scripts/mutants/runner.mjs',
    testTimeout: 60_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    setupFiles: ['test/support/to-reject-with.ts', 'test/support/setup.ts'],
    exclude: process.env['MUTANTS_TESTS'] ? [] : [...SLOW, 'test/{documents,package}/**'],
    silent: true,
    // The end of a session that a mutant has broken.
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
