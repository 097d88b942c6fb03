import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureDependencies } from './install.mjs';
import { describeError, Failure, root, run, runNpm, say } from './process.mjs';
import {
  addTallies,
  failed,
  formatTally,
  judgeRun,
  passed,
  readPlaywrightReport,
  readVitestReport,
  skipped,
} from './tally.mjs';

/**
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {Readonly<{ name: string, needs?: string, work: () => Promise<Tally> }>} Step
 *   `needs` is the step without whose success this one makes no sense.
 */

/** @type {readonly Step[]} */
const steps = [
  { name: 'lint', work: runLint },
  { name: 'types', work: () => check(runNpm(['run', '--silent', 'types'])) },
  { name: 'units', work: runUnits },
  { name: 'build', work: () => check(runNpm(['run', '--silent', 'build'])) },
  {
    name: 'publint',
    needs: 'build',
    work: () => check(runNpm(['exec', '--no', '--', 'publint', '--strict'])),
  },
  ...(existsSync(join(root, 'scripts/size.mjs'))
    ? [{ name: 'size', needs: 'build', work: () => check(run(process.execPath, ['scripts/size.mjs'])) }]
    : []),
  { name: 'pickers', needs: 'build', work: () => check(run(process.execPath, ['scripts/pickers.mjs'])) },
  { name: 'e2e', needs: 'build', work: runE2e },
];

/** @param {Promise<number>} exitCode */
async function check(exitCode) {
  return (await exitCode) === 0 ? passed : failed;
}

function runLint() {
  // Biome colours a log file too, and does not look at NO_COLOR.
  const colours = process.stdout.isTTY ? [] : ['--', '--colors=off'];
  return check(runNpm(['run', '--silent', 'lint', ...colours]));
}

async function runUnits() {
  const report = prepareReport('units.json');
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const exitCode = await runNpm(['run', '--silent', 'units', '--', ...args]);
  return judgeRun(readReport(report, readVitestReport), exitCode);
}

async function runE2e() {
  await ensureChromium();
  const report = prepareReport('e2e.json');
  const exitCode = await runNpm(['run', '--silent', 'e2e', '--', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(root, report) },
  });
  return judgeRun(readReport(report, readPlaywrightReport), exitCode);
}

/**
 * Makes room for a runner's report, so that an earlier one is never taken for it.
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
 * @param {(report: T) => Tally} read
 */
function readReport(path, read) {
  try {
    return read(JSON.parse(readFileSync(join(root, path), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Runs one step; whatever it throws is its failure.
 *
 * @param {Step} step
 * @param {readonly string[]} broken the names of the steps that have failed
 */
async function runStep({ name, needs, work }, broken) {
  say(`\n── ${name} ──`);
  if (needs && broken.includes(needs)) {
    say(`skipped: the ${needs} failed`);
    return skipped;
  }
  const start = performance.now();
  const tally = await work().catch((error) => {
    say(describeError(error));
    return failed;
  });
  say(`${name}: ${formatTally(tally)} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return tally;
}

/** @param {readonly string[]} names the steps to run; all where none is named */
async function main(names) {
  const unknown = names.filter((name) => steps.every((step) => step.name !== name));
  if (unknown.length > 0) {
    throw new Failure(
      `No such step: ${unknown.join(', ')}. Steps: ${steps.map(({ name }) => name).join(', ')}.`,
    );
  }
  await ensureDependencies();
  /** @type {Tally[]} */
  const tallies = [];
  /** @type {string[]} */
  const broken = [];
  for (const step of steps.filter(({ name }) => names.length === 0 || names.includes(name))) {
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
