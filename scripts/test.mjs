import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowsers } from './browsers.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureDependencies, ensureInstalled } from './install.mjs';
import { choose, describeError, root, run, runScript, say } from './process.mjs';
import {
  addOutcomes,
  failed,
  formatTally,
  judgeRun,
  passed,
  readPlaywrightReport,
  readVitestReport,
  skipped,
} from './tally.mjs';

// `npm test` runs the steps of GROUPS.test, `npm run test:all` these and then the rest, `npm run check` what the work since the
// main branch reaches. `npm test -- lint units` runs only the steps that are named.

/** @typedef {import('./tally.mjs').Outcome} Outcome */

const REPLICAS = ['kit-5', 'kit-6', 'kit-7', 'web3js-1.98.0', 'web3js-1.98.4', 'docs'];
const SLOWEST = 10;

/**
 * The steps, in their order.
 *
 * @type {Readonly<Record<string, () => Promise<Outcome>>>}
 */
const STEPS = {
  // Biome ignores NO_COLOR and would write colour codes into a log file.
  lint: () => check(runScript('lint', process.stdout.isTTY ? [] : ['--colors=off'])),
  types: () => check(runScript('types')),
  units: () => runUnits(['--project=units', '--project=slow']),
  changed: () => runUnits(['--project=units', '--passWithNoTests', '--changed', getBase()]),
  build: () => check(runScript('build')),
  size: () => check(runScript('size')),
  e2e: () => runE2e(['demo', 'pages', 'chromium']),
  replicas: () => runUnits(REPLICAS.map((name) => `--project=${name}`)),
  release: async () => {
    await ensureInstalled('scripts/release');
    return check(runScript('check', [], { cwd: join(root, 'scripts/release') }));
  },
  docs: () => check(run(process.execPath, ['scripts/docs/check.mjs'])),
  pickers: () => check(run(process.execPath, ['scripts/pickers.mjs'])),
  frameworks: () => check(run(process.execPath, ['scripts/frameworks.mjs'])),
  matrix: async () => {
    await ensureChromium();
    return check(run(process.execPath, ['scripts/matrix.mjs', '--check', '--short']));
  },
  browsers: async () => {
    await ensureBrowsers();
    return runE2e(['more-demo', 'more-pages', 'firefox', 'webkit'], process.env['SHARD']);
  },
};
const GROUPS = {
  check: ['lint', 'types', 'build', 'size', 'changed'],
  test: ['lint', 'types', 'units', 'build', 'size', 'e2e'],
  all: Object.keys(STEPS).filter((name) => name !== 'changed'),
};
/** The steps that read what is built. */
const NEEDS_BUILD = ['size', 'e2e', 'release', 'docs', 'pickers', 'frameworks', 'matrix', 'browsers'];

/** @param {Promise<number>} exitCode */
async function check(exitCode) {
  return (await exitCode) === 0 ? passed : failed;
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<Outcome>}
 */
async function runUnits(args) {
  const report = prepareReport('units.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const exitCode = await runScript('units', [...reporters, ...args]);
  return judgeRun(readReport(report, readVitestReport), exitCode);
}

/**
 * @param {readonly string[]} projects
 * @param {string} [shard] the part of the tests to run, e.g. `1/2`
 * @returns {Promise<Outcome>}
 */
async function runE2e(projects, shard) {
  await ensureChromium();
  const report = prepareReport('e2e.json');
  const exitCode = await runScript(
    'e2e',
    [
      '--reporter=list,json',
      ...projects.map((project) => `--project=${project}`),
      ...(shard ? [`--shard=${shard}`] : []),
    ],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, report) } },
  );
  return judgeRun(readReport(report, readPlaywrightReport), exitCode);
}

/** Returns the commit where the work of this branch began. Says how many files have changed since, committed or not. */
function getBase() {
  const git = (/** @type {readonly string[]} */ ...args) =>
    execFileSync('git', [...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const main = ['origin/main', 'main'].find((name) =>
    git('branch', '--all', '--list', name, `remotes/${name}`),
  );
  const base = main ? git('merge-base', 'HEAD', main) : 'HEAD';
  const files = `${git('diff', '--name-only', base)}\n${git('ls-files', '--others', '--exclude-standard')}`;
  say(`${files.split('\n').filter(Boolean).length} files differ from the main branch`);
  return base;
}

/**
 * Deletes an earlier report of this name, so that it is never read as the new one. Returns the path for the new one.
 *
 * @param {string} name
 */
function prepareReport(name) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(join(root, '.cache', name), { force: true });
  return `.cache/${name}`;
}

/**
 * @template T
 * @param {string} path
 * @param {(report: T) => Outcome} read
 * @returns {Outcome | undefined} undefined if the runner left no report, or none that can be read
 */
function readReport(path, read) {
  try {
    return read(JSON.parse(readFileSync(join(root, path), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Runs a step. An error that it throws counts as one failure.
 *
 * @param {string} name
 * @param {() => Promise<Outcome>} execute
 * @param {readonly string[]} broken the names of the steps that have failed
 */
async function runStep(name, execute, broken) {
  say(`\n── ${name} ──`);
  if (NEEDS_BUILD.includes(name) && broken.includes('build')) {
    say('skipped, because the build failed');
    return skipped;
  }
  const start = performance.now();
  const outcome = await execute().catch((error) => {
    say(describeError(error));
    return failed;
  });
  for (const test of outcome.tests.filter(({ isFlaky }) => isFlaky)) say(`flaky: ${test.name}`);
  say(`${name}: ${formatTally(outcome.tally)} (${formatSeconds(performance.now() - start)})`);
  return outcome;
}

/** @param {number} ms */
function formatSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** @param {readonly string[]} args `--all`, `--check`, or the steps to run */
async function main(args) {
  const group = args.includes('--all') ? 'all' : args.includes('--check') ? 'check' : 'test';
  const asked = args.filter((arg) => !arg.startsWith('--'));
  const names = asked.length > 0 ? choose('step', Object.keys(STEPS), asked) : GROUPS[group];
  const start = performance.now();
  await ensureDependencies();
  say(`set-up: ${formatSeconds(performance.now() - start)}`);
  /** @type {Outcome[]} */
  const outcomes = [];
  /** @type {string[]} */
  const broken = [];
  for (const [name, execute] of Object.entries(STEPS)) {
    if (!names.includes(name)) continue;
    const outcome = await runStep(name, execute, broken);
    outcomes.push(outcome);
    if (outcome.tally.failed > 0) broken.push(name);
  }
  const { tally, tests } = addOutcomes(outcomes);
  say('\nThe slowest tests:');
  for (const { name, ms } of [...tests].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
    say(`  ${formatSeconds(ms)}  ${name.replace(root, '')}`);
  }
  say(broken.length > 0 ? `\nFailed: ${broken.join(', ')}` : '');
  say(`In all: ${formatSeconds(performance.now() - start)}`);
  return tally;
}

const total = await main(process.argv.slice(2)).catch((error) => {
  say(describeError(error));
  return failed.tally;
});
say(formatTally(total));
process.exitCode = total.failed > 0 ? 1 : 0;
