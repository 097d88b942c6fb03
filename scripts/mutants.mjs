import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './browsers.mjs';
import { ensureDependencies, ensureInstalled } from './install.mjs';
import { drawMutants, readReport } from './mutants/results.mjs';
import { choose, Failure, root, run, runMain, runScript, say } from './process.mjs';

/** @typedef {import('./mutants/results.mjs').WholeResult & { name: string, fate: string }} Result `fate` is how it ended */

const CACHE = '.cache/mutants';
const TIMES = `${CACHE}/units.json`;
const LATER = `${CACHE}/later.json`;
const EQUIVALENT = 'test/mutants.json';
/** Test files that take longer run only in the stage `others`: those beside the target, and all others. */
const LONGEST_MS = { beside: 9_000, far: 1_000 };
/** Vitest's projects with all unit tests. */
const UNITS = ['--project=units', '--project=slow'];
const SPECS = 'session permission launches registration rules scan dialogs second-visit'.split(' ');

/** @param {string} path */
const read = (path) =>
  existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')) : {};

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
 * `areOthers`, all other unit tests.
 *
 * @param {readonly string[]} targets
 * @param {boolean} areOthers
 */
async function getTests(targets, areOthers) {
  if (!existsSync(join(root, TIMES))) {
    say('Measuring how long the tests take …');
    await runScript('units', [...UNITS, '--reporter=json', `--outputFile=${TIMES}`]);
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
    .filter((name) => name.endsWith('.test.ts') && !/^test\/(documents|package)\//.test(name))
    .map((name) => ({
      name,
      ms: times.get(name) ?? 0,
      isFar: !folders.some((folder) => name.startsWith(folder)),
    }))
    .filter(({ name, ms, isFar }) => {
      const isQuick = ms < (isFar ? LONGEST_MS.far : LONGEST_MS.beside);
      return (own.test(name) && isQuick) !== areOthers;
    })
    .sort((a, b) => Number(a.isFar) - Number(b.isFar) || a.ms - b.ms)
    .map(({ name }) => name);
}

/**
 * Runs Stryker for the targets, and writes the results to `.cache/mutants`.
 *
 * @param {readonly string[]} targets
 * @param {string} name of the results
 * @param {readonly string[]} [only] the keys of the mutants to run
 */
async function runStryker(targets, name, only) {
  const env = {
    MUTANTS_TESTS: (await getTests(targets, false)).join(' '),
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
 * Puts each survivor in place, one by one, and runs a later stage: the slow units, or browsers. Notes who was killed.
 *
 * @param {readonly Result[]} survivors
 * @param {string} stage
 * @param {() => Promise<boolean>} passes
 */
async function runLater(survivors, stage, passes) {
  if (!(await passes())) throw new Failure('The tests fail without a mutant, too.');
  for (const { file, line, name, source, mutated } of survivors) {
    const path = join(root, file);
    if (readFileSync(path, 'utf8') !== source)
      throw new Failure(`${file} has changed: run its mutants again.`);
    try {
      writeFileSync(path, mutated);
      const killed = !(await passes());
      say(`${killed ? 'Killed' : 'Survived'}: ${name} (line ${line})`);
      if (killed)
        writeFileSync(join(root, LATER), JSON.stringify({ ...read(LATER), [name]: stage }, null, 2));
    } finally {
      writeFileSync(path, source);
    }
  }
}

/** @type {Readonly<Record<string, (targets: readonly string[]) => Promise<() => Promise<boolean>>>>} */
const stages = {
  others: async (targets) => {
    const args = [...UNITS, '--bail=1', ...(await getTests(targets, true))];
    return async () => (await runScript('units', args)) === 0;
  },
  browsers: async () => {
    await ensureChromium();
    const args = ['--project=pages', '--max-failures=1', ...SPECS.map((name) => `e2e/${name}.spec.ts`)];
    // Without types, because a mutant with a wrong type is not killed by that.
    const builds = [['.'], ['mock'], ['mock', '--mode', 'pages']];
    return async () => {
      for (const [cwd = '', ...more] of builds) {
        const build = ['vite', 'build', '--logLevel', 'warn', ...more];
        if ((await run('npx', build, { cwd: join(root, cwd) })) !== 0) return false;
      }
      return (await runScript('e2e', args)) === 0;
    };
  },
};

/**
 * Returns what became of the mutants in the files of results that are named.
 *
 * @param {readonly string[]} names
 * @returns {readonly Result[]}
 */
function getResults(names) {
  const later = read(LATER);
  /** @type {readonly Readonly<{ file: string, was: string, becomes: string }>[]} */
  const equivalent = read(EQUIVALENT).equivalent;
  return names
    .flatMap((name) => readReport(join(root, CACHE, name)))
    .map((result) => {
      const { file, was, becomes, status } = result;
      const name = `${file}: ${was} -> ${becomes}`;
      const isKilled = !['Survived', 'NoCoverage'].includes(status);
      const isEquivalent = equivalent.some(
        (one) => one.file === file && one.was === was && one.becomes === becomes,
      );
      const fate = isKilled ? 'units' : isEquivalent ? 'equivalent' : (later[name] ?? 'survived');
      return { ...result, name, fate };
    });
}

/**
 * Prints a table of the results by folder, and the survivors.
 *
 * @param {readonly Result[]} results
 */
function print(results) {
  const fates = ['units', ...Object.keys(stages), 'equivalent', 'survived'];
  say(
    `\n| folder | mutants | ${fates.join(' | ')} | score |\n|---|---|${fates.map(() => '---|').join('')}---|`,
  );
  const folders = [...new Set(results.map(({ file }) => dirname(file)))].sort();
  for (const folder of [...folders, '']) {
    const list = results.filter(({ file }) => folder === '' || dirname(file) === folder);
    const [survived = 0, equivalent = 0, ...killed] = fates
      .map((fate) => list.filter((one) => one.fate === fate).length)
      .reverse();
    const score = (100 * (list.length - equivalent - survived)) / (list.length - equivalent);
    const cells = [...killed.reverse(), equivalent, survived, `${score.toFixed(1)} %`];
    say(`| ${[folder || 'all', list.length, ...cells].join(' | ')} |`);
  }
  for (const { file, line, was, becomes, fate, status } of results) {
    if (fate === 'survived') say(`\n${file}:${line} ${status}\n- ${was}\n+ ${becomes}`);
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
  if (values.table) {
    return print(getResults(readdirSync(join(root, CACHE)).filter((name) => name.startsWith('results-'))));
  }
  if (positionals.length === 0)
    throw new Failure('Name folders or files, such as `npm run mutants -- src/protocol`');
  const targets = positionals.map((target) => target.replace(/\/$/, ''));
  const { sample, seed } = values;
  const name = `results-${[...targets, ...(sample ? [sample, seed] : [])].join('-').replaceAll('/', '-')}.json`;
  await ensureDependencies();
  await ensureInstalled('scripts/mutants');
  const [later] = values.later ? choose('stage', Object.keys(stages), [values.later]) : [];
  const prepare = stages[later ?? ''];
  if (later && prepare) {
    const survivors = getResults([name]).filter(({ fate }) => fate === 'survived');
    await runLater(survivors, later, await prepare(targets));
  } else if (sample) {
    say(`Drawing ${sample} mutants: to repeat it, --sample ${sample} --seed ${seed}`);
    await runStryker(targets, name, await drawMutants(getSources(targets), Number(sample), seed));
  } else {
    await runStryker(targets, name);
  }
  print(getResults([name]));
});
