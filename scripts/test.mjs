import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowsers, ensureChromium } from './browsers.mjs';
import { ensureDependencies, ensureInstalled } from './install.mjs';
import { choose, describeError, root, run, runScript, say } from './process.mjs';
import { formatTally, readReport } from './reports.mjs';

// `npm test` runs the steps of GROUPS.test, `npm run test:all` these and then the rest, `npm run check` what the work since the
// main branch reaches. `npm test -- lint units` runs only the steps that are named.

/** @typedef {import('./reports.mjs').Result} Result */

const REPLICAS = ['kit-5', 'kit-6', 'kit-7', 'web3js-1.98.0', 'web3js-1.98.4'];

/** Leaves out the browser tests that run only before a release. */
const USUAL = '--grep-invert=@extra';

/** @type {Readonly<Record<string, () => Promise<number | readonly Result[]>>>} The steps; each returns an exit code or results */
const STEPS = {
  // Biome ignores NO_COLOR and would write colour codes into a log file.
  lint: () => runScript('lint', process.stdout.isTTY ? [] : ['--colors=off']),
  types: () => runScript('types'),
  units: () => runUnits('--project=units', '--project=slow'),
  changed: () => runUnits('--project=units', '--passWithNoTests', '--changed', getBase()),
  build: () => runScript('build'),
  size: () => runScript('size'),
  e2e: () => runE2e(['demo', 'pages', 'chromium']),
  replicas: () => runUnits(...REPLICAS.map((name) => `--project=${name}`)),
  release: async () => {
    await ensureInstalled('scripts/release');
    return runScript('check', [], { cwd: join(root, 'scripts/release') });
  },
  docs: async () => {
    const isBuilt =
      (await runScript('docs')) === 0 && (await runScript('types', ['-p', 'scripts/docs'])) === 0;
    return isBuilt ? runUnits('--project=docs') : 1;
  },
  pickers: () => run(process.execPath, ['scripts/pickers.mjs']),
  frameworks: () => run(process.execPath, ['scripts/frameworks.mjs']),
  matrix: () => runE2e(['matrix'], [USUAL]),
  browsers: async () => {
    await ensureBrowsers();
    const { SHARD } = process.env;
    const projects = ['more-demo', 'more-pages', 'firefox', 'webkit'];
    return runE2e(projects, SHARD ? [USUAL, `--shard=${SHARD}`] : [USUAL]);
  },
};
const GROUPS = {
  check: ['lint', 'types', 'build', 'size', 'changed'],
  test: ['lint', 'types', 'units', 'build', 'size', 'e2e'],
  all: Object.keys(STEPS).filter((name) => name !== 'changed'),
};
/** The steps that read what is built. */
const NEEDS_BUILD = ['size', 'e2e', 'release', 'docs', 'pickers', 'frameworks', 'matrix', 'browsers'];

/** @param {readonly string[]} args */
async function runUnits(...args) {
  const report = prepareReport('units.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return readReport(report, await runScript('units', [...reporters, ...args]));
}

/** @param {readonly string[]} projects @param {readonly string[]} [more] further arguments */
async function runE2e(projects, more = []) {
  await ensureChromium();
  const report = prepareReport('e2e.json');
  const args = [...projects.map((name) => `--project=${name}`), ...more];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return readReport(report, await runScript('e2e', ['--reporter=list,json', ...args], { env }));
}

/** Deletes an earlier report, so that it is never read as the new one. */
function prepareReport(/** @type {string} */ name) {
  const report = join(root, '.cache', name);
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  return report;
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

/** @param {string} name @param {boolean} isBuilt @returns {Promise<readonly Result[]>} An error counts as one failure. */
async function runStep(name, isBuilt) {
  const execute = STEPS[name];
  if (!execute || (NEEDS_BUILD.includes(name) && !isBuilt)) {
    say('skipped, because the build failed');
    return [{ name, ms: 0, status: 'skipped' }];
  }
  const outcome = await execute().catch((error) => {
    say(describeError(error));
    return 1;
  });
  if (typeof outcome !== 'number') return outcome;
  return [{ name, ms: 0, status: outcome === 0 ? 'passed' : 'failed' }];
}

const formatSeconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;

/** @param {readonly string[]} args `--all`, `--check`, or the steps to run */
async function main(args) {
  const group = args.includes('--all') ? 'all' : args.includes('--check') ? 'check' : 'test';
  const asked = args.filter((arg) => !arg.startsWith('--'));
  const names = asked.length > 0 ? choose('step', Object.keys(STEPS), asked) : GROUPS[group];
  const start = performance.now();
  await ensureDependencies();
  say(`set-up: ${formatSeconds(performance.now() - start)}`);
  /** @type {Result[]} */
  const all = [];
  /** @type {string[]} */
  const broken = [];
  for (const name of Object.keys(STEPS).filter((step) => names.includes(step))) {
    say(`\n── ${name} ──`);
    const stepStart = performance.now();
    const results = await runStep(name, !broken.includes('build'));
    for (const one of results) if (one.status === 'flaky') say(`flaky: ${one.name}`);
    say(`${name}: ${formatTally(results)} (${formatSeconds(performance.now() - stepStart)})`);
    if (results.some(({ status }) => status === 'failed')) broken.push(name);
    all.push(...results);
  }
  say('\nThe slowest tests:');
  for (const { name, ms } of all
    .filter((one) => one.ms > 0)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10)) {
    say(`  ${formatSeconds(ms)}  ${name.replace(root, '')}`);
  }
  say(broken.length > 0 ? `\nFailed: ${broken.join(', ')}` : '');
  say(`In all: ${formatSeconds(performance.now() - start)}`);
  return all;
}

const results = await main(process.argv.slice(2)).catch((error) => {
  say(describeError(error));
  return /** @type {const} */ ([{ name: 'set-up', ms: 0, status: 'failed' }]);
});
say(formatTally(results));
process.exitCode = results.some(({ status }) => status === 'failed') ? 1 : 0;
