import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './browsers.mjs';
import { ensureDependencies, ensureInstalled } from './install.mjs';
import { drawMutants, readReport } from './mutants/results.mjs';
import { Failure, readJson, root, run, runMain, runScript, say } from './process.mjs';

/** @typedef {import('./mutants/results.mjs').Result & { fate: string }} Result `fate` is how it ended */

const CACHE = '.cache/mutants';
const TIMES = `${CACHE}/units.json`;
const BROWSERS = `${CACHE}/browsers.json`;
/** Test files that take longer run only with `--later others`: those beside the target, and all others. */
const LONGEST_MS = { beside: 9_000, far: 1_000 };
const SPECS = 'session permission launches registration rules scan dialogs second-visit'.split(' ');
const FATES = ['units', 'others', 'browsers', 'equivalent', 'survived'];

/** @param {string} path */
const read = (path) => (existsSync(join(root, path)) ? readJson(path) : {});

/**
 * Returns the TypeScript files in a folder, or the file itself.
 *
 * @param {string} target
 */
function getFiles(target) {
  if (!existsSync(join(root, target))) throw new Failure(`There is no ${target}`);
  if (statSync(join(root, target)).isFile()) return [target];
  const names = readdirSync(join(root, target), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /(?<!\.d)\.ts$/.test(name)).map((name) => join(target, name));
}

/** @param {readonly string[]} targets */
const getSources = (targets) => targets.flatMap(getFiles).filter((file) => !file.endsWith('.test.ts'));

/**
 * Returns the quick unit tests of the targets' package: first those beside the targets, then the quickest first. If
 * `areOthers`, the package's other unit tests.
 *
 * @param {readonly string[]} targets
 * @param {boolean} areOthers
 */
async function getTests(targets, areOthers) {
  if (!existsSync(join(root, TIMES))) {
    say('Measuring how long the tests take …');
    await runScript('units', [
      '--project=units',
      '--project=slow',
      '--reporter=json',
      `--outputFile=${TIMES}`,
    ]);
  }
  /** @type {readonly Readonly<{ name: string, startTime: number, endTime: number }>[]} */
  const measured = read(TIMES).testResults;
  const times = new Map(
    measured.map(({ name, startTime, endTime }) => [name.slice(root.length), endTime - startTime]),
  );
  const folders = targets.map((target) => `${target.endsWith('.ts') ? dirname(target) : target}/`);
  const own = targets.some((target) => target.startsWith('mock'))
    ? /^(mock|test\/mock)\//
    : /^(src|test\/(?!mock))/;
  return ['src', 'test', 'mock/src']
    .flatMap(getFiles)
    .filter(
      (name) => name.endsWith('.test.ts') && own.test(name) && !/^test\/(documents|package)\//.test(name),
    )
    .map((name) => {
      const isFar = !folders.some((folder) => name.startsWith(folder));
      return { name, ms: times.get(name) ?? 0, isFar };
    })
    .filter(({ ms, isFar }) => ms >= (isFar ? LONGEST_MS.far : LONGEST_MS.beside) === areOthers)
    .sort((a, b) => Number(a.isFar) - Number(b.isFar) || a.ms - b.ms)
    .map(({ name }) => name);
}

/**
 * Runs Stryker for the targets, and writes the results to `.cache/mutants`.
 *
 * @param {readonly string[]} targets
 * @param {string} name of the results
 * @param {readonly string[]} [only] the keys of the mutants to run
 * @param {boolean} [areOthers] whether the tests are the other ones
 */
async function runStryker(targets, name, only, areOthers = false) {
  const env = {
    MUTANTS_TESTS: (await getTests(targets, areOthers)).join(' '),
    MUTANTS_RESULT: `${CACHE}/${name}`,
    ...(only && { MUTANTS_ONLY: join(root, CACHE, 'only.json') }),
  };
  if (only) writeFileSync(join(root, CACHE, 'only.json'), JSON.stringify(only));
  const stryker = 'scripts/mutants/node_modules/@stryker-mutator/core/bin/stryker.js';
  const sources = getSources(targets).join(',');
  const args = [stryker, 'run', 'scripts/mutants/stryker.config.mjs', '--mutate', sources];
  if ((await run(process.execPath, args, { env })) !== 0) throw new Failure('Stryker failed: see above.');
}

/**
 * Puts each survivor in place, one by one, and runs the main tests in Chromium. Notes who was killed.
 *
 * @param {readonly Result[]} survivors
 */
