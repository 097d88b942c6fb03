import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { INSTALL_OPTIONS, PACKAGES } from '../../fresh.mjs';
import { captureNpm, getRegistry, runScriptIn, runTool } from '../tool.mjs';

/**
 * @typedef {import('../rows.mjs').Row} Row
 * @typedef {import('../rows.mjs').SetUp} SetUp
 * @typedef {import('../warnings.mjs').Warning} Warning
 */

const WHAT = 'both packages: a script in Node connects and signs with the mock wallet';
const ALONE = 'the library alone, without a lock file, and with `engine-strict=true`: it loads in Node';
const LOAD = "await import('mobile-wallet-standard'); await import('mobile-wallet-standard/session')";
const PNPM = 'node_modules/pnpm/bin/pnpm.cjs';
const YARN = 'node_modules/@yarnpkg/cli-dist/bin/yarn.js';
const YARN_1 = 'node_modules/yarn/bin/yarn.js';

/**
 * Creates a further fresh folder, with the versions that npm's lock file has.
 *
 * @param {string} managers the folder where the package managers are installed
 * @param {string} name
 * @param {(versions: Readonly<Record<string, string>>) => object} pin how the package manager is told these versions
 */
function createFolder(managers, name, pin) {
  const folder = join(dirname(managers), name);
  mkdirSync(folder);
  cpSync(join(managers, 'dapp.mjs'), join(folder, 'dapp.mjs'));
  const { dependencies, devDependencies, packages } = {
    ...JSON.parse(readFileSync(join(managers, 'package.json'), 'utf8')),
    ...JSON.parse(readFileSync(join(managers, 'package-lock.json'), 'utf8')),
  };
  const tools = Object.keys(devDependencies).filter((tool) => !(tool in PACKAGES));
  const locked = Object.entries(packages).flatMap(([path, { version, optional }]) => {
    const at = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    // Yarn 1 requires what it is told, also packages for other platforms.
    return at === undefined || optional || tools.includes(at) || at in PACKAGES ? [] : [[at, version]];
  });
  const archives = Object.keys(PACKAGES).map((packed) => [
    packed,
    `file:${join(dirname(managers), packed)}.tgz`,
  ]);
  const ours = Object.fromEntries(
    Object.entries({ ...dependencies, ...devDependencies }).filter(([one]) => one in PACKAGES),
  );
  const pinned = pin(Object.fromEntries([...locked, ...archives]));
  const dapp = { name, private: true, type: 'module', dependencies: ours, ...pinned };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(dapp));
  return folder;
}

/**
 * Runs an installed package manager in a folder, with a cache of its own.
 *
 * @param {string} managers
 * @param {string} script
 * @param {readonly string[]} args
 * @param {string} cwd
 * @param {Readonly<Record<string, string>>} [env]
 */
function runManager(managers, script, args, cwd, env = {}) {
  return runTool(process.execPath, [join(managers, script), ...args], { cwd, env });
}

/**
 * @param {string} output
 * @param {RegExp} pattern with the text as its only group
 * @returns {readonly Warning[]}
 */
function readWarnings(output, pattern) {
  const texts = [...output.matchAll(pattern)].map(([, text = '']) => text.trim());
  return texts.map((text) => ({ text, isOurs: Object.keys(PACKAGES).some((name) => text.includes(name)) }));
}

/**
 * @param {string} managers
 * @param {string} name
 * @param {readonly string[]} options
 */
