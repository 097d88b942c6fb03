import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowsers, ensureChromium } from './browsers.mjs';
import { startServer } from './dev-server.mjs';
import { ensureBuild, ensureDependencies, ensureInstalled } from './ensure.mjs';
import { readJson, root, run, runScript, say } from './process.mjs';

/**
 * @typedef {Readonly<{ passed: number, failed: number, skipped: number, flaky?: number }>} Tally Those that
 * passed only when they were tried again are flaky, and passed
 */

/** Leaves out the browser tests that run only before a release. */
const USUAL = '--grep-invert=@extra';

/**
 * @type {Readonly<Record<string, () => Promise<number | Tally>>>} The steps; each returns an exit code or
 * what it counts
 */
export const STEPS = {
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
  frameworks: () => run(process.execPath, ['scripts/frameworks.mjs']),
  matrix: () => runBrowserTests(['matrix'], USUAL),
  browsers: async () => {
    const { SHARD } = process.env;
    const shard = SHARD ? [`--shard=${SHARD}`] : [];
    return runInAllBrowsers(['more-demo', 'more-pages', 'firefox', 'webkit'], USUAL, ...shard);
  },
  extra: async () => {
    const missing = await ensureBrowsers('chromedriver');
    const tally = await runInAllBrowsers(['matrix', 'more-pages', 'firefox', 'webkit'], '--grep=@extra');
    return { ...tally, failed: tally.failed + missing };
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
  const { stats, ...vitest } = readJson(report);
  const [passed = 0, failed = 0, skipped = 0, flaky = 0] = stats
    ? [stats.expected + stats.flaky, stats.unexpected, stats.skipped, stats.flaky]
    : [vitest.numPassedTests, vitest.numFailedTests, vitest.numPendingTests, countRetried(vitest)];
  return { passed, failed: failed || Number(code !== 0), skipped, flaky };
}

/**
 * Counts the tests of Vitest's report that have passed after a failure, which it keeps.
 * @param {Readonly<{ testResults: readonly Readonly<{ assertionResults: readonly Retried[] }>[] }>} report
 * @typedef {Readonly<{ status: string, failureMessages?: readonly string[] }>} Retried
 */
function countRetried({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests.filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
    .length;
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

/** @param {readonly string[]} projects @param {...string} args further ones */
async function runBrowserTests(projects, ...args) {
  await ensureChromium();
  return runTests('e2e', [...projects.map((name) => `--project=${name}`), ...args]);
}

/**
 * Runs tests in Chromium, Firefox and WebKitGTK. One that is missing where it must not be counts as failed.
 * @param {readonly string[]} projects @param {...string} args further ones
 */
async function runInAllBrowsers(projects, ...args) {
  const missing = await ensureBrowsers('firefox', 'webkit');
  const tally = await runBrowserTests(projects, ...args);
  return { ...tally, failed: tally.failed + missing };
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
