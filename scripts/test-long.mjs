import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './browsers.mjs';
import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { choose, describeError, Failure, root, runMain, runScript, say } from './process.mjs';

const DEFAULT_RUNS = 100_000;
const report = join(root, '.cache/fuzz.jsonl');

/** Runs all fuzz properties on many cases. Prints what was drawn how often, and the seed that repeats them. */
async function runFuzz() {
  const { FUZZ_RUNS = String(DEFAULT_RUNS), FUZZ_SEED = String(Date.now() % 2 ** 31) } = process.env;
  say(`\n── fuzz ── (to repeat it: FUZZ_SEED=${FUZZ_SEED} FUZZ_RUNS=${FUZZ_RUNS})`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const env = { FUZZ_RUNS, FUZZ_SEED, FUZZ_REPORT: report };
  const exitCode = await runScript('units', ['--project', 'units', '--project', 'slow', '.fuzz.'], { env });
  const lines = readReport();
  for (const { name, runs, counts } of lines) {
    say(`${String(runs).padStart(8)}  ${name}`);
    for (const dimension of new Set(counts.map(([key]) => key))) {
      const values = counts
        .filter(([key]) => key === dimension)
        .map(([, value, times]) => `${value} ${times}`);
      say(`${' '.repeat(10)}${dimension}: ${values.join(', ')}`);
    }
  }
  const runs = lines.reduce((sum, line) => sum + line.runs, 0);
  say(`${String(runs).padStart(8)}  cases in ${lines.length} properties, seed ${FUZZ_SEED}`);
  if (exitCode !== 0) throw new Failure('Fuzzing failed: see the counterexample above.');
  if (runs < Number(FUZZ_RUNS)) throw new Failure(`Fuzzing ran only ${runs} of ${FUZZ_RUNS} cases.`);
}

/** @returns {readonly Readonly<{ name: string, runs: number, counts: readonly (readonly [string, string, number])[] }>[]} */
function readReport() {
  try {
    const lines = readFileSync(report, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line)).sort((a, b) => a.name.localeCompare(b.name));
  } catch {
    return [];
  }
}

/** Runs a thousand sessions in one page, and two hundred with a wallet on another device. */
async function runSoak() {
  say('\n── soak ──');
  await ensureBuild();
  await ensureChromium();
  const exitCode = await runScript('e2e', ['--config', 'e2e/soak/playwright.config.ts']);
  if (exitCode !== 0) throw new Failure('The soak test failed: see its figures above.');
}

const steps = { fuzz: runFuzz, soak: runSoak };

await runMain(async (names) => {
  const chosen = choose('step', Object.keys(steps), names);
  await ensureDependencies();
  for (const [name, runStep] of Object.entries(steps)) {
    if (!chosen.includes(name)) continue;
    // A failed step does not keep the next one from running.
    await runStep().catch((error) => {
      say(describeError(error));
      process.exitCode = 1;
    });
  }
});
