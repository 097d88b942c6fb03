import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process.mjs';
import { readModules } from './blocks.mjs';
import { compile, runModules } from './compile.mjs';
import { ensureDapp } from './dapp.mjs';
import { readDocstrings } from './docstrings.mjs';
import { listPagesWithCode, listSources } from './pages.mjs';

/** @typedef {import('./blocks.mjs').Problem} Problem */

/**
 * Compiles every code block of the documents and docstrings against the built packages, and runs those that are marked.
 *
 * @returns {Promise<Readonly<{ problems: readonly Problem[], summary: string }>>}
 */
export async function checkCode() {
  const pages = listPagesWithCode(root).map((page) => readModules(page, read(page)));
  const sources = listSources(root).map((page) => readModules(page, readDocstrings(read(page))));
  const modules = [...pages, ...sources].flatMap((page) => page.modules);
  const folder = await ensureDapp();
  const unreadable = [...pages, ...sources].flatMap((page) => page.problems);
  const uncompiled = await compile(modules, folder, ['ambient.d.ts']);
  const isWhole = unreadable.length + uncompiled.length === 0;
  const failed = isWhole ? await runModules(modules, folder) : [];
  const run = modules.filter(({ isRun }) => isRun).length;
  return {
    problems: [...unreadable, ...uncompiled, ...failed],
    summary: `${modules.length} code blocks compiled, ${isWhole ? run : 0} run`,
  };
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(root, path), 'utf8');
}