async function runBrowsers(survivors) {
  await ensureChromium();
  const args = ['--project=pages', '--max-failures=1', ...SPECS.map((name) => `e2e/${name}.spec.ts`)];
  const passes = async () => {
    // Without types, because a mutant with a wrong type is not killed by that.
    for (const [cwd = '', ...more] of [['.'], ['mock'], ['mock', '--mode', 'pages']]) {
      const build = ['vite', 'build', '--logLevel', 'warn', ...more];
      if ((await run('npx', build, { cwd: join(root, cwd) })) !== 0) return false;
    }
    return (await runScript('e2e', args)) === 0;
  };
  if (!(await passes())) throw new Failure('The tests fail without a mutant, too.');
  for (const { file, line, key, source, mutated } of survivors) {
    const path = join(root, file);
    if (readFileSync(path, 'utf8') !== source)
      throw new Failure(`${file} has changed: run its mutants again.`);
    try {
      writeFileSync(path, mutated);
      const killed = !(await passes());
      say(`${killed ? 'Killed' : 'Survived'}: ${file}:${line}`);
      if (killed) writeFileSync(join(root, BROWSERS), JSON.stringify({ ...read(BROWSERS), [key]: true }));
    } finally {
      writeFileSync(path, source);
    }
  }
}

/**
 * Returns what became of the mutants of results.
 *
 * @param {string} name
 * @returns {readonly Result[]}
 */
function getResults(name) {
  const inBrowsers = read(BROWSERS);
  const others = existsSync(join(root, CACHE, `others-${name}`))
    ? readReport(join(root, CACHE, `others-${name}`))
    : [];
  const killedByOthers = new Set(others.filter(({ isKilled }) => isKilled).map(({ key }) => key));
  /** @type {readonly Readonly<{ file: string, was: string, becomes: string }>[]} */
  const equivalent = readJson('test/mutants.json').equivalent;
  return readReport(join(root, CACHE, name)).map((result) => {
    const { file, was, becomes, key, isKilled } = result;
    const isEquivalent = equivalent.some(
      (one) => one.file === file && one.was === was && one.becomes === becomes,
    );
    const later = killedByOthers.has(key) ? 'others' : inBrowsers[key] ? 'browsers' : 'survived';
    return { ...result, fate: isKilled ? 'units' : isEquivalent ? 'equivalent' : later };
  });
}

/**
 * Prints a table of the results by folder, and the survivors.
 *
 * @param {readonly Result[]} results
 */
function print(results) {
  say(
    `\n| folder | mutants | ${FATES.join(' | ')} | score |\n|---|---|${FATES.map(() => '---|').join('')}---|`,
  );
  const folders = [...new Set(results.map(({ file }) => dirname(file)))].sort();
  for (const folder of [...folders, '']) {
    const list = results.filter(({ file }) => folder === '' || dirname(file) === folder);
    const counts = FATES.map((fate) => list.filter((one) => one.fate === fate).length);
    const [survived = 0, equivalent = 0] = [...counts].reverse();
    const score = (100 * (list.length - equivalent - survived)) / (list.length - equivalent);
    say(`| ${[folder || 'all', list.length, ...counts, `${score.toFixed(1)} %`].join(' | ')} |`);
  }
  for (const { file, line, was, becomes, fate } of results) {
    if (fate === 'survived') say(`\n${file}:${line}\n- ${was}\n+ ${becomes}`);
  }
}

await runMain(async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      later: { type: 'string' },
      table: { type: 'boolean' },
    },
  });
  mkdirSync(join(root, CACHE), { recursive: true });
  const { sample, seed, later, table } = values;
  if (table) {
    const names = readdirSync(join(root, CACHE)).filter((name) => name.startsWith('results-'));
    return print(names.flatMap(getResults));
  }
  if (positionals.length === 0)
    throw new Failure('Name folders or files, such as `npm run mutants -- src/protocol`');
  const targets = positionals.map((target) => target.replace(/\/$/, ''));
  const name = `results-${[...targets, ...(sample ? [sample, seed] : [])].join('-').replaceAll('/', '-')}.json`;
  await ensureDependencies();
  await ensureInstalled('scripts/mutants');
  if (later) {
    const survivors = getResults(name).filter(({ fate }) => fate === 'survived');
    if (later === 'others')
      await runStryker(
        targets,
        `others-${name}`,
        survivors.map(({ key }) => key),
        true,
      );
    else if (later === 'browsers') await runBrowsers(survivors);
    else throw new Failure('--later takes `others` or `browsers`.');
  } else if (sample) {
    say(`Drawing ${sample} mutants: to repeat it, --sample ${sample} --seed ${seed}`);
    await runStryker(targets, name, await drawMutants(getSources(targets), Number(sample), seed));
  } else {
    await runStryker(targets, name);
  }
  print(getResults(name));
});
