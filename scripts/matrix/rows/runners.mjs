import { runScriptIn } from '../tool.mjs';

/**
 * @typedef {import('../rows.mjs').Row} Row
 * @typedef {import('../rows.mjs').SetUp} SetUp
 */

const TESTS = ['matrix/shared/library.test.mjs', 'matrix/shared/wallet.test.mjs'];
const JEST = 'node_modules/jest/bin/jest.js';
const VM_MODULES = { NODE_OPTIONS: '--experimental-vm-modules' };
const BOTH = '`.`, `…/session`, `…/endpoint` and `mock-mobile-wallet/testing`';

/**
 * @param {string} environment
 * @param {readonly string[]} versions
 * @returns {Row}
 */
function createVitestRow(environment, versions) {
  return {
    name: `Vitest, ${environment}`,
    what: BOTH,
    versions: ['vitest', ...versions],
    async check({ folder }) {
      await runScriptIn(folder, 'node_modules/vitest/vitest.mjs', ['run', '--environment', environment]);
      return { warnings: [] };
    },
  };
}

/**
 * Creates a row of Jest with native ES modules.
 *
 * @param {string} environment
 * @param {string} test
 * @param {Pick<Row, 'name' | 'what' | 'versions' | 'fails'>} row
 * @returns {Row}
 */
function createJestRow(environment, test, row) {
  return {
    ...row,
    async check({ folder }) {
      await runScriptIn(folder, JEST, ['--env', environment, test], VM_MODULES);
      return { warnings: [] };
    },
  };
}

const MISSING = {
  pattern: /TextEncoder is not defined|structuredClone is not defined/,
  reason:
    "Jest hides Node's own globals there (`TextEncoder`, `structuredClone`); use the environment `node`",
};

/** @type {readonly SetUp[]} */
export const runners = [
  {
    folder: 'vitest',
    shared: TESTS,
    rows: [
      createVitestRow('node', []),
      createVitestRow('jsdom', ['jsdom']),
      createVitestRow('happy-dom', ['happy-dom']),
    ],
  },
  {
    folder: 'jest',
    shared: TESTS,
    rows: [
      createJestRow('node', '.test.mjs', {
        name: 'Jest, node, `--experimental-vm-modules`',
        what: BOTH,
        versions: ['jest'],
      }),
      createJestRow('jsdom', 'library.test.mjs', {
        name: 'Jest, jsdom, `--experimental-vm-modules`',
        what: '`.`, `…/session` and `…/endpoint`',
        versions: ['jest', 'jest-environment-jsdom'],
      }),
      createJestRow('jsdom', 'wallet.test.mjs', {
        name: 'Jest, jsdom, with the mock wallet',
        what: '`mock-mobile-wallet/testing`',
        versions: ['jest', 'jest-environment-jsdom'],
        fails: MISSING,
      }),
      createJestRow('@happy-dom/jest-environment', 'library.test.mjs', {
        name: 'Jest, happy-dom, `--experimental-vm-modules`',
        what: '`.`, `…/session` and `…/endpoint`',
        versions: ['jest', '@happy-dom/jest-environment'],
      }),
      createJestRow('@happy-dom/jest-environment', 'wallet.test.mjs', {
        name: 'Jest, happy-dom, with the mock wallet',
        what: '`mock-mobile-wallet/testing`',
        versions: ['jest', '@happy-dom/jest-environment'],
        fails: MISSING,
      }),
      {
        name: 'Jest, CommonJS, without settings',
        what: '`require` of the main import',
        versions: ['jest'],
        fails: {
          pattern: /Must use import to load ES Module/,
          reason: 'Jest does not load ES modules by `require` in this Node; see the next row',
        },
        async check({ folder }) {
          await runScriptIn(folder, JEST, ['--config', 'commonjs.config.mjs']);
          return { warnings: [] };
        },
      },
      {
        name: 'Jest, CommonJS, with `transformIgnorePatterns`',
        what: '`require` of the main import, which Babel compiles',
        versions: ['jest', '@babel/core'],
        async check({ folder }) {
          await runScriptIn(folder, JEST, ['--config', 'transform.config.mjs']);
          return { warnings: [] };
        },
      },
    ],
  },
];
