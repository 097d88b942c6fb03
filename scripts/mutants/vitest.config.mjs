import { mergeConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import all from '../../vitest.config.js';
import { root } from '../process.mjs';

const { MUTANTS_TESTS = '', MUTANTS_RESULT = '' } = process.env;
const tests = MUTANTS_TESTS.split(' ');
/** Quick tests, or the other ones. */
const TIMEOUT_MS = MUTANTS_RESULT.includes('/others-') ? 60_000 : 4_000;
const units = /** @type {{ resolve: object }} */ (all.test?.projects?.[0]);

/** Runs the files in the order of `MUTANTS_TESTS`, because the first failure ends a run. */
class InOrder extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const order = new Map(tests.map((test, index) => [root + test, index]));
    return [...files].sort((a, b) => (order.get(a.moduleId) ?? 0) - (order.get(b.moduleId) ?? 0));
  }
}

export default mergeConfig(
  { resolve: units.resolve },
  {
    root,
    test: {
      pool: 'threads',
      isolate: false,
      // A mutant that hangs fails by this, sooner than by Stryker's own limit.
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      expect: { poll: { timeout: 3_000 } },
      setupFiles: 'scripts/mutants/setup.mjs',
      include: tests,
      sequence: { sequencer: InOrder },
    },
  },
);
