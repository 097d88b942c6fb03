import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBrowsers, ensureChromium } from './browsers.mjs';
import { ensureBuild, ensureDependencies, ensureInstalled } from './ensure.mjs';
import { choose, describeError, readJson, root, run, runMain, runScript, say } from './process.mjs';

// `npm test`, `npm run check`, `npm run test:all` and `npm run test:long` run the steps of GROUPS; `npm test -- lint units` runs only
// those that are named.

/** @typedef {Readonly<{ passed: number, failed: number, skipped: number }>} Tally */

/** Leaves out the browser tests that run only before a release. */
const USUAL = '--grep-invert=@extra';

/** @type {Readonly<Record<string, () => Promise<number | Tally>>>} The steps; each returns an exit code or what it counts */
const STEPS = {
  'set-up': async () => {
    await ensureDependencies();
    return { passed: 0, failed: 0, skipped: 0 };
  },
  // Biome ignores NO_COLOR and would write colour codes into a log file.
  lint: () => runScript('lint', process.stdout.isTTY ? [] : ['--colors=off']),
  types: () => runScript('types'),
  units: () => runTests('units', ['--project=units', '--project=slow']),
  changed: () => runTests('units', ['--project=units', '--passWithNoTests', '--changed', getMain()]),
  build: () => runScript('build'),
  size: () => runScript('size'),
  e2e: () => runBrowserTests(['demo', 'pages', 'chromium']),
  replicas: () => runTests('units', ['--project=kit-*', '--project=web3js-*']),
  release: async () => {
    await ensureInstalled('scripts/release');
    return runScript('check', [], { cwd: join(root, 'scripts/release') });
  },
  docs: async () => (await runScript('docs')) || runTests('units', ['--project=docs']),
  pickers: () => run(process.execPath, ['scripts/pickers.mjs']),
  frameworks: () => run(process.execPath, ['scripts/frameworks.mjs']),
  matrix: () => runBrowserTests(['matrix'], USUAL),
  browsers: async () => {
    await ensureBrowsers();
    const { SHARD } = process.env;
    const shard = SHARD ? [`--shard=${SHARD}`] : [];
    return runBrowserTests(['more-demo', 'more-pages', 'firefox', 'webkit'], USUAL, ...shard);
  },
  fuzz: runFuzz,
  soak: async () => {
    await ensureBuild();
    await ensureChromium();
    return runScript('e2e', ['--config=e2e/soak/playwright.config.ts']);
  },
};
/** @type {Readonly<Record<string, readonly string[]>>} The steps of each command, by its option */
const GROUPS = {
  '--check': ['lint', 'types', 'build', 'size', 'changed'],
  '--all': Object.keys(STEPS).filter((name) => !['changed', 'fuzz', 'soak'].includes(name)),
  '--long': ['fuzz', 'soak'],
};
const QUICK = ['lint', 'types', 'units', 'build', 'size', 'e2e'];
/** The steps that read what is built. */
const NEEDS_BUILD = ['size', 'e2e', 'release', 'docs', 'pickers', 'frameworks', 'matrix', 'browsers'];

/**
 * Runs Vitest (`units`) or Playwright (`e2e`), and counts what its report says. One that fails without a failed test counts as one
 * failure.
 *
 * @param {'units' | 'e2e'} script
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [env]
 * @returns {Promise<Tally>}
 */
async function runTests(script, args, env = {}) {
  const report = `.cache/${script}.json`;
  rmSync(join(root, report), { force: true });
  const code = await runScript(script, args, { env });
  const { stats, ...vitest } = existsSync(join(root, report)) ? readJson(report) : {};
  const [passed = 0, failed = 0, skipped = 0] = stats
    ? [stats.expected + stats.flaky, stats.unexpected, stats.skipped]
    : [vitest.numPassedTests, vitest.numFailedTests, vitest.numPendingTests];
  return { passed, failed: failed || Number(code !== 0), skipped };
}

/** @param {readonly string[]} projects @param {...string} args further ones */
async function runBrowserTests(projects, ...args) {
  await ensureChromium();
  return runTests('e2e', [...projects.map((name) => `--project=${name}`), ...args]);
}

/** Runs all fuzz properties on many cases. Prints what was drawn how often, and the seed that repeats them. */
async function runFuzz() {
  const { FUZZ_RUNS = '100000', FUZZ_SEED = String(Date.now() % 2 ** 31) } = process.env;
  const FUZZ_REPORT = join(root, '.cache/fuzz.txt');
  say(`To repeat it: FUZZ_SEED=${FUZZ_SEED} FUZZ_RUNS=${FUZZ_RUNS}`);
  mkdirSync(dirname(FUZZ_REPORT), { recursive: true });
  writeFileSync(FUZZ_REPORT, '');
  const env = { FUZZ_RUNS, FUZZ_SEED, FUZZ_REPORT };
  const tally = await runTests('units', ['--project=units', '--project=slow', '.fuzz.'], env);
  say(readFileSync(FUZZ_REPORT, 'utf8'));
  return tally;
}

/** Returns the main branch, from whose beginning of this work Vitest finds what has changed. */
function getMain() {
  const isKnown = (/** @type {string} */ name) =>
    spawnSync('git', ['rev-parse', '--verify', '--quiet', name], { cwd: root }).status === 0;
  return ['origin/main', 'main'].find(isKnown) ?? 'HEAD';
}

/** @param {string} name @returns {Promise<Tally>} An error counts as one failure. */
async function runStep(name) {
  const outcome = await STEPS[name]?.().catch((error) => {
    say(describeError(error));
    return 1;
  });
  if (typeof outcome === 'object') return outcome;
  return { passed: Number(outcome === 0), failed: Number(outcome !== 0), skipped: 0 };
}

/** @param {Tally} tally */
const format = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

await runMain(async (args) => {
  const asked = args.filter((arg) => !arg.startsWith('--'));
  const group = Object.entries(GROUPS).find(([option]) => args.includes(option))?.[1] ?? QUICK;
  const names = asked.length > 0 ? choose('step', Object.keys(STEPS), asked) : group;
  const start = performance.now();
  const all = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const broken = [];
  for (const name of ['set-up', ...names]) {
    say(`\n── ${name} ──`);
    const stepStart = performance.now();
    const mustSkip = broken.includes('set-up') || (broken.includes('build') && NEEDS_BUILD.includes(name));
    const tally = mustSkip ? { passed: 0, failed: 0, skipped: 1 } : await runStep(name);
    say(`${name}: ${format(tally)} (${Math.round((performance.now() - stepStart) / 1000)} s)`);
    if (tally.failed > 0) broken.push(name);
    all.passed += tally.passed;
    all.failed += tally.failed;
    all.skipped += tally.skipped;
  }
  if (broken.length > 0) say(`\nFailed: ${broken.join(', ')}`);
  say(`\nIn all: ${Math.round((performance.now() - start) / 1000)} s`);
  say(format(all));
  process.exitCode = all.failed > 0 ? 1 : 0;
});