async function checkYarn1(managers, name, options) {
  const folder = createFolder(managers, name, (resolutions) => ({ resolutions }));
  const cache = ['--cache-folder', join(dirname(managers), `${name}-cache`)];
  const registry = ['--registry', (await getRegistry()).replace(/\/$/, '')];
  const args = ['install', '--non-interactive', '--no-lockfile', ...registry, ...cache, ...options];
  const output = await runManager(managers, YARN_1, args, folder);
  await runScriptIn(folder, 'dapp.mjs');
  // It also warns of the archives, which are files here.
  const isOfArchive = (/** @type {Warning} */ { text }) => /^Pattern \[/.test(text);
  return { warnings: readWarnings(output, /^warning (.*)/gm).filter((warning) => !isOfArchive(warning)) };
}

/**
 * Installs the library alone in a further fresh folder, where the package manager refuses what asks for another Node. No
 * version is pinned, because a dapp's developer gets what the package manager chooses.
 *
 * @param {string} managers
 * @param {string} name
 * @param {(folder: string) => Promise<unknown>} install
 */
async function checkStrictly(managers, name, install) {
  const folder = join(dirname(managers), name);
  mkdirSync(folder);
  const dependencies = { 'mobile-wallet-standard': 'file:../mobile-wallet-standard.tgz' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true, dependencies }));
  writeFileSync(join(folder, '.npmrc'), 'engine-strict=true');
  await install(folder);
  await runTool(process.execPath, ['--input-type=module', '--eval', LOAD], { cwd: folder });
  return { warnings: [] };
}

/** @type {readonly SetUp[]} */
export const managers = [
  {
    folder: 'managers',
    shared: [],
    rows: [
      {
        name: 'npm',
        what: WHAT,
        versions: [],
        async check({ folder }) {
          await runScriptIn(folder, 'dapp.mjs');
          return { warnings: [] };
        },
      },
      {
        name: 'npm, strict engines',
        what: ALONE,
        versions: [],
        installsAgain: true,
        check: (app) =>
          checkStrictly(app.folder, 'npm-strict', (cwd) => captureNpm(['install', ...INSTALL_OPTIONS], cwd)),
      },
      {
        name: 'pnpm',
        what: WHAT,
        versions: ['pnpm'],
        installsAgain: true,
        async check({ folder: managers }) {
          const folder = createFolder(managers, 'pnpm', (overrides) => ({ pnpm: { overrides } }));
          const store = join(dirname(managers), 'pnpm-store');
          const output = await runManager(managers, PNPM, ['install', '--store-dir', store], folder);
          await runScriptIn(folder, 'dapp.mjs');
          return { warnings: readWarnings(output, /\bWARN\b\s*(.*)/g) };
        },
      },
      {
        name: 'pnpm, strict engines',
        what: ALONE,
        versions: ['pnpm'],
        isExtra: true,
        installsAgain: true,
        check: ({ folder: managers }) =>
          checkStrictly(managers, 'pnpm-strict', (folder) =>
            runManager(
              managers,
              PNPM,
              ['install', '--store-dir', join(dirname(managers), 'pnpm-store')],
              folder,
            ),
          ),
      },
      {
        name: "Yarn 4, Plug'n'Play",
        what: WHAT,
        versions: ['@yarnpkg/cli-dist'],
        installsAgain: true,
        async check({ folder: managers }) {
          const folder = createFolder(managers, 'yarn-4', (resolutions) => ({ resolutions }));
          const env = {
            YARN_NPM_REGISTRY_SERVER: (await getRegistry()).replace(/\/$/, ''),
            YARN_GLOBAL_FOLDER: join(dirname(managers), 'yarn-4-cache'),
            YARN_ENABLE_TELEMETRY: '0',
            YARN_ENABLE_IMMUTABLE_INSTALLS: '0',
          };
          const output = await runManager(managers, YARN, ['install'], folder, env);
          await runManager(managers, YARN, ['node', 'dapp.mjs'], folder, env);
          return { warnings: readWarnings(output, /YN00(?!00|13|85)\d\d: │ (.*)/g) };
        },
      },
      {
        name: 'Yarn 1',
        what: WHAT,
        versions: ['yarn'],
        isExtra: true,
        installsAgain: true,
        fails: {
          pattern: /commander@15\.0\.0: The engine "node" is incompatible/,
          reason:
            'Yarn 1 stops where npm warns: on Node 20, kit 8 brings a package that asks for Node 22.12; see the next row',
        },
        check: (app) => checkYarn1(app.folder, 'yarn-1', []),
      },
      {
        name: 'Yarn 1, `--ignore-engines`',
        what: WHAT,
        versions: ['yarn'],
        installsAgain: true,
        check: (app) => checkYarn1(app.folder, 'yarn-1-without-engines', ['--ignore-engines']),
      },
    ],
  },
];
