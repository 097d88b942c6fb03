import { mergeConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import all, { PATIENT } from '../../vitest.config.js';
import { root } from '../process.mjs';

const tests = process.env['MUTANTS_TESTS']?.split(' ') ?? [];
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
      // Stryker itself ends a mutant that hangs.
      ...PATIENT,
      setupFiles: 'scripts/mutants/setup.mjs',
      include: tests,
      sequence: { sequencer: InOrder },
    },
  },
);
