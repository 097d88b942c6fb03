import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readJson, root } from './process.mjs';

const LITESVM = 'mock/src/chain/litesvm/lite-svm.ts';
/**
 * What loads LiteSVM only when it runs: tests of a chain that has it, and of the command, which they bundle.
 */
const LATER = [
  'mock/src/install/cli/serve-command.test.ts',
  'mock/src/install/dev-server/{killed-server,routes,served-phone}.test.ts',
];
const IMPORT = /^(?:import|export) (?!type )(?:[^'";]*? from )?'([^']+)'/gm;
const { paths } = readJson('tsconfig.json').compilerOptions;

/**
 * Returns the tests that need LiteSVM if npm has no build of it for this system, as on Windows; otherwise
 * none.
 */
export function findTestsWithoutLiteSvm() {
  const build = `litesvm-${process.platform}-`;
  if (readdirSync(join(root, 'node_modules')).some((name) => name.startsWith(build))) return [];
  const tests = ['src', 'mock/src', 'test', 'demo', 'bench', 'docs/example/test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  return [...LATER, ...tests.filter((test) => loads(test))];
}

/** Whether a file imports LiteSVM, or a file that does. @param {string} file @param {Set<string>} [seen] */
function loads(file, seen = new Set([file])) {
  for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
    const found = findFile(name, dirname(file));
    if (found === undefined || seen.has(found)) continue;
    seen.add(found);
    if (found === LITESVM || loads(found, seen)) return true;
  }
  return false;
}

/**
 * Returns the source that an import names, relative to the repository, or `undefined` for a package.
 * @param {string} name
 * @param {string} folder
 */
function findFile(name, folder) {
  const path = name.startsWith('.') ? join(folder, name).replaceAll('\\', '/') : paths[name]?.[0].slice(2);
  const candidates = path === undefined ? [] : [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')];
  return candidates.find((candidate) => existsSync(join(root, candidate)));
}
