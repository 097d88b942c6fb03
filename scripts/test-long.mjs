import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureDependencies } from './install.mjs';
import { describeError, Failure, root, runNpm, say } from './process.mjs';

const LEAST_RUNS = 100_000;
const report = join(root, '.cache/fuzz.jsonl');

/** Runs all properties on many cases, and says how many and from which seed. */
async function runFuzz() {
  const { FUZZ_RUNS = String(LEAST_RUNS), FUZZ_SEED = String(Date.now() % 2 ** 31) } = process.env;
  say(`\n── fuzz ── (to repeat it: FUZZ_SEED=${FUZZ_SEED} FUZZ_RUNS=${FUZZ_RUNS})`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const exitCode = await runNpm(['run', '--silent', 'units', '--', '--project', 'units', '.fuzz.'], {
    env: { FUZZ_RUNS, FUZZ_SEED, FUZZ_REPORT: report },
  });
  const lines = readReport();
  for (const { name, runs } of lines) say(`${String(runs).padStart(8)}  ${name}`);
  const runs = lines.reduce((sum, line) => sum + line.runs, 0);
  say(`${String(runs).padStart(8)}  cases in ${lines.length} properties, seed ${FUZZ_SEED}`);
  if (exitCode !== 0) throw new Failure('Fuzzing failed: the counterexample is above.');
  if (runs < Number(FUZZ_RUNS)) throw new Failure(`Fuzzing had only ${runs} of ${FUZZ_RUNS} cases.`);
}

/** @returns {readonly Readonly<{ name: string, runs: number }>[]} */
function readReport() {
  try {
    const lines = readFileSync(report, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line)).sort((a, b) => a.name.localeCompare(b.name));
  } catch {
    return [];
  }
}

/** Runs a thousand sessions in one page. */
async function runSoak() {
  say('\n── soak ──');
  await ensureBuild();
  await ensureChromium();
  const exitCode = await runNpm([
    'run',
    '--silent',
    'e2e',
    '--',
    '--config',
    'e2e/soak/playwright.config.ts',
  ]);
  if (exitCode !== 0) throw new Failure('The soak test failed: its figures are above.');
}

const steps = { fuzz: runFuzz, soak: runSoak };

/**
 * Runs the steps one after the other, each of them also where one before it has failed.
 *
 * @param {readonly string[]} names the steps to run; all where none is named
 */
async function main(names) {
  const unknown = names.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0) {
    throw new Failure(`No such step: ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`);
  }
  await ensureDependencies();
  for (const [name, work] of Object.entries(steps)) {
    if (names.length === 0 || names.includes(name)) await work().catch(fail);
  }
}

/** @param {unknown} error */
function fail(error) {
  say(describeError(error));
  process.exitCode = 1;
}

await main(process.argv.slice(2)).catch(fail);
