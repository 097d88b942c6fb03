import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScriptIn } from '../tool.mjs';

/**
 * @typedef {import('../rows.mjs').Row} Row
 * @typedef {import('../rows.mjs').SetUp} SetUp
 * @typedef {Readonly<{
 *   files: readonly string[],
 *   what: string,
 *   compilerOptions?: Readonly<Record<string, unknown>>,
 *   fails?: Row['fails'],
 *   suffix?: string, // of the row's name
 * }>} Program
 */

const ALONE = ['main.ts', 'session.ts', 'endpoint.ts'];
const WITHOUT_KIT = [...ALONE, 'web3js.ts'];
const LIBRARY = [...WITHOUT_KIT, 'kit.ts'];
const MOCK = ['mock.ts', 'mock-parts.ts'];

/** @type {Readonly<Record<string, Program>>} */
const PROGRAMS = {
  alone: {
    files: ALONE,
    what: '`.`, `…/session` and `…/endpoint` with `lib: ["es2020", "dom"]` and without the types of Node',
    compilerOptions: { target: 'es2020', lib: ['es2020', 'dom', 'dom.iterable'], types: [] },
    suffix: ', the smallest `lib`',
  },
  withoutKit: { files: WITHOUT_KIT, what: '`.`, `…/session`, `…/endpoint`, `…/web3js` and `…/legacy`' },
  library: { files: LIBRARY, what: 'every subpath of `mobile-wallet-standard`' },
  all: { files: [...LIBRARY, ...MOCK], what: 'every subpath of both packages' },
  unchecked: {
    files: [...LIBRARY, ...MOCK],
    what: 'every subpath of both packages',
    compilerOptions: { skipLibCheck: true },
    suffix: ', `skipLibCheck`',
  },
  kitBefore57: {
    files: ['kit.ts', ...MOCK],
    what: '`…/kit`, and the mock wallet',
    suffix: ', with kit',
    fails: {
      pattern: /node_modules\/@solana\/codecs-core\/dist\/types\/readonly-uint8array\.d\.ts.*TS2315/,
      reason: 'the types of kit need TypeScript 5.7 or `skipLibCheck`',
    },
  },
  mockInNode10: {
    files: MOCK,
    what: 'every subpath of `mock-mobile-wallet`',
    suffix: ', the mock wallet',
    fails: {
      pattern: /mock-mobile-wallet\/dist\/vite\.d\.ts.*TS2307/,
      reason: "the types of Vite 8 and of kit's programs need `bundler` or `nodenext`, or `skipLibCheck`",
    },
  },
  removed: {
    files: LIBRARY,
    what: 'every subpath of `mobile-wallet-standard`',
    fails: { pattern: /TS5108|removed/, reason: 'TypeScript 7 has removed `node10`' },
  },
};

/**
 * Each pair of a version and a resolution, with what is compiled. `extra` as in `Row`.
 *
 * @type {readonly (readonly [version: string, resolution: string, program: string, extra?: 'extra'])[]}
 */
const ROWS = [
  ['5.4', 'bundler', 'alone'],
  ['5.4', 'bundler', 'withoutKit'],
  ['5.4', 'bundler', 'kitBefore57', 'extra'],
  ['5.4', 'bundler', 'unchecked'],
  ['5.4', 'nodenext', 'withoutKit', 'extra'],
  ['5.4', 'node10', 'withoutKit'],
  ['5.5', 'bundler', 'withoutKit', 'extra'],
  ['5.6', 'bundler', 'withoutKit', 'extra'],
  ['5.7', 'bundler', 'all'],
  ['5.8', 'bundler', 'all', 'extra'],
  ['5.9', 'bundler', 'all', 'extra'],
  ['5.9', 'nodenext', 'all', 'extra'],
  ['5.9', 'node10', 'library', 'extra'],
  ['5.9', 'node10', 'mockInNode10', 'extra'],
  ['6.0', 'bundler', 'all', 'extra'],
  ['6.0', 'nodenext', 'all', 'extra'],
  ['6.0', 'node10', 'library', 'extra'],
  ['7.0', 'bundler', 'all'],
  ['7.0', 'nodenext', 'all'],
  ['7.0', 'node10', 'removed'],
];

const OPTIONS = {
  ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true },
  ...{ target: 'es2022', lib: ['esnext', 'dom', 'dom.iterable'], types: ['node'] },
};

/**
 * Compiles files of a set-up, with all checks on.
 *
 * @param {string} folder
 * @param {string} typescript the folder of the compiler in `node_modules`
 * @param {readonly string[]} files
 * @param {Readonly<Record<string, unknown>>} compilerOptions
 */
export async function compile(folder, typescript, files, compilerOptions) {
  const config = `tsconfig.${crypto.randomUUID()}.json`;
  const settings = { compilerOptions: { ...OPTIONS, ...compilerOptions }, files };
  writeFileSync(join(folder, config), JSON.stringify(settings));
  await runScriptIn(folder, `node_modules/${typescript}/bin/tsc`, ['--pretty', 'false', '-p', config]);
}

/** @type {readonly SetUp[]} */
export const types = [
  {
    folder: 'typescript',
    shared: [],
    rows: ROWS.map(([version, moduleResolution, program, extra]) => {
      const { files, what, compilerOptions, fails, suffix = '' } = /** @type {Program} */ (PROGRAMS[program]);
      return {
        name: `TypeScript ${version}, \`${moduleResolution}\`${suffix}`,
        what,
        versions: [`typescript-${version}`],
        ...(fails ? { fails } : {}),
        isExtra: extra !== undefined,
        async check({ folder }) {
          const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext';
          // TypeScript 6 refuses `node10` otherwise.
          const deprecations =
            version === '6.0' && moduleResolution === 'node10' ? { ignoreDeprecations: '6.0' } : {};
          const options = { module, moduleResolution, ...deprecations, ...compilerOptions };
          await compile(folder, `typescript-${version}`, files, options);
          return { warnings: [] };
        },
      };
    }),
  },
];
