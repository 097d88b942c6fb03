import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process.mjs';
import { readModules } from './blocks.mjs';
import { compile } from './compile.mjs';
import { ensureDapp } from './dapp.mjs';
import { readDocstrings } from './docstrings.mjs';
import { listFiles, listPagesWithCode, listSources } from './pages.mjs';
import { readPage } from './read-page.mjs';

/** @typedef {import('./blocks.mjs').Problem} Problem */

/** The dapp that the guides build, which is tested as it is. */
const EXAMPLE = 'docs/example';
/** Where the files are that the guides show. */
const SHOWN = [EXAMPLE, 'e2e/frameworks/next'];

/**
 * Compiles every code block of the documents and docstrings against the built packages, and compares those that are files of
 * the example with these.
 *
 * @returns {Promise<Readonly<{ problems: readonly Problem[], summary: string }>>}
 */
export async function checkCode() {
  const names = listPagesWithCode(root);
  const example = listFiles(root, EXAMPLE, /\.tsx?$/);
  const pages = names.map((page) => readModules(page, read(page)));
  const sources = listSources(root).map((page) => readModules(page, readDocstrings(read(page))));
  const modules = [...pages, ...sources].flatMap((page) => page.modules);
  const folder = await ensureDapp();
  const unreadable = [...pages, ...sources].flatMap((page) => page.problems);
  // Each page may import the example's files, as its reader does who has written them.
  const beside = Object.fromEntries(
    names.flatMap((page) =>
      example.flatMap((path) => [
        [path.replace(EXAMPLE, page), read(path)],
        // Where Next.js has them.
        [path.replace(`${EXAMPLE}/src`, `${page}/lib`), read(path)],
      ]),
    ),
  );
  const uncompiled = await compile(modules, folder, { declarations: ['ambient.d.ts'], beside });
  const shown = names.flatMap((page) => findShown(page));
  const unshown = example
    .filter((path) => !shown.some(({ file }) => file === path))
    .map((page) => ({ page, line: 1, message: 'no guide shows this file' }));
  return {
    problems: [...unreadable, ...uncompiled, ...shown.flatMap(({ problems }) => problems), ...unshown],
    summary: `${modules.length} code blocks compiled, ${shown.length} compared with the example`,
  };
}

/**
 * Finds the blocks of a page that are named after a file of the example, and those that are not as it is.
 *
 * @param {string} page
 */
function findShown(page) {
  return readPage(read(page)).blocks.flatMap(({ name, isVariant, code }) => {
    if (!name || isVariant) return [];
    const file = SHOWN.map((folder) => `${folder}/${name}`).find((path) => existsSync(join(root, path)));
    if (!file) return [];
    const isSame = read(file) === code.text;
    return { file, problems: isSame ? [] : [{ page, line: code.line, message: `differs from ${file}` }] };
  });
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8');
}
