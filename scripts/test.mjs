import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowsers, ensureChromium } from './browsers.mjs';
import { startServer } from './dev-server.mjs';
import { ensureAlone, ensureBuild, ensureDependencies, ensureInstalled } from './ensure.mjs';
import { choose, describeError, readJson, root, run, runMain, runScript, say } from './process.mjs';

// Runs the steps that are named, in the order of `STEPS`: by default those of `npm test`, and as `all` those
// of `npm run test:all`.

const MAIN = ['lint', 'types', 'units', 'build', 'size', 'e2e'];
const REST = ['replicas', 'release', 'docs', 'pickers', 'example', 'matrix', 'more-e2e', 'browsers'];

/** Leaves out the browser tests that run only before a release. */
const USUAL = '--grep-invert=@extra';

/**
 * @typedef {Readonly<{ passed: number, failed: number, skipped: number, flaky?: number }>} Tally Those that
 * passed only when they were tried again are flaky, and passed
 */

/**
 * @type {Readonly<Record<string, () => Promise<number | Tally>>>} The steps; each returns an exit code or
 * what it counts
 */
const STEPS = {
  'set-up': () => ensureDependencies().then(() => ({ passed: 0, failed: 0, skipped: 0 })),
  // Biome ignores NO_COLOR and would write colour codes into a log file.
  lint: () => runScript('lint', process.stdout.isTTY ? [] : ['--colors=off']),
  types: () => runScript('types'),
  units: () => runTests('units', ['--project=units', '--project=slow']),
  changed: () => runTests('units', ['--project=units', '--passWithNoTests', '--changed', getMain()]),
  build: () => runScript('build'),
  size: () => runScript('size'),
  demo: startDemo,
  e2e: () => runBrowserTests(['demo', 'pages', 'chromium']),
  replicas: () => runTests('units', ['--project=kit-*', '--project=web3js-*']),
  release: async () => {
    await ensureInstalled('scripts/release');
    return runScript('check', [], { cwd: join(root, 'scripts/release') });
  },
  docs: async () =>
    (await runScript('docs')) ||
    (await runScript('types', ['-p', 'scripts/docs'])) ||
    runTests('units', ['--project=docs']),
  pickers: () => run(process.execPath, ['scripts/pickers.mjs']),
  example: () => run(process.execPath, ['scripts/example.mjs']),
  matrix: () => runBrowserTests(['matrix'], USUAL),
  'more-e2e': () => runBrowserTests(['more-demo', 'more-pages'], USUAL),
  browsers: () => runBrowserTests(['firefox', 'webkit'], USUAL, ['firefox', 'webkit']),
  extra: () => {
    const projects = ['matrix', 'more-pages', 'firefox', 'webkit'];
    return runBrowserTests(projects, '--grep=@extra', ['chromedriver', 'firefox', 'webkit']);
  },
  rehearse: () => runScript('rehearse'),
  fuzz: runFuzz,
  soak: async () => {
    await ensureBuild();
    return runBrowserTests([], '--config=e2e/soak/playwright.config.ts');
  },
};

/**
 * Runs Vitest (`units`) or Playwright (`e2e`), and counts what its report says. A failure without a failed
 * test, or no report, counts as one.
 *
 * @param {'units' | 'e2e'} script @param {readonly string[]} args @param {Readonly<Record<string, string>>}
 * [env]
 * @returns {Promise<Tally>}
 */
async function runTests(script, args, env = {}) {
  const report = `.cache/${script}.json`;
  rmSync(join(root, report), { force: true });
  const code = await runScript(script, args, { env });
  if (!existsSync(join(root, report))) return { passed: 0, failed: 1, skipped: 0 };
  const tally = readReport(report);
  return { ...tally, failed: tally.failed || Number(code !== 0) };
}

/** Counts what a report of Playwright or Vitest says. @param {string} path */
function readReport(path) {
  const { stats, ...vitest } = readJson(path);
  if (stats) {
    const { expected, unexpected, skipped, flaky } = stats;
    return { passed: expected + flaky, failed: unexpected, skipped, flaky };
  }
  // Vitest keeps the failures of a test that passed when it was tried again.
  let flaky = 0;
  for (const { assertionResults } of vitest.testResults)
    for (const { status, failureMessages } of assertionResults)
      if (status === 'passed' && failureMessages.length > 0) flaky++;
  const { numPassedTests, numFailedTests, numPendingTests } = vitest;
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, flaky };
}

/**
 * Runs Playwright's tests. A browser beside Chromium that is missing where it must not be counts as failed.
 *
 * @param {readonly string[]} projects @param {string} [option]
 * @param {Parameters<typeof ensureBrowsers>} [others]
 */
async function runBrowserTests(projects, option, others = []) {
  const missing = await ensureBrowsers(...others);
  await ensureChromium();
  const chosen = projects.map((name) => `--project=${name}`);
  const tally = await runTests('e2e', option ? [...chosen, option] : chosen);
  return { ...tally, failed: tally.failed + missing };
}

/**
 * Starts the demo, and counts which of its pages answer: the dapp, and the mock wallet's own.
 * @returns {Promise<Tally>}
 */
async function startDemo() {
  await ensureBuild();
  const env = { XDG_STATE_HOME: join(root, '.cache/demo') };
  const { url, stop } = await startServer(root, 'scripts/demo.mjs', ['dev', '--port', '0'], { env });
  const pages = [url, `${url}/__mobile-wallet/`];
  const answers = await Promise.allSettled(pages.map((page) => fetch(page)));
  await stop();
  const passed = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.ok).length;
  return { passed, failed: pages.length - passed, skipped: 0 };
}

/** Runs all fuzz properties on many cases, which print what was drawn how often. Prints what repeats them. */
function runFuzz() {
  const { FUZZ_RUNS = '100000', FUZZ_SEED = String(Date.now() % 2 ** 31) } = process.env;
  say(`To repeat it: FUZZ_SEED=${FUZZ_SEED} FUZZ_RUNS=${FUZZ_RUNS}`);
  const env = { FUZZ_RUNS, FUZZ_SEED, FUZZ_REPORT: 'true' };
  return runTests('units', ['--project=units', '--project=slow', '.fuzz.'], env);
}

/** Returns the main branch, to whose last commit in this branch Vitest compares. */
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
  const asked = args.length > 0 ? args.flatMap((name) => (name === 'all' ? [...MAIN, ...REST] : name)) : MAIN;
  const names = choose('step', Object.keys(STEPS), ['set-up', ...asked]);
  ensureAlone();
  const start = performance.now();
  const all = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  /** @type {string[]} */
  const broken = [];
  for (const name of names) {
    say(`\n── ${name} ──`);
    const stepStart = performance.now();
    // Most steps after the build read what it has built.
    const isSkipped = broken.includes('set-up') || broken.includes('build');
    const tally = isSkipped ? { passed: 0, failed: 0, skipped: 1 } : await runStep(name);
    say(`${name}: ${format(tally)} (${Math.round((performance.now() - stepStart) / 1000)} s)`);
    if (tally.failed > 0) broken.push(name);
    all.passed += tally.passed;
    all.failed += tally.failed;
    all.skipped += tally.skipped;
    all.flaky += tally.flaky ?? 0;
  }
  if (broken.length > 0) say(`\nFailed: ${broken.join(', ')}`);
  say(`\nIn all: ${Math.round((performance.now() - start) / 1000)} s`);
  // They have passed, but only when they were tried again. Both reports name them.
  say(`${all.flaky} flaky`);
  say(format(all));
  process.exitCode = all.failed > 0 ? 1 : 0;
});
