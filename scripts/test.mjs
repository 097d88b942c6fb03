import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowsers } from './browsers.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureDependencies } from './install.mjs';
import { choose, describeError, root, run, runScript, say } from './process.mjs';
import {
  addTallies,
  failed,
  formatTally,
  judgeRun,
  listFlaky,
  passed,
  readPlaywrightReport,
  readVitestReport,
  skipped,
} from './tally.mjs';

/**
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {Readonly<{ name: string, needs?: string, execute: () => Promise<Tally> }>} Step
 *   `needs` names a step that must have passed, otherwise this one is skipped.
 */

/** @type {readonly Step[]} */
const steps = [
  { name: 'lint', execute: runLint },
  { name: 'types', execute: () => check(runScript('types')) },
  { name: 'units', execute: runUnits },
  { name: 'build', execute: () => check(runScript('build')) },
  {
    name: 'release',
    needs: 'build',
    execute: () => check(run(process.execPath, ['scripts/release/packages.mjs'])),
  },
  { name: 'size', needs: 'build', execute: () => check(run(process.execPath, ['scripts/size.mjs'])) },
  { name: 'docs', needs: 'build', execute: () => check(run(process.execPath, ['scripts/docs/check.mjs'])) },
  { name: 'pickers', needs: 'build', execute: () => check(run(process.execPath, ['scripts/pickers.mjs'])) },
  {
    name: 'frameworks',
    needs: 'build',
    execute: () => check(run(process.execPath, ['scripts/frameworks.mjs'])),
  },
  { name: 'matrix', needs: 'build', execute: runMatrix },
  { name: 'e2e', needs: 'build', execute: runE2e },
];

/** @param {Promise<number>} exitCode */
async function check(exitCode) {
  return (await exitCode) === 0 ? passed : failed;
}

function runLint() {
  // Biome ignores NO_COLOR and would write colour codes into a log file.
  return check(runScript('lint', process.stdout.isTTY ? [] : ['--colors=off']));
}

async function runUnits() {
  const report = prepareReport('units.json');
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const exitCode = await runScript('units', args);
  return judgeRun(readReport(report, readVitestReport), exitCode);
}

async function runMatrix() {
  await ensureChromium();
  return check(run(process.execPath, ['scripts/matrix.mjs', '--check']));
}

async function runE2e() {
  await ensureChromium();
  await ensureBrowsers();
  const report = prepareReport('e2e.json');
  const exitCode = await runScript('e2e', ['--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, report) },
  });
  for (const name of readReport(report, listFlaky) ?? []) say(`flaky: ${name}`);
  return judgeRun(readReport(report, readPlaywrightReport), exitCode);
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
 * @template T, R
 * @param {string} path
 * @param {(report: T) => R} read
 * @returns {R | undefined} undefined if the runner left no report, or none that can be read
 */
function readReport(path, read) {
  try {
    return read(JSON.parse(readFileSync(join(root, path), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Runs one step. An error that it throws counts as one failure.
 *
 * @param {Step} step
 * @param {readonly string[]} broken the names of the steps that have failed
 */
async function runStep({ name, needs, execute }, broken) {
  say(`\n── ${name} ──`);
  if (needs && broken.includes(needs)) {
    say(`skipped, because the ${needs} failed`);
    return skipped;
  }
  const start = performance.now();
  const tally = await execute().catch((error) => {
    say(describeError(error));
    return failed;
  });
  say(`${name}: ${formatTally(tally)} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return tally;
}

/** @param {readonly string[]} asked the steps to run; all if empty */
async function main(asked) {
  const chosen = choose(
    'step',
    steps.map(({ name }) => name),
    asked,
  );
  await ensureDependencies();
  /** @type {Tally[]} */
  const tallies = [];
  /** @type {string[]} */
  const broken = [];
  for (const step of steps.filter(({ name }) => chosen.includes(name))) {
    const tally = await runStep(step, broken);
    tallies.push(tally);
    if (tally.failed > 0) broken.push(step.name);
  }
  say(broken.length > 0 ? `\nFailed: ${broken.join(', ')}` : '');
  return addTallies(tallies);
}

const total = await main(process.argv.slice(2)).catch((error) => {
  say(describeError(error));
  return failed;
});
say(formatTally(total));
process.exitCode = total.failed > 0 ? 1 : 0;
