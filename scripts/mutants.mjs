import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { insertMutants, listMutants } from './mutants/list.mjs';
import { Failure, readJson, root, runMain, say } from './process.mjs';

// `npm run mutants -- src/protocol` changes files in small ways (mutants), and lists those that no test
// notices. With `--save LIST` it writes which ones die. `npm run mutants -- LIST` says which of them live.

/**
 * @typedef {import('vitest/node').TestModule} TestModule
 * @typedef {Readonly<{ tests: readonly string[], killed: readonly string[] }>} Saved
 * @typedef {import('./mutants/list.mjs').Mutant & { path: string }} Mutant
 */

const RESULTS = join(root, '.cache/mutants.jsonl');

await runMain(async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      tests: { type: 'string', multiple: true },
      count: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      save: { type: 'string' },
    },
  });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0)
    throw new Failure('Name one file or folder, such as `npm run mutants -- src/protocol`.');
  if (!existsSync(join(root, path))) throw new Failure(`There is no ${path}.`);
  /** @type {Saved | undefined} */
  const saved = path.endsWith('.json') ? readJson(path) : undefined;
  const tests = values.tests ?? saved?.tests ?? [];
  if (values.save && tests.length === 0)
    throw new Failure('With `--save`, name tests by `--tests`, because the list is of what they notice.');
  const count = Number(values.count);
  const seed = Number(values.seed);
  if (!(count > 0 && seed > 0)) throw new Failure('`--count` and `--seed` are numbers greater than 0.');
  const all = listFiles(saved ? ['src', 'mock/src'] : [path]).flatMap(readMutants);
  const mutants = saved ? all.filter(({ key }) => saved.killed.includes(key)) : draw(all, count, seed);
  if (mutants.length === 0) throw new Failure(`Nothing to change in ${path}.`);

  // So that the slow ones among them run, too.
  process.env['MUTANTS_TESTS'] = tests.join();
  const ofPackage = path.startsWith('mock/') ? ['mock/src'] : ['src', 'test'];
  const { killed, survived, broken, spoiled } = await run(mutants, tests.length > 0 ? tests : ofPackage);
  const alive = mutants.filter((_, id) => survived.has(id) && !killed.has(id));
  for (const { path, line, key } of saved ? mutants.filter((_, id) => !killed.has(id)) : alive)
    say(`${path}:${line} ${key.slice(path.length + 2)}`);
  for (const name of spoiled) say(`Not tried with each, because one broke what it needs: ${name}`);
  for (const name of broken) say(`Fails without any change: ${name}`);
  const unseen = mutants.length - killed.size - alive.length;
  say(`${killed.size} killed, ${alive.length} survived, ${unseen} reached by no test`);
  const known = new Set(all.map(({ key }) => key));
  for (const key of saved?.killed ?? []) if (!known.has(key)) say(`Of code that has changed since: ${key}`);
  if (values.save) {
    const keys = mutants.filter((_, id) => killed.has(id)).map(({ key }) => key);
    mkdirSync(dirname(join(root, values.save)), { recursive: true });
    writeFileSync(join(root, values.save), `${JSON.stringify({ tests, killed: keys.sort() }, null, 2)}\n`);
  }
  process.exitCode = broken.size > 0 || (saved && killed.size < mutants.length) ? 1 : 0;
});

/** The files of code in some. @param {readonly string[]} paths files or folders */
function listFiles(paths) {
  return paths.flatMap((path) => {
    if (path.endsWith('.ts')) return [path];
    return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
      .map((name) => `${path.replace(/\/$/, '')}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file))
      .sort();
  });
}

/** @param {string} path @returns {readonly Mutant[]} */
function readMutants(path) {
  return listMutants(path, readFileSync(join(root, path), 'utf8')).map((mutant) => ({ ...mutant, path }));
}

/**
 * Draws some of them, the same ones for the same seed, in the order of the code.
 * @param {readonly Mutant[]} all @param {number} count @param {number} seed
 */
function draw(all, count, seed) {
  let state = seed;
  const next = () => {
    // Park and Miller's generator of 1988.
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  const numbers = new Map(all.map((mutant) => [mutant, next()]));
  const drawn = new Set(
    [...all].sort((a, b) => (numbers.get(a) ?? 0) - (numbers.get(b) ?? 0)).slice(0, count),
  );
  return all.filter((mutant) => drawn.has(mutant));
}

/**
 * Runs the tests with each mutant that they reach, quick tests first. An id is a mutant's place in the list.
 * @param {readonly Mutant[]} mutants @param {readonly string[]} tests files or folders
 */
async function run(mutants, tests) {
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, '');
  const plugin = {
    name: 'mutants',
    enforce: /** @type {const} */ ('pre'),
    transform: (/** @type {string} */ code, /** @type {string} */ id) => {
      const own = [...mutants.entries()].filter(([, { path }]) => join(root, path) === id);
      return own.length > 0 ? insertMutants(code, own) : undefined;
    },
  };
  const include = tests.map((path) =>
    path.endsWith('.ts') ? path : `${path.replace(/\/$/, '')}/**/*.test.ts`,
  );
  /** @type {Set<number>} */
  const killed = new Set();
  /** @type {Set<number>} */
  const survived = new Set();
  /** @type {Set<string>} */
  const broken = new Set();
  /** @type {Set<string>} */
  const spoiled = new Set();
  let hasTests = false;
  const onTestModuleEnd = (/** @type {TestModule} */ testModule) => {
    hasTests = true;
    say(testModule.relativeModuleId);
    if (testModule.errors().length > 0) broken.add(testModule.relativeModuleId);
  };
  /** @type {string[] | undefined} */
  let later;
  for (const mostMs of [30, 300, 1e9]) {
    say(`\nWith the tests that take up to ${mostMs} ms:`);
    writeFileSync(RESULTS, '');
    const vitest = await startVitest(
      'test',
      [],
      { config: join(root, 'scripts/mutants/vitest.config.mjs'), watch: false },
      {
        plugins: [plugin],
        test: {
          include,
          reporters: [{ onTestModuleEnd }],
          provide: { mutants: { results: RESULTS, mostMs, killed: [...killed], later } },
        },
      },
    );
    await vitest.close();
    if (!hasTests) throw new Failure(`There are no tests in ${tests.join(', ')}.`);
    /** @type {readonly import('./mutants/types.js').Result[]} */
    const results = readFileSync(RESULTS, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    for (const result of results) {
      if (result.killed !== undefined) killed.add(result.killed);
      if (result.survived !== undefined) survived.add(result.survived);
      if (result.broken !== undefined) broken.add(result.broken);
      if (result.spoiled !== undefined) spoiled.add(result.spoiled);
    }
    later = results.flatMap((result) => result.later ?? []);
    if (later.length === 0) break;
  }
  return { killed, survived, broken, spoiled };
}
