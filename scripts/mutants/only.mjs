import { readFileSync } from 'node:fs';
import { getKey } from './results.mjs';

/** A checker of Stryker that lets it run only the mutants whose keys `MUTANTS_ONLY` lists. */
function createOnly() {
  const keys = new Set(JSON.parse(readFileSync(process.env['MUTANTS_ONLY'] ?? '', 'utf8')));
  return {
    async init() {},
    /** @param {readonly (import('./results.mjs').Mutant & { id: string, fileName: string })[]} mutants */
    async check(mutants) {
      const results = mutants.map((mutant) => [
        mutant.id,
        keys.has(getKey(mutant.fileName, mutant))
          ? { status: 'passed' }
          : { status: 'compileError', reason: 'not chosen' },
      ]);
      return Object.fromEntries(results);
    },
  };
}

export const strykerPlugins = [
  { kind: 'Checker', name: 'only', factory: Object.assign(createOnly, { inject: [] }) },
];
